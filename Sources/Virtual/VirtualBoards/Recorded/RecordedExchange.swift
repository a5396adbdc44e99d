import WireFormat

/// The traffic of a board's link, in order: a part of a recording, such as one case.
public struct RecordedExchange: Equatable, Sendable {
  /// One thing that happened.
  public enum Happening: Equatable, Sendable {
    case opened
    case host([UInt8])
    case board([UInt8])
    /// The link ended by itself.
    case ended
  }

  /// Something that happened, with its time.
  public struct Entry: Equatable, Sendable {
    /// Microseconds on the recording's clock.
    public var time: Int64
    /// The event.
    public var happening: Happening

    /// Something that happened at a time.
    public init(at time: Int64, _ happening: Happening) {
      self.time = time
      self.happening = happening
    }
  }

  /// Its name in a difference: the instance's, or the file's.
  public var name: String
  /// The entries, in order.
  public var entries: [Entry]
  /// Whether the machine stood still meanwhile, so that its times are not the device's.
  public var wasHeldUp = false

  /// An exchange.
  public init(name: String, entries: [Entry] = []) {
    self.name = name
    self.entries = entries
  }

  /// Microseconds between an entry and the one before it.
  func gap(before index: Int) -> Int64 {
    guard index > 0, index < entries.count else { return 0 }
    let (gap, overflow) = entries[index].time.subtractingReportingOverflow(entries[index - 1].time)
    return overflow ? 0 : max(0, gap)
  }
}

/// Where a host did not do what the recorded one did.
public struct ReplayDifference: Equatable, Sendable, CustomStringConvertible {
  /// The exchange, by its name.
  public var exchange: String
  /// Bytes that were sent alike before, in this exchange.
  public var agreed: Int
  /// The recorded host's bytes there; empty where the recording has nothing more.
  public var recorded: [UInt8]
  /// The bytes of this host.
  public var sent: [UInt8]

  /// One line for a person.
  public var description: String {
    let there = recorded.isEmpty ? "nothing more" : Self.hexadecimal(recorded)
    return "\(exchange): after \(agreed) bytes that agree, recorded \(there), sent "
      + Self.hexadecimal(sent)
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = bytes.prefix(24).map { Hexadecimal.encode([$0]) }
    let more = bytes.count > 24 ? " … (\(bytes.count) bytes)" : ""
    return digits.joined(separator: " ") + more
  }
}
