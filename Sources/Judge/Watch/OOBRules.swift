import BootProtocols
import RangingOOB
import WireFormat

/// The rules that every value of an accessory for Android phones is held against.
enum OOBRules: RuleList {
  static let firmware = Firmware.rangingOOB
  static let all: [Rule<OOBSight>] = [
    strayBytes, decodable, kinds, unasked, versions, fields, capabilities,
  ]

  static let strayBytes = rule(
    "W41", "bytes between values",
    requirement: "Behind its first value an accessory sends nothing but values.",
    source: "rig policy: the framing of the rig file", yields: true
  ) { sight in
    guard case .noise(let reason, let bytes) = sight.content, !sight.isFirst else { return nil }
    return Breach(expected: "values alone", got: "\(bytes) bytes between them: \(reason)")
  }

  static let decodable = rule(
    "W42", "values that no phone reads",
    requirement:
      "Each value is one message: a phone ends the session at the first that it cannot read.",
    source: "Ranging OOB §1.1, §4 (generated decoder)"
  ) { sight in
    guard case .unreadable(let error) = sight.content, !sight.isFirst else { return nil }
    return Breach(expected: error.allowed, got: "\(error.found) (\(error.field))")
  }

  static let kinds = rule(
    "W43", "messages of phones",
    requirement: "An accessory sends answers and motion, no requests and no reserved messages.",
    source: "Ranging OOB §1.1 (PDL)"
  ) { sight in
    guard let message = sight.message, !message.kind.isFromBoard else { return nil }
    return Breach(expected: "an answer or motion", got: "\(message.kind)")
  }

  static let unasked = rule(
    "W44", "answers that nothing asked for",
    requirement:
      "An answer follows a request of its kind, and motion a configuration that wants it.",
    source: "Ranging OOB §5.1, §16", yields: true
  ) { sight in
    guard let message = sight.message, !sight.wasAsked else { return nil }
    return Breach(expected: "no \(message.kind)", got: "one that nothing asked for")
  }

  static let versions = rule(
    "W45", "versions of answers",
    requirement: "An answer has a version that was asked for, at least 1, and motion at least 3.",
    source: "Ranging OOB §2.3 (AOSP, Atmosic, NCS)", yields: true
  ) { sight in
    guard let message = sight.message, message.kind.isFromBoard, sight.wasAsked else { return nil }
    // Motion came with version 3.
    let lowest: UInt8 = message.kind == .motion ? 3 : 1
    let highest = max(sight.highestVersion, lowest)
    guard !(lowest...highest).contains(message.version) else { return nil }
    return Breach(
      expected: "version \(lowest) to \(highest)", got: "version \(message.version)")
  }

  static let fields = rule(
    "W46", "fields of capabilities and motion",
    requirement:
      "Bits and blocks are the same technologies, and each field has a value that is defined.",
    source: "Ranging OOB §1.4, §2.1, §2.3 (PDL, AOSP)"
  ) { sight in
    switch sight.message?.body {
    case .motion(let motion)?:
      motion.isKnown ? nil : Breach(expected: "motion 0 to 3", got: "\(motion.rawValue)")
    case .capabilitiesResponse(let content)?: breach(of: content)
    default: nil
    }
  }

  static let distance = distanceRule(
    "W47", "distances to the accessory", of: "that are measured to an accessory")

  static let capabilities = rule(
    "W48", "capabilities of ultra-wideband",
    requirement:
      "What ultra-wideband can do is the same whenever it is asked for in a run, over all connections; "
      + "its address may change.",
    source: "Ranging OOB §2.1 (PDL: the block is that of the accessory, not of a session)"
  ) { sight in
    guard var first = sight.firstUWB, let now = sight.uwb else { return nil }
    first.address = now.address
    guard first != now else { return nil }
    let fields: [(name: String, (CapabilityBlock.UWB) -> String)] = [
      ("channels", { "\($0.channels)" }), ("preambles", { "\($0.preambles)" }),
      ("configuration ids", { "\($0.configIDs)" }),
      ("a minimum interval", { "\($0.minimumInterval) ms" }),
      ("a minimum slot", { "\($0.minimumSlot) ms" }), ("roles", { "\($0.roles)" }),
    ]
    return fields.lazy.filter { $0.1(first) != $0.1(now) }.map {
      Breach(expected: "\($0.name) of \($0.1(first)) as at first", got: $0.1(now))
    }.first
  }

  private static func breach(of content: OOBMessage.Capabilities) -> Breach? {
    let blocks = content.blocks.map(\.technology)
    guard OOBTechnologySet(blocks) == content.technologies, Set(blocks).count == blocks.count else {
      return Breach(
        expected: "the blocks \(content.technologies)",
        got: blocks.isEmpty ? "none" : blocks.map(\.description).joined(separator: " "))
    }
    if let tail = content.tail, !tail.transitioning.isKnown || !tail.deviceType.isKnown {
      return Breach(
        expected: "a tail with defined values", got: "\(tail.transitioning), \(tail.deviceType)")
    }
    for case .wifiNAN(let block) in content.blocks where block.bandwidth > 5 {
      return Breach(expected: "a bandwidth of Wi-Fi NAN of 0 to 5", got: "\(block.bandwidth)")
    }
    guard let uwb = content.blocks.ultraWideband else { return nil }
    for (name, isGood, value) in [
      ("preambles of 9 to 12 and 25 to 32", uwb.preambles.areDefined, "\(uwb.preambles)"),
      ("configuration ids of 1 to 6", uwb.configIDs.areDefined, "\(uwb.configIDs)"),
      ("channels of UWB", uwb.channels.areDefined, "\(uwb.channels)"),
      ("roles", uwb.roles.isKnown && uwb.roles.rawValue > 0, "\(uwb.roles)"),
    ] where !isGood {
      return Breach(expected: name, got: value)
    }
    return nil
  }
}
