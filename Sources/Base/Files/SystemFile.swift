public import FoundationEssentials
import Glibc

/// An open file without a buffer, which closes itself; what fails is the system's own error.
///
/// ```swift
/// let text = try SystemFile(reading: path).read(upTo: 1 << 16)
/// ```
public final class SystemFile: Sendable {
  private let descriptor: Int32

  /// Opens a file for reading.
  public convenience init(reading path: String) throws(POSIXError) { try self.init(path, O_RDONLY) }

  /// Opens a file that is there for reading and writing.
  public convenience init(updating path: String) throws(POSIXError) { try self.init(path, O_RDWR) }

  /// Opens a file for writing behind its end, made where it is not there.
  public convenience init(appending path: String) throws(POSIXError) {
    try self.init(path, O_WRONLY | O_CREAT | O_APPEND)
  }

  /// Makes a file that its owner alone can read; there must be none of that name.
  public convenience init(confidential path: String) throws(POSIXError) {
    try self.init(path, O_WRONLY | O_CREAT | O_EXCL, rights: 0o600)
  }

  private init(_ path: String, _ flags: Int32, rights: mode_t = 0o666) throws(POSIXError) {
    descriptor = unsafe Glibc.open(path, flags | O_CLOEXEC | O_NOCTTY, rights)
    if descriptor < 0 { throw Self.failure }
  }

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Where results go; the streams of the program are never closed.
  public static let standardOutput = SystemFile(STDOUT_FILENO)
  /// Where diagnostics go.
  public static let standardError = SystemFile(STDERR_FILENO)

  /// Up to `most` bytes from where the file stands; fewer at its end only.
  public func read(upTo most: Int) throws(POSIXError) -> [UInt8] {
    var bytes: [UInt8] = []
    // Small at first: the bound is often far above what there is.
    var piece = [UInt8](repeating: 0, count: min(most, 1 << 16))
    while bytes.count < most {
      let wanted = min(piece.count, most - bytes.count)
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, wanted)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw Self.failure }
      if count == 0 { break }
      bytes += piece[..<count]
    }
    return bytes
  }

  /// Writes all bytes; after an error the file may end in a part of them.
  public func write(_ bytes: [UInt8]) throws(POSIXError) {
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        // Streams of the program may have been made so by another that shares them.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&request, 1, -1)
        continue
      }
      if count <= 0 { throw Self.failure }
      offset += count
    }
  }

  /// Goes to a place; returns it.
  @discardableResult
  public func seek(to offset: Int) throws(POSIXError) -> Int { try seek(offset, SEEK_SET) }

  /// Goes to the end; returns where that is.
  @discardableResult
  public func seekToEnd() throws(POSIXError) -> Int { try seek(0, SEEK_END) }

  private func seek(_ offset: Int, _ whence: Int32) throws(POSIXError) -> Int {
    let place = lseek(descriptor, offset, whence)
    if place < 0 { throw Self.failure }
    return place
  }

  private static var failure: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

  deinit { if descriptor > STDERR_FILENO { _ = close(descriptor) } }
}
