/// What a controller says of its links to devices (Bluetooth Core 5.4, volume 4, part E, 7.7.5, 7.7.65).
enum ControllerNews: Hashable, Sendable {
  /// A link to a device, by its address.
  case connected(handle: UInt16, address: String, LinkParameters)
  /// The link has other parameters.
  case changed(handle: UInt16, LinkParameters)
  /// The link has ended, for a reason of the standard.
  case ended(handle: UInt16, reason: UInt8)

  /// Reads an event as it follows the kind of its packet; nil for all others, and what is cut.
  init?(event: ArraySlice<UInt8>) {
    let bytes = Array(event)
    guard bytes.count >= 2, bytes.count >= 2 + Int(bytes[1]) else { return nil }
    func number(_ at: Int) -> UInt16 { UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8 }
    // Another status than 0: it did not come to that.
    switch (bytes[0], bytes.count) {
    case (0x05, 6...) where bytes[2] == 0:
      self = .ended(handle: number(3) & 0x0FFF, reason: bytes[5])
    case (0x3E, 12...) where bytes[2] == 0x03 && bytes[3] == 0:
      self = .changed(handle: number(4) & 0x0FFF, LinkParameters(number(6), number(8), number(10)))
    case (0x3E, 20...) where (bytes[2] == 0x01 || bytes[2] == 0x0A) && bytes[3] == 0:
      // The newer event has two resolvable addresses before the parameters.
      let at = bytes[2] == 0x0A ? 26 : 14
      guard bytes.count >= at + 6 else { return nil }
      let address = bytes[8..<14].reversed().map { byte in
        String(byte >> 4, radix: 16, uppercase: true)
          + String(byte & 0xF, radix: 16, uppercase: true)
      }
      self = .connected(
        handle: number(4) & 0x0FFF, address: address.joined(separator: ":"),
        LinkParameters(number(at), number(at + 2), number(at + 4)))
    default: return nil
    }
  }
}

/// How often the two ends of a link meet.
struct LinkParameters: Hashable, Sendable {
  /// Between two meetings.
  var interval: Duration
  /// Meetings that the device may leave out.
  var latency: Int
  /// After which a link on which nothing is heard has ended.
  var timeout: Duration

  /// - Parameters:
  ///   - interval: in units of 1.25 ms.
  ///   - timeout: in units of 10 ms.
  init(_ interval: UInt16, _ latency: UInt16, _ timeout: UInt16) {
    self.interval = .microseconds(1250 * Int(interval))
    self.latency = Int(latency)
    self.timeout = .milliseconds(10 * Int(timeout))
  }
}

/// Why a link has ended (Bluetooth Core 5.4, volume 1, part F, 1.3).
struct LinkEnding: Hashable, Sendable, CustomStringConvertible {
  /// The code.
  let reason: UInt8

  private static let words: [UInt8: String] = [
    0x05: "authentication failure", 0x06: "PIN or key missing", 0x08: "connection timeout",
    0x13: "ended by the device", 0x14: "the device has low resources",
    0x15: "the device powers off", 0x16: "ended by this computer",
    0x1F: "unspecified error", 0x22: "no answer to the link layer",
    0x28: "instant passed", 0x3B: "unacceptable connection parameters",
    0x3D: "integrity of a packet violated", 0x3E: "the connection was never established",
  ]

  var description: String {
    let code = "0x" + (reason < 16 ? "0" : "") + String(reason, radix: 16, uppercase: true)
    return Self.words[reason].map { "\($0) (\(code))" } ?? "reason \(code)"
  }
}
