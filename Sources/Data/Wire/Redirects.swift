import Domain

/// Follows redirects, each as a separate request: it counts toward the budget of the host it leads to.
///
/// Follows a GET, or a repeatable request that keeps its method, at most five times, to http or https and never from
/// https to http; others are `unreadable`, because the service itself sent no answer. A file may be twelve hops away,
/// because podcasts put up to eight tracking services before it. Credentials stay with their host. All hops share one
/// timeout.
package struct Redirects: Sendable {
  /// For all hops together.
  var timeout = Duration.seconds(15)

  /// A layer that calls `next` until the answer is not a redirect.
  package func following(_ next: @escaping TransferLayer) -> TransferLayer {
    { request in
      var request = request
      var whole = await next(request)
      while case .success(let response) = whole.result, let target = response.redirectTarget {
        do throws(CatalogError) {
          request = try hop(from: request, to: target, status: response.status, after: whole)
        } catch {
          whole.result = .failure(error)
          return whole
        }
        var transfer = await next(request)
        transfer.add(whole)
        // All hops count as one attempt, which the retries rely on.
        transfer.attempts = whole.attempts
        transfer.redirects = whole.redirects + 1
        whole = transfer
      }
      return whole
    }
  }

  /// The next request of a redirect.
  /// - Throws: why it is not sent.
  private func hop(
    from request: HTTPRequest, to target: String, status: Int, after transfer: Transfer
  ) throws(CatalogError) -> HTTPRequest {
    func abortReason(_ what: String) -> CatalogError { .unreadable(host: request.host, what: what) }
    func refused(_ reason: String) -> CatalogError { .refused(host: request.host, status: status, reason: reason) }
    let most = request.sink == nil ? 5 : 12
    if transfer.redirects >= most { throw abortReason("a chain of more than \(most) redirects") }
    let target = (request.relocated?(target) ?? target).trimmed
    guard let from = request.address, let to = from.resolving(target) else {
      let isOfTheWeb =
        !WebAddress.hasScheme(target) || ["http:", "https:"].contains(where: target.lowercased().hasPrefix)
      throw isOfTheWeb
        ? abortReason("a redirect to an invalid address") : refused("it redirects to a non-web address")
    }
    // Credentials would not follow, and a private server is trusted only at the address that the user gave.
    let isUpgrade = to.host == from.host && (from.scheme, to.scheme) == ("http", "https")
    let isLost = request.credential?.headers.isEmpty == false || !request.isRepeatable || !to.mayBePublic
    if isUpgrade, isLost, request.trust == .declared {
      throw refused("it redirects to \(to.origin); the address must begin with that")
    }
    // Other statuses demand a GET, which would be another request.
    let keepsMethod = request.method == "GET" || [307, 308].contains(status)
    guard request.isRepeatable, keepsMethod else {
      throw abortReason("a redirect to \(to.origin)\(to.path), which a \(request.method) does not follow")
    }
    if from.scheme == "https", to.scheme == "http" { throw refused("it redirects from https to http") }
    let leavesHost = !to.isSameOrigin(as: from) && (to.host != from.host || to.scheme != "https")
    let isDeclared = request.trust == .declared && request.trustElsewhere == nil
    if leavesHost, isDeclared || request.staysOnHost {
      let rule = isDeclared ? "a declaration may use only its own host" : "redirects to other hosts are not followed"
      throw refused("it redirects to \(to.authority); \(rule)")
    }
    let left = timeout - transfer.transferred
    guard left > .zero else { throw .timedOut(host: request.host, after: timeout) }
    var onward = request
    // The redirect may contain credentials, too.
    onward.url = to.isSameOrigin(as: from) && to.user == from.user ? to.text : to.location
    onward.timeLimit = left
    if leavesHost { onward.trust = request.trustElsewhere ?? request.trust }
    if !to.isSameOrigin(as: from) {
      onward.headers = onward.headers.filter { !Secrets.isCredential(header: $0.key) }
      onward.credential = nil
    } else if let credential = request.credential {
      onward.url = onward.url.without(parameters: Set(credential.query.map(\.name)))
    }
    return onward
  }
}

extension String {
  /// An address without the parameters with these names: those of credentials, which an answer may repeat.
  package func without(parameters names: Set<String>) -> String {
    guard !names.isEmpty, let mark = firstIndex(of: "?") else { return self }
    let pairs = self[index(after: mark)...].split(separator: "&").filter { pair in
      !names.contains(PercentEncoding.decoded(pair.prefix { $0 != "=" }))
    }
    return self[..<mark] + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
  }
}
