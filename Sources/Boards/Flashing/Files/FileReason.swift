import Foundation

/// Why a file cannot be read or written, in a few words of a person's.
package enum FileReason {
  /// The reason behind an error of Foundation's.
  package static func reason(of error: any Error) -> String {
    if let reason = number(error).flatMap(reason(of:)) { return reason }
    switch (error as? CocoaError)?.code {
    case .fileNoSuchFile?, .fileReadNoSuchFile?: return "there is no such file or folder"
    case .fileReadNoPermission?, .fileWriteNoPermission?: return "permission denied"
    case .fileWriteOutOfSpace?: return "no space left on the device"
    case .fileWriteVolumeReadOnly?: return "the file system is read-only"
    default: return error.localizedDescription
    }
  }

  /// The reason behind a number of the system's.
  static func reason(ofNumber number: Int32) -> String {
    POSIXErrorCode(rawValue: number).flatMap(reason(of:)) ?? "error \(number) of the system"
  }

  private static func number(_ error: any Error) -> POSIXErrorCode? {
    if let error = error as? POSIXError { return error.code }
    guard let below = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error else {
      return nil
    }
    if let error = below as? POSIXError { return error.code }
    return POSIXErrorCode(rawValue: Int32(truncatingIfNeeded: (below as NSError).code))
  }

  private static func reason(of code: POSIXErrorCode) -> String? {
    switch code {
    case .ENOENT: "there is no such file or folder"
    case .EACCES, .EPERM: "permission denied"
    case .EISDIR: "it is a folder"
    case .ENOTDIR: "a part of the path is no folder"
    case .ENOSPC, .EDQUOT: "no space left on the device"
    case .EROFS: "the file system is read-only"
    case .ELOOP: "its symbolic links lead in a circle"
    case .ENAMETOOLONG: "the name is too long"
    case .EMFILE, .ENFILE: "too many files are open"
    case .EIO: "the device that it is on cannot be read"
    default: nil
    }
  }
}
