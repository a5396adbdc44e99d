/// A session that a shell has started.
public struct ShellRanging: Equatable, Sendable {
  /// Whether it sends the first frame of a round.
  public var isInitiator: Bool
  /// UWB channel number.
  public var channel: UInt8 = 9
  /// Index of the preamble code.
  public var preamble: UInt8 = 10
  /// RSTU of a slot.
  public var slot: UInt16 = 2400
  /// Slots of a round.
  public var round: UInt16 = 25
  /// Milliseconds of a block.
  public var block: UInt32 = 200
  /// The id of the session.
  public var session: UInt32 = 42
  /// Its own short address.
  public var address: UInt16
  /// Those of its peers.
  public var peers: [UInt16]
  /// The vendor's part of the STS: six bytes of its initial vector and the vendor's id.
  public var upper: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

  /// INITF or RESPF with options such as `-CHAN=9`; nil for one that there is none of.
  init?(isInitiator: Bool, options: [String]) {
    self.isInitiator = isInitiator
    address = isInitiator ? 0 : 1
    peers = [isInitiator ? 1 : 0]
    for option in options {
      let parts = option.uppercased().split(separator: "=", maxSplits: 1).map(String.init)
      let text = parts.count == 2 ? parts[1] : ""
      func number<Value: FixedWidthInteger>(_ path: WritableKeyPath<Self, Value>) -> Bool {
        guard let value = Value(text) else { return false }
        self[keyPath: path] = value
        return true
      }
      let isTaken =
        switch parts.first {
        case "-CHAN": number(\.channel) && [5, 9].contains(channel)
        case "-PCODE": number(\.preamble)
        case "-SLOT": number(\.slot)
        case "-ROUND": number(\.round) && round > 0
        case "-BLOCK": number(\.block) && block >= 10
        case "-ID": number(\.session)
        case "-ADDR": number(\.address)
        case "-PADDR": takePeers(text)
        case "-VUPPER": takeUpper(text)
        case "-PRFSET", "-RRU", "-MULTI", "-HOP": true
        default: false
        }
      guard isTaken else { return nil }
    }
  }

  private mutating func takePeers(_ text: String) -> Bool {
    let words = text.filter { $0 != "[" && $0 != "]" }.split(separator: ",")
    let numbers = words.compactMap { UInt16($0) }
    peers = numbers
    return !numbers.isEmpty && numbers.count == words.count && numbers.count <= 8
  }

  private mutating func takeUpper(_ text: String) -> Bool {
    let bytes = text.split(separator: ":").compactMap { UInt8($0, radix: 16) }
    upper = bytes
    return bytes.count == 8
  }
}

/// What a round of a shell's session has measured with one peer.
public struct ShellMeasurement: Equatable, Sendable {
  /// The peer.
  public var address: UInt16
  /// Metres; nil where it was not heard.
  public var metres: Double?
  /// Received power in dBm.
  public var power: Double

  /// A measurement of a peer.
  public init(address: UInt16, metres: Double?, power: Double = 0) {
    self.address = address
    self.metres = metres
    self.power = power
  }
}

extension QorvoShell {
  /// Starts an application that ranges; its parameters are printed first.
  mutating func range(_ name: String, _ options: [String], at now: UInt64) -> [ShellAction] {
    guard let session = ShellRanging(isInitiator: name == "INITF", options: options) else {
      return [.line("KO")]
    }
    application = name
    ranging = session
    roundDue = now &+ UInt64(session.block) * 1000
    rounds = 0
    let head = [
      "FiRa Session Parameters: {", "SESSION_ID: \(session.session),",
      "CHANNEL_NUMBER: \(session.channel),",
      "DEVICE_ROLE: \(session.isInitiator ? "INITIATOR" : "RESPONDER"),",
      "RANGING_DURATION [ms]: \(session.block),", "}",
    ]
    return head.map { .line($0) } + [.line("ok"), .ranges(session)]
  }

  /// The next round of the session, when it is due.
  mutating func nextRound(at now: UInt64) -> [ShellAction] {
    guard let ranging, let due = roundDue, now >= due else { return [] }
    let next = due &+ UInt64(ranging.block) * 1000
    roundDue = next > now ? next : now &+ UInt64(ranging.block) * 1000
    return [.measures(block: rounds)]
  }

  /// Prints what a round has measured.
  public mutating func measured(_ measurements: [ShellMeasurement]) -> [ShellAction] {
    guard ranging != nil, fault != .isSilent else { return [] }
    let parts = measurements.map { measurement in
      let address = BootText.hex(measurement.address, digits: 4)
      guard let metres = measurement.metres, abs(metres) < 10_000 else {
        return "[mac_address=\(address), status=\"RX_TIMEOUT\"]"
      }
      let power = diagnostics ? ", RSSI[dBm]=\(Int(measurement.power.rounded())).0" : ""
      return "[mac_address=\(address), status=\"SUCCESS\", "
        + "distance[cm]=\(Int((metres * 100).rounded()))\(power)]"
    }
    let text =
      "SESSION_INFO_NTF: {session_handle=1, sequence_number=\(rounds), block_index=\(rounds), "
      + "n_measurements=\(parts.count)\n\r \(parts.joined(separator: ";\n\r "))}\r\n"
    rounds &+= 1
    return [.send(Array(text.utf8))]
  }

  /// Units by which the delay of a channel is above that of the factory.
  public func raised(channel: Int) -> Double {
    let name = "ant0.ch\(channel).ant_delay"
    func number(_ keys: [Key]) -> Double? {
      keys.first { $0.name == name }.map { key in
        Double(key.bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) })
      }
    }
    guard let now = number(calibration), let usual = number(Self.factory) else { return 0 }
    return now - usual
  }
}
