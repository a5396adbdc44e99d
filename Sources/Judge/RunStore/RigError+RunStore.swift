public import Errors
import Foundation

extension RigError.Code {
  /// The folder of the run cannot be made or used.
  public static let create = Self("make the run directory")
  /// A document cannot be written.
  public static let write = Self("write")
  /// A run cannot be read.
  public static let read = Self("read the run")
  /// The ledger cannot be read or written.
  static let ledger = Self("use the ledger")
  /// A run cannot be removed.
  static let remove = Self("remove the run")
}

extension RigError {
  /// A failure with the reason that the system gave.
  public init(failingTo code: Code, _ path: String, cause: any Error) {
    var (reason, advice) = Self.explain(cause)
    // What is to be written need not be there, but the folder that it goes to.
    if code == .write, reason == Self.missing { reason = "there is no such folder" }
    self.init(failingTo: code, path, reason: reason, advice: advice)
  }

  private static let missing = "there is no such file"

  private static func explain(_ cause: any Error) -> (reason: String, advice: String) {
    let writable = "Choose a folder that you may write to with --out"
    switch (cause as? CocoaError)?.code {
    case .fileWriteNoPermission, .fileReadNoPermission: return ("permission denied", writable)
    case .fileWriteVolumeReadOnly: return ("the file system is read-only", writable)
    case .fileWriteOutOfSpace:
      return ("no space left on the device", "Free some space or choose another folder with --out")
    case .fileReadNoSuchFile, .fileNoSuchFile: return (missing, "Check the path")
    case .fileWriteFileExists: return ("a file of that name is in the way", writable)
    default: break
    }
    let system = (cause as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError
    switch (system ?? cause as? POSIXError)?.code {
    case .ENOTDIR?: return ("a part of the path is a file", "Choose another folder with --out")
    case .ENAMETOOLONG?: return ("the name is too long", "Choose a shorter path with --out")
    case .EDQUOT?, .ENOSPC?:
      return ("no space left on the device", "Free some space or choose another folder with --out")
    case .EFBIG?:
      return ("the file would become too large", "Raise the limit or choose another folder")
    case .EACCES?, .EPERM?: return ("permission denied", writable)
    case .EROFS?: return ("the file system is read-only", writable)
    case let code?: return ("system error \(code.rawValue)", writable)
    case nil: return ((cause as NSError).localizedDescription, writable)
    }
  }
}
