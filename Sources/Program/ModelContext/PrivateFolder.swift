import CRigShims
import Errors
import Files
import FoundationEssentials
import Glibc

/// A folder that only this user can look into, gone with its owner.
final class PrivateFolder: Sendable {
  let path: String

  init() throws(RigError) {
    let base = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var template = Array((base + "/uwbrig-mcp-XXXXXX").utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
    }
    guard made else {
      throw RigError(
        .failed, base, reason: FileReason.reason(ofNumber: errno),
        advice: "Set TMPDIR to a folder that can be written")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a text into a file of such a folder.
  static func write(_ text: String, to path: String) throws(RigError) {
    do throws(POSIXError) {
      try SystemFile(appending: path).write(Array(text.utf8))
    } catch { throw RigError(.failed, path, reason: FileReason.reason(of: error)) }
  }

  /// What a file of it holds, as far as it is read.
  func read(_ name: String, upTo most: Int) -> [UInt8] {
    do { return try SystemFile(reading: path + "/" + name).read(upTo: most) } catch { return [] }
  }
}
