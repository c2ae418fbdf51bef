package import Domain
import Glibc

extension FileProblem {
  /// The problem behind an error code of the system.
  package init(errno code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self = .notFound
    case EACCES, EPERM, EROFS: self = .notPermitted
    case EISDIR: self = .isDirectory
    case EEXIST: self = .alreadyExists
    case ENOSPC, EDQUOT: self = .noSpace
    case ENXIO: self = .notAFile
    case EWOULDBLOCK: self = .locked
    default: self = .other(String(cString: strerror(code)))
    }
  }
}

extension FileError {
  /// The error of the call that just failed.
  static func latest(_ path: String, _ code: Int32 = errno) -> FileError {
    FileError(path: path, FileProblem(errno: code))
  }
}
