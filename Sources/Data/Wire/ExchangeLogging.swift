import Domain
package import Logging

extension Exchange {
  /// Tells `logger` what became of the request, without secrets: at `info`, and at `warning` where it failed.
  package func log(to logger: Logger) {
    let level: Logger.Level = error == nil ? .info : .warning
    // The metadata is only made where it is wanted: requests are many, and most sessions log nothing.
    guard logger.logLevel <= level else { return }
    var metadata: Logger.Metadata = [
      "method": "\(method)", "url": "\(url)", "source": "\(source.rawValue)", "bytes": "\(bytes)",
      "attempts": "\(attempts)", "transferred": "\(transferred.milliseconds)", "waited": "\(waited.milliseconds)",
    ]
    if let status { metadata["status"] = "\(status)" }
    if let error { metadata["error"] = "\(error.code.rawValue)" }
    logger.log(level: level, "exchange", metadata: metadata)
    if !headers.isEmpty { logger.debug("request headers", metadata: headers.mapValues { "\($0)" }) }
  }
}

extension Duration {
  fileprivate var milliseconds: String { "\(Int((self / .milliseconds(1)).rounded())) ms" }
}
