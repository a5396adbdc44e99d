import BootProtocols
import NearbyAccessory
import WireFormat

/// The rules that every frame of an accessory is held against.
enum AccessoryRules: RuleList {
  static let firmware = Firmware.niAccessory
  static let all: [Rule<AccessorySight>] = [
    strayBytes, lengths, configurationFields, reservedBytes, identifiers, identity,
    unaskedConfiguration, unaskedStart, unaskedStop,
  ]

  static let strayBytes = rule(
    "W01", "bytes between frames",
    requirement: "Behind its first frame an accessory sends nothing but frames.",
    source: "rig policy: the framing of the rig file", yields: true
  ) { sight in
    guard case .noise(let reason, let bytes) = sight.content, !sight.isFirst else { return nil }
    return Breach(expected: "frames alone", got: "\(bytes) bytes between them: \(reason)")
  }

  static let lengths = rule(
    "W02", "length of messages",
    requirement:
      "Each message has the body that its identifier says: configuration data of their own length, "
      + "did-start and did-stop without any.",
    source: "accessory protocol §1.1, §2.1"
  ) { sight in
    switch sight.content {
    case .message(.didStart(let body)), .message(.didStop(let body)):
      return body.isEmpty
        ? nil : Breach(expected: "no body", got: "a body of \(body.count) bytes")
    // What a vendor claims is laid out as it likes.
    case .unreadable where sight.frame.first.map(sight.vendorIDs.contains) ?? false: return nil
    case .unreadable(let error) where !sight.isFirst:
      return Breach(expected: error.allowed, got: "\(error.found) (\(error.field))")
    default: break
    }
    if let error = sight.dataError {
      return Breach(expected: error.allowed, got: "\(error.found) (\(error.field))")
    }
    return sight.violations.first { $0.isOfLengths }.map(Breach.init)
  }

  static let configurationFields = rule(
    "W03", "fields of configuration data",
    requirement: "Each field of each configuration data has a value that it may have.",
    source: "accessory protocol §2.1, §2.2, §2.3"
  ) { sight in
    sight.violations.first { !$0.isOfLengths && !$0.isOfReservedBytes }.map(Breach.init)
  }

  static let reservedBytes = rule(
    "W04", "reserved bytes of configuration data",
    requirement: "The reserved bytes of each configuration data are zero.",
    source: "accessory protocol §2.1, §2.2"
  ) { sight in
    sight.violations.first { $0.isOfReservedBytes }.map(Breach.init)
  }

  static let identifiers = rule(
    "W05", "identifiers of messages",
    requirement:
      "An accessory sends 0x01, 0x02, 0x03 and the vendor's identifiers that the rig file claims "
      + "for it, and no other.",
    source: "accessory protocol §1.1, §1.2", yields: true
  ) { sight in
    guard case .message(let message) = sight.content,
      !message.identifier.isInSampleProfile
        || !message.identifier.isDefined(in: .accessoryToPhone),
      !sight.vendorIDs.contains(message.identifier.rawValue), !sight.isFirst
    else { return nil }
    let claimed = sight.vendorIDs.map(Hexadecimal.name)
    return Breach(
      expected: (["0x01", "0x02", "0x03"] + claimed).joined(separator: ", "),
      got: Hexadecimal.name(message.identifier.rawValue) + ", \(sight.frame.count) bytes")
  }

  static let identity = rule(
    "W06", "identity of the accessory",
    requirement:
      "Manufacturer, model, middleware, versions, role and clock drift are the same in every "
      + "configuration data of a run, over all connections.",
    source: "accessory protocol §2.2, §7 (N13)"
  ) { sight in
    guard let data = sight.data, let identity = sight.identity else { return nil }
    return AccessoryIdentity(data).breach(of: identity)
  }

  static let unaskedConfiguration = rule(
    "W07", "unsolicited configuration data",
    requirement: "Configuration data come once for an initialize, and only then.",
    source: "accessory protocol §1.3", yields: true
  ) { sight in
    guard case .message(.accessoryConfigurationData) = sight.content, !sight.wasAsked else {
      return nil
    }
    return Breach(
      expected: "nothing", got: "configuration data without an initialize",
      unasked: "\(AccessoryMessage.Identifier.accessoryConfigurationData)")
  }

  static let unaskedStart = rule(
    "W08", "an unsolicited did-start",
    requirement: "Did-start comes once for a configuration that was sent, and only then.",
    source: "accessory protocol §1.3, §7 (C02)", yields: true
  ) { sight in
    guard case .message(.didStart) = sight.content, !sight.wasAsked else { return nil }
    return Breach(
      expected: "nothing", got: "did-start without a configuration",
      unasked: "\(AccessoryMessage.Identifier.didStart)")
  }

  static let unaskedStop = rule(
    "W09", "an unsolicited did-stop",
    requirement:
      "Did-stop comes once for a stop, or for a session that ends or does not begin, and only then.",
    source: "accessory protocol §1.3, §1.5", yields: true
  ) { sight in
    guard case .message(.didStop) = sight.content, !sight.wasAsked else { return nil }
    return Breach(
      expected: "nothing", got: "did-stop without a stop and without a session",
      unasked: "\(AccessoryMessage.Identifier.didStop)")
  }

  static let distance = distanceRule(
    "W10", "distances to the accessory", of: "that are measured to an accessory")
}

extension RuleViolation {
  fileprivate var isOfLengths: Bool {
    [AcceptancePolicy.Rule.totalLength, .innerLength].contains { $0.rawValue == rule }
  }

  fileprivate var isOfReservedBytes: Bool {
    AcceptancePolicy.Rule.reservedBytes.rawValue == rule
  }
}

extension Breach {
  fileprivate init(_ violation: RuleViolation) {
    self.init(
      expected: "\(violation.field): \(violation.allowed)",
      got: "\(violation.found), at byte \(violation.offset) of the configuration data")
  }
}
