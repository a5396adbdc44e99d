import Journal
import LabRuntime
import NearbySession
import RangingOOB
import RigFile
import Runner

/// Configurations that no accessory must start (Ranging OOB §14.6).
enum OOBHostileCases {
  static let all: [Case] = [
    unannounced, truncated, sizes, keyLengths, keyBlocks, trailing, unknown, repeated, mismatch,
    roles, session, addresses, values, random,
  ]

  private static let source = "Ranging OOB §4, §14.6"

  /// - Parameter possible: the parameters of the case with which an accessory may start: no phone of
  ///   today chooses them, and they can mean something.
  private static func hostile(
    _ id: String, _ title: String, _ caseClass: CaseClass = .required, requirement: String,
    parameters: [String] = [], possible: [String] = [],
    _ bytes: @escaping @Sendable (ConfigurationBlock.UWB, CapabilityBlock.UWB, String) -> [UInt8]?
  ) -> Case {
    Case.oob(
      id, title, caseClass, requirement: requirement, source: source, needs: [.radioIfPresent],
      tags: ["survival"], parameters: parameters
    ) { oob in
      let own = try await oob.ultraWideband()
      guard let bytes = bytes(oob.block(for: own), own, oob.context.parameter) else {
        throw CaseEnding.skip("the accessory announces it")
      }
      guard possible.contains(oob.context.parameter) else {
        return try await oob.requireRefusal(of: bytes, with: own, "it starts nothing")
      }
      let started = try await oob.configure(bytes: bytes)
      if started?.contains(OOBTechnology.uwb) == true {
        oob.context.observe("\(oob.context.parameter) is taken")
      }
      // One that answers nothing may have started.
      if started != [] { _ = try await oob.stop() }
      try await oob.range("a good configuration ranges afterwards")
    }
  }

  private static func changed(
    _ block: ConfigurationBlock.UWB, _ change: (inout ConfigurationBlock.UWB) -> Void
  ) -> [UInt8] {
    var block = block
    change(&block)
    return OOBExchange.message(block).encode()
  }

  static let unannounced = hostile(
    "OB69", "values that were not announced", .inferred,
    requirement:
      "A value that was not announced starts nothing, and the next configuration ranges.",
    parameters: ["channel", "preamble", "configuration-id", "slot"]
  ) { block, own, parameter in
    switch parameter {
    case "channel":
      guard let other = own.unannouncedChannel else { return nil }
      return changed(block) { $0.channel = other }
    case "preamble":
      guard let other = (9...32).first(where: { !own.preambles.contains($0) }) else { return nil }
      return changed(block) { $0.preamble = UInt8(other) }
    case "configuration-id":
      guard let other = (1...6).first(where: { !own.configIDs.contains($0) }) else { return nil }
      return changed(block) {
        $0.configID = UInt8(other)
        $0.key = [UInt8](repeating: 7, count: OOBConfigID.keyLengths(of: UInt8(other))[0])
      }
    default:
      return own.minimumSlot > 1 ? changed(block) { $0.slot = 1 } : changed(block) { $0.slot = 0 }
    }
  }

  static let truncated = Case.oob(
    "OB82", "configuration that is cut",
    requirement: "A configuration that is cut anywhere starts nothing, and the next one ranges.",
    source: "Ranging OOB §14.6 (AOSP tests)", tags: ["survival"]
  ) { oob in
    let own = try await oob.ultraWideband()
    let whole = OOBExchange.message(oob.block(for: own)).encode()
    for count in OOBMessage.headerSize..<whole.count {
      try await oob.board.send(bytes: Array(whole.prefix(count)))
    }
    // What comes before the answer to this is no answer to the good one. Some answer it first, and the others
    // when their radio is up.
    try await oob.board.send(OOBExchange.request())
    var kinds: Set<OOBMessage.Kind> = []
    var answers = 0
    while answers < 100,
      let received = try await oob.board.next(
        within: kinds.count > 1 ? .milliseconds(200) : OOBBoard.longestSilence)
    {
      answers += 1
      if let kind = received.message?.kind { kinds.insert(kind) }
      guard case .configurationResponse(let set)? = received.message?.body else { continue }
      try oob.context.require(
        !set.contains(OOBTechnology.uwb), "a configuration that is cut starts nothing",
        expected: "no uwb", got: "\(set)")
    }
    try await oob.range(with: own, "a good configuration ranges afterwards")
  }

  static let sizes = hostile(
    "OB83", "wrong sizes of a block",
    requirement: "A block whose size is not its own starts nothing.",
    parameters: ["0", "1", "18", "255"]
  ) { block, _, parameter in
    var bytes = OOBExchange.message(block).encode()
    bytes[7] = UInt8(parameter) ?? 0
    return bytes
  }

  static let keyLengths = hostile(
    "OB84", "wrong lengths of the key",
    requirement: "A length of the key that is not that of its bytes starts nothing.",
    parameters: ["0", "7", "9", "255"]
  ) { block, _, parameter in
    var bytes = OOBExchange.message(block).encode()
    bytes[20] = UInt8(parameter) ?? 0
    return bytes
  }

  static let keyBlocks = hostile(
    "OB84-block", "keys of invalid lengths",
    requirement: "A key of 0, 7, 9 or 24 bytes starts nothing, although its block is consistent.",
    parameters: ["0", "7", "9", "24"]
  ) { block, _, parameter in
    changed(block) { $0.key = [UInt8](repeating: 7, count: Int(parameter) ?? 0) }
  }

  static let trailing = Case.oob(
    "OB85", "bytes behind the message", .inferred,
    requirement: "A configuration with bytes behind it does no harm.", source: source,
    tags: ["survival"], parameters: ["1", "2", "20", "long"]
  ) { oob in
    let own = try await oob.ultraWideband()
    let message = OOBExchange.message(oob.block(for: own)).encode()
    // On Bluetooth LE as many as one write has, the frame of the Find Hub network included.
    let longest = oob.board.description.dataChannel == nil ? 255 : 230
    let count = Int(oob.context.parameter) ?? longest - message.count
    let started = try await oob.configure(bytes: message + [UInt8](repeating: 0, count: count))
    if started?.contains(OOBTechnology.uwb) == true {
      oob.context.observe("a configuration with bytes behind it is taken")
    }
    try await oob.range(with: own, "a good configuration ranges afterwards")
  }

  static let unknown = Case.oob(
    "OB86", "unknown technology in front",
    requirement:
      "Behind a block of an unknown technology that of ultra-wideband is read, and ranges, or all is "
      + "refused.",
    source: "Ranging OOB §4 (AOSP tests, NCS)", tags: ["survival"]
  ) { oob in
    var own = try await oob.ultraWideband()
    let block = oob.block(for: own)
    let message = OOBExchange.message(
      [.unknown(OOBTechnology(rawValue: 9), [1, 2, 3]), .uwb(block)], start: .uwb)
    let (radio, isTaken) = try await oob.rangeIfTaken(
      message, block, with: own, "what it says to have started ranges")
    if isTaken {
      _ = try await oob.stop()
      // Some have another address for each session.
      own = try await oob.ultraWideband()
    } else {
      oob.context.observe("a configuration with an unknown technology is refused")
    }
    try await radio?.stop()
    try await oob.range(with: own, "a good configuration ranges afterwards")
  }

  static let repeated = hostile(
    "OB87", "block twice", .inferred, requirement: "The same block twice starts nothing."
  ) { block, _, _ in
    OOBExchange.message([.uwb(block), .uwb(block)]).encode()
  }

  static let mismatch = hostile(
    "OB88", "bits and blocks that differ", .inferred,
    requirement: "A bit without its block, and a block without its bit, start nothing.",
    parameters: ["bit", "block"]
  ) { block, _, parameter in
    var request = OOBMessage.Configuration(blocks: parameter == "bit" ? [] : [.uwb(block)])
    request.configure = parameter == "bit" ? .uwb : []
    request.start = .uwb
    return OOBMessage(version: 1, .configurationRequest(request)).encode()
  }

  static let roles = hostile(
    "OB89", "invalid roles and modes", .inferred,
    requirement: "A role or a mode other than 1 and 2 starts nothing.",
    parameters: ["role-0", "role-3", "role-255", "mode-0", "mode-3"]
  ) { block, _, parameter in
    let value = parameter.split(separator: "-").last.flatMap { UInt8($0) } ?? 0
    return changed(block) {
      if parameter.hasPrefix("role") {
        $0.role = OOBRole(rawValue: value)
      } else {
        $0.mode = OOBMode(rawValue: value)
      }
    }
  }

  static let session = Case.oob(
    "OB90", "session id 0", .varies, requirement: "Session id 0 is refused, or does no harm.",
    source: "Ranging OOB §3.1 (AOSP)", tags: ["survival"]
  ) { oob in
    let own = try await oob.ultraWideband()
    let block = oob.block(for: own)
    let started = try await oob.configure(bytes: changed(block) { $0.sessionID = 0 })
    if started?.contains(OOBTechnology.uwb) == true {
      oob.context.observe("session id 0 is taken")
    }
    try await oob.fence("nothing follows")
  }

  static let addresses = hostile(
    "OB91", "addresses that no phone has", .inferred,
    requirement: "The accessory's own address, 0000 and FFFF start nothing.",
    parameters: ["own", "0000", "FFFF"]
  ) { block, own, parameter in
    changed(block) {
      $0.address =
        parameter == "own" ? own.address : parameter == "0000" ? [0, 0] : [0xFF, 0xFF]
    }
  }

  static let values = hostile(
    "OB92", "intervals and slots that no phone chooses", .inferred,
    requirement:
      "Intervals and slots that cannot be start nothing; one of a minute may, and 1, with "
      + "which the first phones meant a rate.",
    parameters: ["interval-0", "interval-1", "interval-5", "interval-65535", "slot-0", "slot-255"],
    possible: ["interval-1", "interval-65535"]
  ) { block, _, parameter in
    let value = parameter.split(separator: "-").last.flatMap { UInt16($0) } ?? 0
    return changed(block) {
      if parameter.hasPrefix("slot") {
        $0.slot = UInt8(truncatingIfNeeded: value)
      } else {
        $0.interval = value
      }
    }
  }

  static let random = Case.oob(
    "OB93", "1000 random messages",
    requirement: "The accessory lives through 1000 random messages and still answers.",
    source: source, tags: ["survival"]
  ) { oob in
    let own = try await oob.ultraWideband()
    var random = oob.context.random("random messages")
    for _ in 1...1000 {
      let count = Int.random(in: 0...80, using: &random)
      try await oob.board.send(
        bytes: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
    while try await oob.board.next(within: .milliseconds(200)) != nil {}
    try await oob.fence("nothing follows")
    try await oob.range(with: own, "a good configuration ranges afterwards")
  }
}
