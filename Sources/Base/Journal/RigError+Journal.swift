package import Errors
import Glibc

extension RigError {
  /// A step on the file of a journal that the system refused with `errno`.
  package init(failingTo code: Code, _ path: String, errno: Int32) {
    self.init(failingTo: code, path, reason: Self.words(errno), advice: Self.remedy(errno))
  }

  private static func words(_ errno: Int32) -> String {
    switch errno {
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

  private static func remedy(_ errno: Int32) -> String {
    switch errno {
    case ENOENT, ENOTDIR, EISDIR: "Check the path"
    case ESPIPE: "Name a file that is written to its end"
    case EACCES, EPERM, EROFS: "Choose a folder that you may write to"
    case ENOSPC, EDQUOT, EFBIG: "Free some space or choose another folder"
    case EIO: "Check the disk"
    case EMFILE, ENFILE: "Close other programs or raise the limit with ulimit -n"
    default: "Try again, and report it if it stays"
    }
  }
}

extension RigError.Code {
  static let openJournal = Self("open the journal")
  /// A write failed; what was written before is whole.
  package static let writeJournal = Self("write the journal")
  static let syncJournal = Self("sync the journal")
  static let readJournal = Self("read the journal")
}
