import CRigShims
import Glibc

/// Reading what the kernel shows as files; every failure is an absence.
package enum SystemFiles {
  /// The facts about a file that need no opening.
  struct Status: Equatable, Sendable {
    var mode: UInt32
    var owner: UInt32
    var group: UInt32
  }

  /// The first `limit` bytes of a file; nil where it cannot be read.
  package static func bytes(_ path: String, limit: Int = 4096) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = 0
    while count < limit {
      let start = count
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress?.advanced(by: start), limit - start)
      }
      if got < 0, errno == EINTR { continue }
      // A device that goes away in the middle is a device that is gone.
      if got < 0 { return nil }
      if got == 0 { break }
      count += got
    }
    bytes.removeLast(limit - count)
    return bytes
  }

  /// A short file, without the newline at its end; nil where it cannot be read.
  static func text(_ path: String) -> String? {
    bytes(path).map { bytes in
      String(decoding: bytes.last == 0x0A ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }
  }

  /// 0, or the error number.
  static func write(_ text: String, to path: String) -> Int32 {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    let count = unsafe bytes.withUnsafeBytes {
      unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
    return count == bytes.count ? 0 : errno
  }

  /// The names in a folder, without `.` and `..`, sorted.
  package static func names(in path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 19
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let place = unsafe UnsafeRawPointer(entry).advanced(by: offset)
      let name = unsafe String(cString: place.assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Where a symbolic link leads, as it is written; nil where there is none.
  static func link(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes { buffer -> Int in
      guard let place = buffer.baseAddress else { return -1 }
      return unsafe readlink(path, place.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
  }

  /// The path without links and dots; nil where there is nothing.
  static func resolved(_ path: String) -> String? {
    // Into memory of our own: a preload that shows other trees may give back some that cannot be
    // freed.
    var storage = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    return unsafe storage.withUnsafeMutableBufferPointer { storage in
      guard let text = unsafe realpath(path, storage.baseAddress) else { return nil }
      return unsafe String(cString: text)
    }
  }

  /// The last part of where a symbolic link leads.
  static func linkName(_ path: String) -> String? {
    link(path).flatMap { $0.split(separator: "/").last.map(String.init) }
  }

  /// True where something is, a link that leads nowhere not counted.
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// True where this program, with its rights of this moment, may read and write.
  static func isUsable(_ path: String) -> Bool {
    unsafe access(path, R_OK | W_OK) == 0
  }

  /// Mode, owner and group; nil where there is nothing.
  static func status(_ path: String) -> Status? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return Status(
      mode: status.st_mode & 0o7777, owner: status.st_uid, group: status.st_gid)
  }

  /// Whether an access list gives rights beside owner and group (as udev's uaccess does).
  static func hasAccessList(_ path: String) -> Bool {
    unsafe rig_has_access_list(path) == 1
  }
}
