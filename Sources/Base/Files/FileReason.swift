import FoundationEssentials
public import Glibc

/// Why a file cannot be read or written, in a few words of a person's.
public enum FileReason {
  /// The reason behind an error of Foundation's or of a ``SystemFile``.
  public static func reason(of error: any Error) -> String {
    code(of: error).map(reason(of:)) ?? "\(error)"
  }

  /// The reason behind a number of the system's.
  public static func reason(ofNumber number: Int32) -> String {
    POSIXErrorCode(rawValue: number).map(reason(of:)) ?? "system error \(number)"
  }

  /// The system's own word for an error of Foundation's.
  public static func code(of error: any Error) -> POSIXErrorCode? {
    if let error = error as? POSIXError { return error.code }
    guard let error = error as? CocoaError else { return nil }
    if let below = error.underlying as? POSIXError { return below.code }
    return switch error.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: .ENOENT
    case .fileReadNoPermission, .fileWriteNoPermission: .EACCES
    case .fileWriteOutOfSpace: .ENOSPC
    case .fileWriteVolumeReadOnly: .EROFS
    case .fileWriteFileExists: .EEXIST
    default: nil
    }
  }

  /// The reason in words.
  public static func reason(of code: POSIXErrorCode) -> String {
    switch code {
    case .ENOENT: "there is no such file or folder"
    case .EACCES, .EPERM: "permission denied"
    case .EEXIST: "a file of that name is in the way"
    case .EISDIR: "it is a folder"
    case .ENOTDIR: "a part of the path is a file"
    case .ENOSPC, .EDQUOT: "no space left on the device"
    case .EROFS: "the file system is read-only"
    case .EFBIG: "the file would become too large"
    case .ELOOP: "its symbolic links lead in a circle"
    case .ENAMETOOLONG: "the name is too long"
    case .EMFILE, .ENFILE: "too many files are open"
    case .EIO: "the device that it is on cannot be read"
    default: "system error \(code.rawValue)"
    }
  }
}
