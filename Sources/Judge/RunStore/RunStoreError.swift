import Foundation

/// Why a run could not be kept on disk, or read from it.
public struct RunStoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What failed. The set may grow.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// Finishes the phrase "failed to …".
    public let description: String
    /// A kind with a phrase of its own.
    public init(_ description: String) { self.description = description }

    /// The folder of the run cannot be made or used.
    public static let create = Code("make the run directory")
    /// A document cannot be written.
    public static let write = Code("write")
    /// A run cannot be read.
    public static let read = Code("read the run")
    /// The ledger cannot be read or written.
    public static let ledger = Code("use the ledger")
    /// A run cannot be removed.
    public static let remove = Code("remove the run")
  }

  /// What failed.
  public let code: Code
  /// The folder or file.
  public let path: String
  /// Why, in words.
  public let reason: String
  /// What to do next.
  public let advice: String

  /// A failure of one step on one path.
  public init(_ code: Code, path: String, reason: String, advice: String) {
    self.code = code
    self.path = path
    self.reason = reason
    self.advice = advice
  }

  /// A failure with the reason that the system gave.
  public init(_ code: Code, path: String, cause: any Error) {
    var (reason, advice) = Self.explain(cause)
    // What is to be written need not be there, but the folder that it goes to.
    if code == .write, reason == Self.missing { reason = "there is no such folder" }
    self.init(code, path: path, reason: reason, advice: advice)
  }

  /// One line for a person.
  public var description: String { "failed to \(code) \(path): \(reason); \(advice)" }

  private static let missing = "there is no such file"

  private static func explain(_ cause: any Error) -> (reason: String, advice: String) {
    let writable = "choose a folder that you may write to with --out"
    switch (cause as? CocoaError)?.code {
    case .fileWriteNoPermission, .fileReadNoPermission: return ("permission denied", writable)
    case .fileWriteVolumeReadOnly: return ("the file system is read-only", writable)
    case .fileWriteOutOfSpace:
      return ("no space left on the device", "free some space or choose another folder with --out")
    case .fileReadNoSuchFile, .fileNoSuchFile: return (missing, "check the path")
    case .fileWriteFileExists: return ("a file of that name is in the way", writable)
    default: break
    }
    let system = (cause as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError
    switch (system ?? cause as? POSIXError)?.code {
    case .ENOTDIR?: return ("a part of the path is a file", "choose another folder with --out")
    case .ENAMETOOLONG?: return ("the name is too long", "choose a shorter path with --out")
    case .EDQUOT?, .ENOSPC?:
      return ("no space left on the device", "free some space or choose another folder with --out")
    case .EFBIG?:
      return ("the file would become too large", "raise the limit or choose another folder")
    case .EACCES?, .EPERM?: return ("permission denied", writable)
    case .EROFS?: return ("the file system is read-only", writable)
    case let code?: return ("system error \(code.rawValue)", writable)
    case nil: return ((cause as NSError).localizedDescription, writable)
    }
  }
}
