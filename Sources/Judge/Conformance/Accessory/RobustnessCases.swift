import Journal
import LabRuntime
import Links
import NearbyAccessory
import RigFile
import Runner
import WireFormat

/// Messages that no healthy phone sends.
enum RobustnessCases {
  static let all: [Case] = [
    unknown, foreignDirection, empty, ownIdentifiers, vendorIdentifiers, oversize,
  ]

  static let unknown = Case.accessory(
    "R01", "unknown identifiers",
    requirement: "A message with an unknown identifier is not answered and harms nothing.",
    source: "accessory protocol §1.4 (observed: QNIQ, STELLA, nrfuwb, CANVAS, AOSP)",
    tags: ["survival"], parameters: ["0x00", "0x04", "0x09", "0x0D", "0x10", "0xFF"]
  ) { context, accessory in
    try await context.requireIgnored(accessory, [context.parameterByte])
  }

  static let foreignDirection = Case.accessory(
    "R02", "identifiers of the other direction",
    requirement: "A message that only an accessory may send is ignored.",
    source: "accessory protocol §1.1 (QNIQ, AOSP)", tags: ["survival"],
    parameters: ["0x01", "0x02", "0x03"]
  ) { context, accessory in
    try await context.requireIgnored(accessory, [context.parameterByte])
  }

  static let empty = Case.accessory(
    "R03", "a message without a byte",
    requirement: "A message without a byte is ignored.",
    source: "accessory protocol §1.4 (observed: QNIQ, nrfuwb, CANVAS, AOSP; STELLA does not "
      + "look)",
    tags: ["survival"], declared: .seconds(1)
  ) { context, accessory in
    let framing = accessory.description.framing ?? .length16
    guard framing.carriesEmptyMessages else {
      throw CaseEnding.skip("\(framing.rawValue) cannot carry a message without a byte")
    }
    // Careless firmware reads what the message before has left.
    _ = try await context.initialize(accessory)
    try await accessory.send(bytes: [])
    let answer = try await accessory.next(within: context.limits.silence)
    try context.require(
      answer == nil, "nothing answers the message", expected: "nothing",
      got: answer?.description ?? "nothing")
    try await context.requireIgnored(accessory, [])
  }

  static let ownIdentifiers = Case.accessory(
    "R04", "identifiers that the accessory sends",
    requirement: "An accessory sends did-start, did-stop, its configuration data and the vendor "
      + "messages that it claims, and nothing else.",
    source: "accessory protocol §1.2 (Apple's sample aborts on any other)"
  ) { context, accessory in
    let shareable = context.shareable(for: try await context.configuration(of: accessory))
    try await context.configure(accessory, with: shareable)
    var seen: [AccessoryBoard.Received] = []
    let deadline = context.lab.now.advanced(by: context.limits.accessoryStart)
    while let received = try await accessory.next(until: deadline) {
      seen.append(received)
      if received.message?.identifier == .didStart { break }
    }
    seen += try await context.answers(
      to: [AccessoryMessage.stop().encode(), AccessoryMessage.initialize().encode()],
      from: accessory)
    let foreign = seen.filter { received in
      !accessory.declares(received) && !(received.message?.identifier.isInSampleProfile ?? false)
    }
    try context.require(
      foreign.isEmpty, "only identifiers of the profile, or claimed ones",
      expected: "0x01, 0x02, 0x03", got: foreign.isEmpty ? seen.names : foreign.names)
  }

  static let vendorIdentifiers = Case.accessory(
    "R05", "identifiers of vendors", .varies,
    requirement: "A vendor's message is answered only where the vendor's identifiers are claimed.",
    source: "accessory protocol §1.1 (QNIQ, FindMyCat)", tags: ["survival"],
    parameters: ["0x20", "0x21", "0x2F", "0x30"]
  ) { context, accessory in
    try await context.requireIgnored(accessory, [context.parameterByte])
  }

  static let oversize = Case.accessory(
    "F01", "long messages on a byte stream",
    requirement: "A message longer than any of the protocol is dropped, and the framing is kept.",
    source: "accessory protocol §1.2 (observed: buffers of 64 to 256 bytes)", tags: ["survival"],
    parameters: ["65", "513", "65535"]
  ) { context, accessory in
    guard accessory.description.part?.gatt == nil, !accessory.description.link.preservesMessages
    else {
      throw CaseEnding.skip("\(accessory.name) is on no byte stream")
    }
    var random = context.random("long message")
    let length = max(Int(context.parameter) ?? 65, 1)
    let data = try await context.requireIgnored(accessory, [0xFF] + random.bytes(length - 1))
    try await context.start(accessory, with: context.shareable(for: context.read(data)))
  }
}

extension CaseContext {
  fileprivate var parameterByte: UInt8 { UInt8(parameter.dropFirst(2), radix: 16) ?? 0 }

  /// Asserts that nothing answers a message, did-stop neither: a stop and an initialize behind it
  /// bring one did-stop at most and configuration data once.
  ///
  /// - Returns: the configuration data that is valid afterwards.
  @discardableResult
  fileprivate func requireIgnored(
    _ board: AccessoryBoard, _ message: [UInt8]
  ) async throws -> [UInt8] {
    let answers = try await answers(
      to: [message, AccessoryMessage.stop().encode(), AccessoryMessage.initialize().encode()],
      from: board)
    let stops = answers.identifiers.count { $0 == .didStop }
    try require(
      stops <= 1 && answers.count == stops + 1, "nothing answers the message",
      expected: "did-stop and configuration data for the stop and the initialize behind it",
      got: answers.names)
    return try await fence(board, "nothing answers the message later")
  }
}
