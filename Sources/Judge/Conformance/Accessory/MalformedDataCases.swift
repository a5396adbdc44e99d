import Journal
import LabRuntime
import NearbyAccessory
import Runner

enum MalformedDataCases {
  static let all: [Case] = [
    cut, long, lengthByte, foreignVersion, higherVersion, unconfigured, ownAddress,
  ]

  static let cut = Case.accessory(
    "C18", "a configuration that is cut short",
    requirement: "A configuration that is cut short does not start the accessory, and the next "
      + "good one does.",
    source: "accessory protocol §3.1 (observed: QNIQ, NXP)", tags: ["survival"],
    declared: .seconds(1), parameters: (0..<35).map(String.init)
  ) { context, accessory in
    let blob = try context.shareable(for: await context.configuration(of: accessory)).encode()
    let length = Int(context.parameter) ?? 0
    guard length < blob.count else {
      throw CaseEnding.skip("a configuration for this board has only \(blob.count) bytes")
    }
    // Nothing, the length of the oldest configuration, and one byte too few: there it is waited for a
    // radio that is slow to come up. At each of 35 lengths that would take half a minute a board.
    try await context.requireRefusal(
      accessory, of: Array(blob.prefix(length)), "a configuration that is cut does not start it",
      listens: [0, 28, blob.count - 1].contains(length))
  }

  static let long = Case.accessory(
    "C19", "a configuration with bytes behind its end", .varies,
    requirement: "A configuration with bytes behind its end is refused.",
    source: "accessory protocol §3.1 (QNIQ refuses; captures decoded by others do not)",
    tags: ["survival"], declared: .seconds(1), parameters: ["1", "16"]
  ) { context, accessory in
    var random = context.random("bytes behind the end")
    let shareable = context.shareable(for: try await context.configuration(of: accessory)) {
      $0.trailing = random.bytes(Int(context.parameter) ?? 1)
    }
    try await context.requireRefusal(
      accessory, of: shareable.encode(), "a configuration that is too long does not start it")
  }

  static let lengthByte = Case.accessory(
    "C20", "a length byte that is wrong",
    requirement: "A configuration whose length byte promises more than there is starts nothing.",
    source: "accessory protocol §3.1 (observed: nrfuwb)", tags: ["survival"], declared: .seconds(1),
    parameters: ["+1", "255"]
  ) { context, accessory in
    let shareable = context.shareable(for: try await context.configuration(of: accessory)) {
      $0.declaredLength = context.parameter == "+1" ? $0.declaredLength &+ 1 : 255
    }
    try await context.requireRefusal(
      accessory, of: shareable.encode(), "a wrong length byte does not start it")
  }

  static let foreignVersion = Case.accessory(
    "C21", "a version that does not exist",
    requirement: "A configuration of a version that does not exist starts nothing.",
    source: "accessory protocol §3.1 (observed: QNIQ, nrfuwb)", tags: ["survival"],
    declared: .seconds(1), parameters: ["0.0", "3.0", "3.1", "1.9"]
  ) { context, accessory in
    let configuration = try await context.configuration(of: accessory)
    let numbers = context.parameter.split(separator: ".").compactMap { UInt8($0) }
    let version = SpecificationVersion(UInt16(numbers.first ?? 0), UInt16(numbers.last ?? 0))
    let own = configuration.uwb.version
    guard version < .v2_0 || version > own else {
      throw CaseEnding.skip("the accessory's own data is of version \(own)")
    }
    var blob = try context.shareable(for: configuration).encode()
    blob.replaceSubrange(0..<4, with: [numbers.first ?? 0, 0, numbers.last ?? 0, 0])
    try await context.requireRefusal(
      accessory, of: blob, "version \(context.parameter) does not start it")
  }

  static let higherVersion = Case.accessory(
    "V03", "a version above the accessory's own",
    requirement: "A configuration of a version above that of the accessory's data starts nothing.",
    source: "accessory protocol §3.1 (observed: QNIQ)", declared: .seconds(1)
  ) { context, accessory in
    let configuration = try await context.configuration(of: accessory)
    let own = configuration.uwb.version
    let higher: SpecificationVersion =
      own < .v1_1 ? .v1_1 : own < .v2_0 ? .v2_0 : SpecificationVersion(own.major &+ 1, 0)
    let shareable = context.shareable(for: configuration) {
      $0.version = higher
      $0.declaredLength = UInt8(
        clamping: higher.layout.shareableLength - ShareableConfigurationData.headerLength)
    }
    try await context.requireRefusal(
      accessory, of: shareable.encode(), "version \(higher) does not start one of \(own)")
  }

  static let unconfigured = Case.accessory(
    "C22", "a configuration before any initialize", .inferred,
    requirement: "A configuration before any initialize starts nothing.",
    source: "accessory protocol §1.4, §1.5 (observed: STELLA, AOSP)", declared: .seconds(1)
  ) { context, accessory in
    // Only a new connection makes the accessory forget the initializes of earlier cases.
    try accessory.requireNoticedDisconnection()
    try await context.connectAnew(accessory)
    try await context.configure(accessory, with: context.guessedShareable(for: accessory))
    try await context.fenceAfterSilence(
      accessory, "a configuration before any initialize does not start it")
  }

  static let ownAddress = Case.accessory(
    "C26", "the accessory's own address", .inferred,
    requirement: "A configuration whose phone has the accessory's own address starts nothing.",
    source: "accessory protocol §7 (the rig's reading)", declared: .seconds(1)
  ) { context, accessory in
    let configuration = try await context.configuration(of: accessory)
    let shareable = context.shareable(for: configuration) {
      $0.destinationAddress = configuration.uwb.sourceAddress
    }
    try await context.requireRefusal(
      accessory, of: shareable.encode(), "its own address does not start it")
  }
}
