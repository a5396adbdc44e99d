import NearbyAccessory
import NearbySession
import RigFile
import Runner
import WireFormat

/// The phone's reading of accessory configuration data, and its answers.
enum PhoneAccessoryCases {
  static let all: [Case] = [
    invalid, outOfBounds, newer, namesByte, accessoryToken, versions, fresh, ownAddress, rate,
    concurrent, request, distance,
  ]

  private static func refusal(
    _ rig: PhoneRig, _ data: [UInt8], _ what: String
  ) async throws -> FrameworkError {
    let phone = try await rig.phone()
    do throws(FrameworkError) {
      _ = try phone.accessoryConfiguration(data: data)
    } catch {
      rig.context.noteFromPhone("\(error)")
      return error
    }
    rig.context.noteFromPhone("the configuration data is accepted")
    throw rig.context.violation(what, expected: "an error", got: "none")
  }

  private static func requireRefusal(
    _ rig: PhoneRig, _ data: [UInt8], _ what: String
  ) async throws {
    let error = try await refusal(rig, data, what)
    try rig.context.require(
      error.code == .invalidConfiguration, what, expected: "invalidConfiguration (-5888)",
      got: "\(error.code)")
  }

  static let invalid = Case.phone(
    "X01", "configuration data that is not valid",
    requirement: "Configuration data with wrong lengths, rate or role is refused with -5888.",
    source: "accessory protocol §2.3 (rig policy)",
    parameters: ["length", "inner-length", "rate", "role", "empty"]
  ) { rig in
    var data = PhoneRig.data()
    switch rig.context.parameter {
    case "length": data.append(0)
    case "inner-length": data[15] = 19
    case "rate": data[4] = 5
    case "role": data[32] = 2
    default: data = []
    }
    try await requireRefusal(rig, data, "data with a wrong \(rig.context.parameter) is refused")
  }

  static let outOfBounds = Case.phone(
    "X02", "a request out of bounds",
    requirement: "A 2.0 request outside of the minimums and interval bounds is refused with -5888.",
    source: "accessory protocol §2.3 (AOSP minimums; bounds are rig policy)",
    parameters: ["slot", "slots", "interval-low", "interval-high"]
  ) { rig in
    let limits = rig.context.limits
    let data = PhoneRig.data { data in
      data.uwb.version = .v2_0
      switch rig.context.parameter {
      case "slot": data.uwb.request.slotDuration = 2399
      case "slots": data.uwb.request.slotsPerRound = 5
      case "interval-low":
        data.uwb.request.interval = limits.intervalMinimum.wholeMilliseconds &- 1
      default: data.uwb.request.interval = limits.intervalMaximum.wholeMilliseconds &+ 1
      }
    }
    try await requireRefusal(
      rig, data, "a request with this \(rig.context.parameter) is refused")
  }

  static let newer = Case.phone(
    "X03", "a version above 2.0",
    requirement: "Data of a version above 2.0 is read as 2.0 and answered with 2.0.",
    source: "accessory protocol §2.3 (AOSP codec; rig policy)"
  ) { rig in
    let phone = try await rig.phone()
    let data = PhoneRig.data { data in
      data.uwb.version = SpecificationVersion(3, 1)
      data.uwb.extra = [1, 2, 3]
    }
    let session = phone.makeSession()
    do throws(FrameworkError) {
      let configuration = try phone.accessoryConfiguration(data: data)
      try? session.run(.accessory(configuration))
    } catch {
      rig.context.noteFromPhone("\(error)")
      throw rig.context.violation(
        "data of version 3.1 is accepted", expected: "accepted", got: "\(error)")
    }
    try await rig.expectStart(session)
    let shareable = try await rig.shareable(session)
    try rig.context.require(
      shareable.version == .v2_0, "the version of the answer", expected: "2.0",
      got: "\(shareable.version)")
  }

  static let namesByte = Case.phone(
    "PH19", "the error names the byte",
    requirement: "The error about configuration data says which byte is wrong.",
    source: "rig policy"
  ) { rig in
    var data = PhoneRig.data()
    data[4] = 5
    let error = try await refusal(rig, data, "an update rate of 5 is refused")
    try rig.context.require(
      error.violations.first?.offset == 4, "the byte that the error names", expected: "4",
      got: error.violations.first.map { "\($0.offset)" } ?? "none")
  }

  static let accessoryToken = Case.phone(
    "PH20", "a token for each accessory",
    requirement: "Accessories with different data have different tokens; equal data, equal ones.",
    source: "Nearby Interaction headers (accessoryDiscoveryToken)"
  ) { rig in
    let phone = try await rig.phone()
    let first = try phone.accessoryConfiguration(data: PhoneRig.data(1)).accessoryToken
    let again = try phone.accessoryConfiguration(data: PhoneRig.data(1)).accessoryToken
    let other = try phone.accessoryConfiguration(data: PhoneRig.data(2)).accessoryToken
    rig.context.noteFromPhone("\(first), \(again), \(other)")
    try rig.context.require(
      first == again && first != other, "tokens of two accessories",
      expected: "equal for equal data alone", got: "\(first), \(again), \(other)")
  }

  static let versions = Case.phone(
    "PH21", "the answer has the accessory's version",
    requirement: "Shareable data has the version of the accessory, and the length of that version.",
    source: "accessory protocol §3.1 (rig policy)", parameters: ["1.0", "1.1", "2.0"]
  ) { rig in
    let phone = try await rig.phone()
    let (version, length) =
      switch rig.context.parameter {
      case "1.0": (SpecificationVersion.v1_0, 28)
      case "1.1": (.v1_1, 30)
      default: (.v2_0, 35)
      }
    let data = PhoneRig.data { $0.uwb.version = version }
    let shareable = try await rig.shareable(on: phone, for: data)
    let bytes = try shareable.encode().count
    try rig.context.require(
      shareable.version == version && bytes == length, "version and length of the answer",
      expected: "\(version), \(length) bytes", got: "\(shareable.version), \(bytes) bytes")
  }

  static let fresh = Case.phone(
    "PH22", "new shareable data at every run",
    requirement: "Every run has a session id, a vector and an address of its own.",
    source: "accessory protocol §3.4 (observed: captures of iPhones, each)"
  ) { rig in
    let session = try await rig.startedSession()
    let first = try await rig.shareable(session)
    try session.runAgain()
    try await rig.expectStart(session)
    let second = try await rig.shareable(session)
    try rig.context.require(
      first.staticSTSIV != second.staticSTSIV, "the vector of the second run",
      expected: "another one", got: Hexadecimal.encode(second.staticSTSIV))
  }

  static let ownAddress = Case.phone(
    "PH23", "the phone's own address",
    requirement: "The phone's address is neither the accessory's nor 0 nor 0xFFFF.",
    source: "accessory protocol §3.4"
  ) { rig in
    let phone = try await rig.phone()
    for number in 0..<8 {
      let address = UInt16(1 + number)
      let session = try await rig.startedSession(
        running: rig.accessory(phone, address), on: phone)
      let shareable = try await rig.shareable(session)
      try rig.context.require(
        ![address, 0, 0xFFFF].contains(shareable.destinationAddress), "the phone's address",
        expected: "neither \(address.hexadecimal) nor 0x0000 nor 0xffff",
        got: shareable.destinationAddress.hexadecimal)
      session.invalidate()
    }
  }

  static let rate = Case.phone(
    "PH24", "the block follows the update rate",
    requirement: "The ranging block has the length for the accessory's preferred update rate.",
    source: "accessory protocol §2.1, §5.6 (intervals are the rig's)",
    parameters: ["automatic", "infrequent", "user-interactive"]
  ) { rig in
    let rates: [PreferredUpdateRate] = [.automatic, .infrequent, .userInteractive]
    let rate = try rig.context.choice(rates, named: \.description)
    let limits = rig.context.limits
    let wanted = rate == .infrequent ? limits.blockIntervalInfrequent : limits.blockInterval
    let phone = try await rig.phone {
      $0.exchange.blockInterval = limits.blockInterval.wholeMilliseconds
    }
    let data = PhoneRig.data { $0.preferredUpdateRate = rate }
    let shareable = try await rig.shareable(on: phone, for: data)
    try rig.context.require(
      shareable.rangingDuration == wanted.wholeMilliseconds, "the ranging block",
      expected: "\(wanted.wholeMilliseconds) ms", got: "\(shareable.rangingDuration) ms")
  }

  static let concurrent = Case.phone(
    "PH25", "sessions at the same time differ in their block",
    requirement: "Two sessions at the same time have different ranging blocks.",
    source: "accessory protocol §3.3 (observed: captures of iPhones, 162, 180, 198 ms)"
  ) { rig in
    let phone = try await rig.phone()
    var blocks: [UInt16] = []
    for number in 0..<2 {
      let data = PhoneRig.data(UInt16(1 + number))
      blocks.append(try await rig.shareable(on: phone, for: data).rangingDuration)
    }
    try rig.context.require(
      blocks[0] != blocks[1], "the blocks of two sessions", expected: "two lengths",
      got: "\(blocks[0]) and \(blocks[1]) ms")
  }

  static let request = Case.phone(
    "PH26", "the accessory's request is granted",
    requirement: "From 2.0 the phone takes the round and the interval that the accessory asks for.",
    source: "accessory protocol §2.2 (R4; that it is granted is rig policy)"
  ) { rig in
    let phone = try await rig.phone()
    let data = PhoneRig.data { data in
      data.uwb.version = .v2_0
      data.uwb.request = UWBConfigurationData.RangingRequest(
        slotsPerRound: 8, slotDuration: 3600, interval: 240)
    }
    let answer = try await rig.shareable(on: phone, for: data)
    try rig.context.require(
      answer.slotsPerRound == 8 && answer.rangingDuration == 240, "the round of the answer",
      expected: "8 slots, 240 ms",
      got: "\(answer.slotsPerRound) slots, \(answer.rangingDuration) ms")
  }

  static let distance = Case.phone(
    "PH27", "distances are in metres",
    requirement: "The distance of an update is that of the accessory, in metres.",
    source: "accessory protocol §5.1 (Apple's headers)", declared: .phoneBlocks(3), on: .accessory
  ) { rig in
    let application = try await rig.application()
    let (update, object) = try await rig.expectUpdate(application)
    try rig.require(update, from: "phone", to: "lock", "the distance")
    try rig.context.require(
      object == application.session.configuration?.peerToken, "the object of the update",
      expected: "the accessory's token", got: "\(object)")
  }
}
