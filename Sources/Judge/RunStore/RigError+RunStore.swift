public import Errors
import Files
import Glibc

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
    let number = FileReason.code(of: cause)
    // What is to be written need not be there, but the folder that it goes to.
    let reason =
      switch number {
      case .ENOENT?: code == .write ? "there is no such folder" : "there is no such file"
      default: FileReason.reason(of: cause)
      }
    let advice =
      switch number {
      case .ENOENT?: "Check the path"
      case .ENOTDIR?: "Choose another folder with --out"
      case .ENAMETOOLONG?: "Choose a shorter path with --out"
      case .ENOSPC?, .EDQUOT?: "Free some space or choose another folder with --out"
      case .EFBIG?: "Raise the limit or choose another folder"
      default: "Choose a folder that you may write to with --out"
      }
    self.init(failingTo: code, path, reason: reason, advice: advice)
  }

  /// What a body gives that the system may refuse; its refusal is the reason of the failure.
  package static func explaining<Value>(
    _ code: Code, _ path: String, _ body: () throws -> Value
  ) throws(RigError) -> Value {
    do { return try body() } catch { throw RigError(failingTo: code, path, cause: error) }
  }
}
