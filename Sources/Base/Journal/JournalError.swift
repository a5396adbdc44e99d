import Glibc

/// Why a journal could not be written or read.
public struct JournalError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What failed. The set may grow.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The word for it, as it is printed.
    public let description: String
    /// A kind with a word of its own.
    public init(_ description: String) { self.description = description }

    /// The file could not be opened.
    public static let open = Code("open")
    /// A write failed; what was written before is whole.
    public static let write = Code("write")
    /// The file could not be made durable.
    public static let sync = Code("sync")
    /// A read failed.
    public static let read = Code("read")
    /// The journal was closed before.
    public static let closed = Code("closed")
  }

  /// What failed.
  public let code: Code
  /// The file, as it was named.
  public let path: String
  /// The number that the system gave; 0 where none.
  public let errno: Int32

  /// A failure of one operation on one file.
  public init(_ code: Code, path: String, errno: Int32) {
    self.code = code
    self.path = path
    self.errno = errno
  }

  /// Why, in words.
  public var reason: String {
    if code == .closed { return "it is closed" }
    return switch errno {
    case ENOENT: "there is no such file or folder"
    case EACCES, EPERM: "permission denied"
    case ENOSPC: "no space left on the device"
    case EDQUOT: "the disk quota is used up"
    case EFBIG: "the file would become too large"
    case EROFS: "the file system is read-only"
    case EISDIR: "it is a folder"
    case ENOTDIR: "a part of the path is no folder"
    case ESPIPE: "it is a pipe or a device, not a file"
    case EIO: "the device reports an input/output error"
    case EPIPE: "the reader at the other end went away"
    case EMFILE, ENFILE: "too many files are open"
    default: "system error \(errno)"
    }
  }

  /// What to do next.
  public var advice: String {
    switch errno {
    case ENOENT, ENOTDIR, EISDIR: "check the path"
    case ESPIPE: "name a file that is written to its end"
    case EACCES, EPERM, EROFS: "choose a folder that you may write to"
    case ENOSPC, EDQUOT, EFBIG: "free some space or choose another folder"
    case EIO: "check the disk"
    case EMFILE, ENFILE: "close other programs or raise the limit with ulimit -n"
    default: "try again, and report it if it stays"
    }
  }

  /// One line for a person.
  public var description: String {
    "failed to \(code) the journal \(path): \(reason); \(advice)"
  }
}
