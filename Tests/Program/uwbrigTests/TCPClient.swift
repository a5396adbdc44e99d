import Foundation
import Glibc
import Testing

/// A client of a virtual board, down to the socket: it can do what no proper client does.
final class TCPClient {
  private var descriptor: Int32

  /// Connects to a port of this machine; no answer within 5 minutes counts as an end.
  init(port: Int64) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(clamping: port)).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let number = descriptor
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe connect(number, address, size)
      }
    }
    try #require(status == 0)
    set(SO_RCVTIMEO, timeval(tv_sec: 300, tv_usec: 0))
  }

  deinit { close() }

  /// Sends; how many bytes were taken, with `waiting` false those that fit at once.
  @discardableResult
  func send(_ bytes: [UInt8], waiting: Bool = true) -> Int {
    let flags = Int32(MSG_NOSIGNAL) | (waiting ? 0 : Int32(MSG_DONTWAIT))
    return unsafe Glibc.send(descriptor, bytes, bytes.count, flags)
  }

  /// The next bytes; empty when the server has hung up.
  func receive() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(count, 0)))
  }

  /// True when CORE_GET_DEVICE_INFO is answered.
  func isServed() -> Bool {
    send([0x20, 0x02, 0x00, 0x00])
    var came: [UInt8] = []
    while true {
      while came.count >= 4, came.count >= 4 + Int(came[3]) {
        if came.starts(with: [0x40, 0x02]) { return true }
        // READY, which each board says first.
        came.removeFirst(4 + Int(came[3]))
      }
      let bytes = receive()
      guard !bytes.isEmpty else { return false }
      came += bytes
    }
  }

  /// Says that nothing more will come, and goes on reading.
  func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes the connection with a reset.
  func reset() {
    set(SO_LINGER, linger(l_onoff: 1, l_linger: 0))
    close()
  }

  func close() {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }

  private func set<Value: BitwiseCopyable>(_ option: Int32, _ value: Value) {
    var value = value
    let size = socklen_t(MemoryLayout<Value>.size)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, option, &value, size)
  }
}
