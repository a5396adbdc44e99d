import LabRuntime
import NearbyAccessory
import NearbySession
import RigFile
import Runner
import WireFormat

/// An accessory in the dialect of NXP's demonstration for Android.
struct AndroidExchange {
  let context: CaseContext
  let accessory: AccessoryBoard
  /// The initialize that it answers in that dialect, which the parameter of the case spells.
  let initialize: [UInt8]
  private(set) var data: UwbDeviceConfigurationData

  /// Initializes an accessory as an Android phone does; skips where it does not speak to one.
  init(_ context: CaseContext, _ accessory: AccessoryBoard) async throws {
    self.context = context
    self.accessory = accessory
    initialize = try Hexadecimal.decode(context.parameter)
    let silent = CaseEnding.skip("\(accessory.name) does not answer this initialize")
    if accessory.hasLeftUnanswered(initialize) { throw silent }
    guard let blob = try await Self.answer(context, accessory, initialize) else {
      accessory.noteUnanswered(initialize)
      throw silent
    }
    if (try? AccessoryConfigurationData.decode(blob)) != nil {
      throw CaseEnding.skip("\(accessory.name) answers this initialize as one of Apple")
    }
    data = try Self.read(blob, context)
  }

  /// Stops, and initializes once more; did-stop at most may come before the answer.
  mutating func restart(_ what: String) async throws {
    try await accessory.send(.stop())
    let blob = try await Self.answer(context, accessory, initialize)
    try context.require(
      blob != nil, what, expected: "accessory configuration data (0x01)",
      got: blob == nil ? "nothing" : "accessory configuration data")
    data = try Self.read(blob ?? [], context)
  }

  /// The mask of profiles names known ones in the other byte order alone.
  var hasTurnedMask: Bool { data.profileMask > 0xFF && data.profileMask.byteSwapped < 0x100 }

  /// A phone's choice from the accessory's data, with random values of this instance.
  func choice(
    _ purpose: String, _ change: (inout UwbPhoneConfigurationData) -> Void = { _ in }
  ) -> UwbPhoneConfigurationData {
    var random = context.random("Android: " + purpose)
    var address = random.bytes(2)
    // Neither unassigned nor broadcast nor the accessory's.
    while [data.macAddress, [0, 0], [0xFF, 0xFF]].contains(address) { address = random.bytes(2) }
    var offer = data
    if hasTurnedMask { offer.profileMask = offer.profileMask.byteSwapped }
    // A phone takes the first profile that is offered.
    var choice = UwbPhoneConfigurationData(
      sessionIdentifier: UInt32(1 + random.index(below: 0xFFFF)),
      profile: UInt8(clamping: offer.profiles.first ?? 1),
      deviceRangingRole: data.rangingRoles & 1 == 1 ? 1 : 2, macAddress: address)
    change(&choice)
    return choice
  }

  /// Sends a configuration and tells whether did-start came.
  func configure(_ blob: [UInt8]) async throws -> Bool {
    try await context.relaying { try await accessory.send(.configureAndStart(blob)) }
    let answer = try await context.nextAnswer(
      from: accessory, within: context.limits.accessoryStart)
    guard let answer else { return false }
    try context.require(
      answer.message?.identifier == .didStart, "a configuration brings did-start or nothing",
      expected: "did-start", got: answer.description)
    return true
  }

  /// Starts the accessory with a choice, and tells whether it did; where there is a radio, whether
  /// it ranges too.
  func starts(_ choice: UwbPhoneConfigurationData, bigEndian: Bool = false) async throws -> Bool {
    let radio = try await context.radioIfPresent(RadioOrder(choice, data))
    var isRanging = try await configure(choice.encode(bigEndian: bigEndian))
    if isRanging, let radio { isRanging = try await radio.isHeard(withinRounds: 5) }
    if isRanging {
      try await radio?.requireRanging(rounds: 2, "ranging as the Android phone has configured it")
    }
    try await radio?.stop()
    return isRanging
  }

  /// The data behind the next configuration data message; nil when none comes.
  private static func answer(
    _ context: CaseContext, _ accessory: AccessoryBoard, _ initialize: [UInt8]
  ) async throws -> [UInt8]? {
    try await accessory.send(bytes: initialize)
    let deadline = context.lab.now.advanced(by: context.limits.accessoryAnswer)
    while let received = try await context.nextAnswer(from: accessory, until: deadline) {
      if case .accessoryConfigurationData(let blob)? = received.message { return blob }
      try context.require(
        received.message?.identifier == .didStop, "nothing has started",
        expected: "did-stop at most", got: received.description)
    }
    return nil
  }

  private static func read(
    _ blob: [UInt8], _ context: CaseContext
  ) throws -> UwbDeviceConfigurationData {
    let data = try? UwbDeviceConfigurationData.decode(blob)
    let length = UwbDeviceConfigurationData.length
    guard let data, data.trailing.isEmpty else {
      throw context.violation(
        "the data for an Android phone has its layout", expected: "\(length) bytes",
        got: "\(blob.count) bytes")
    }
    return data
  }
}
