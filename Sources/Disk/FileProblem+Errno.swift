package import Domain
import Glibc

extension FileProblem {
  /// What a failed call to the system said.
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
  /// What the call that just failed said.
  static func latest(_ path: String, _ code: Int32 = errno) -> FileError {
    FileError(path: path, FileProblem(errno: code))
  }
}
