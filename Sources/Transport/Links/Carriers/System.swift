import CRigShims
import Glibc

/// The system's own words.
package enum SystemError {
  package static func description(_ number: Int32) -> String {
    unsafe String(cString: strerror(number))
  }
}

/// The system calls of the carriers: every pointer of this module stands here, each for the length
/// of one call.
enum System {

  /// The words for what a name server said, as `rig_tcp_connect` reports it.
  static func nameServerWords(_ status: Int32) -> String {
    unsafe String(cString: rig_gai_text(-status - 10000))
  }

  /// Reads what is there, at most `capacity` bytes; `number` is the error, 0 for none.
  static func read(
    _ descriptor: Int32, capacity: Int, then: () -> Void
  ) -> (bytes: [UInt8], number: Int32) {
    var number: Int32 = 0
    let bytes = unsafe bytes(capacity) { buffer in
      let got = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      number = got < 0 ? errno : 0
      then()
      return got
    }
    return (bytes, number)
  }

  /// Reads one packet, of which at most `capacity` bytes are kept; `waited` is how long it was here before,
  /// so far as the kernel says.
  static func receive(
    _ descriptor: Int32, capacity: Int
  ) -> (bytes: [UInt8], number: Int32, waited: Duration) {
    var number: Int32 = 0
    var waited: Int64 = 0
    let bytes = unsafe bytes(capacity) { buffer in
      let got = unsafe rig_packet_receive(
        descriptor, buffer.baseAddress, Int32(buffer.count), &waited)
      number = max(-got, 0)
      return Int(got)
    }
    return (bytes, number, .nanoseconds(waited))
  }

  /// What a call leaves in a buffer that it is given, in a copy of its own size: a client that sends byte by
  /// byte must not make us hold a page for each.
  private static func bytes(
    _ capacity: Int, _ call: (UnsafeMutableRawBufferPointer) -> Int
  ) -> [UInt8] {
    unsafe withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { buffer in
      let count = unsafe max(call(buffer), 0)
      return unsafe [UInt8](unsafeUninitializedCapacity: count) { copy, filled in
        let read = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
        unsafe UnsafeMutableRawBufferPointer(copy).copyMemory(from: read)
        filled = count
      }
    }
  }

  /// Writes from `start` on; how many bytes were taken, or an error number.
  static func write(
    _ descriptor: Int32, _ bytes: [UInt8], from start: Int
  ) -> (count: Int, number: Int32) {
    let count = unsafe bytes.withUnsafeBytes { buffer in
      unsafe Glibc.write(
        descriptor, buffer.baseAddress?.advanced(by: start), buffer.count - start)
    }
    return (count, count < 0 ? errno : 0)
  }

  /// Waits for events of an epoll; fills `events` and returns how many there are.
  ///
  /// - Parameter nanoseconds: how long; negative: for ever.
  static func wait(_ epoll: Int32, _ events: inout [rig_event], nanoseconds: Int64) -> Int {
    let count = unsafe events.withUnsafeMutableBufferPointer { buffer in
      unsafe rig_epoll_wait(epoll, buffer.baseAddress, Int32(buffer.count), nanoseconds)
    }
    return Int(max(count, 0))
  }

  /// A pseudo-terminal in raw mode: the master's descriptor or a negative error number, and the path
  /// of the slave.
  static func openTerminal() -> (master: Int32, path: String) {
    var path = [CChar](repeating: 0, count: 128)
    let capacity = path.count
    let master = unsafe path.withUnsafeMutableBufferPointer { buffer in
      unsafe rig_pty_open(buffer.baseAddress, capacity)
    }
    let text = path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return (master, String(decoding: text, as: UTF8.self))
  }

  /// A descriptor that reports when `path` is opened and closed, or a negative error number.
  static func watchOpens(_ path: String) -> Int32 { unsafe rig_watch_opens(path) }

  /// The opens and closes since the last call; nil when the watch has failed.
  static func readWatch(_ descriptor: Int32) -> (opens: Int, closes: Int)? {
    var opens: Int32 = 0
    var closes: Int32 = 0
    guard unsafe rig_watch_read(descriptor, &opens, &closes) == 0 else { return nil }
    return (Int(opens), Int(closes))
  }

  /// A terminal device, or a negative error number.
  static func openSerial(_ path: String) -> Int32 { unsafe rig_open_serial(path) }

  static func connect(_ host: String, _ port: String, milliseconds: Int32) -> Int32 {
    unsafe rig_tcp_connect(host, port, milliseconds)
  }

  /// A listening socket or a negative error number, and its port.
  static func listen(_ address: String, _ port: UInt16) -> (descriptor: Int32, port: UInt16) {
    var bound: UInt16 = 0
    let descriptor = unsafe rig_tcp_listen(address, port, &bound)
    return (descriptor, bound)
  }

  /// A started shell command, or a negative error number in `status`.
  static func spawn(
    _ command: String, in directory: String
  ) -> (status: Int32, input: Int32, output: Int32, process: pid_t) {
    var input: Int32 = -1
    var output: Int32 = -1
    var process: pid_t = 0
    let status = unsafe rig_spawn_shell(command, directory, &input, &output, &process)
    return (status, input, output, process)
  }

  /// What the driver of a terminal has counted, or nil where it counts nothing.
  static func lineErrors(_ descriptor: Int32) -> LineErrors? {
    var counts = rig_tty_counts()
    guard unsafe rig_tty_errors(descriptor, &counts) == 0 else { return nil }
    return LineErrors(
      framing: Int(counts.framing), parity: Int(counts.parity), overrun: Int(counts.overrun),
      lost: Int(counts.lost), breaks: Int(counts.breaks))
  }

  /// The bytes that a terminal has not sent yet, or a negative error number.
  static func queuedBytes(_ descriptor: Int32) -> Int32 {
    var queued: Int32 = 0
    let status = unsafe rig_tty_drain_count(descriptor, &queued)
    return status < 0 ? status : queued
  }
}
