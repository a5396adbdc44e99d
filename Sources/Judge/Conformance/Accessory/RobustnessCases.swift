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
    unknown, foreignDirection, empty, ownIdentifiers, vendorIdentifiers, everyIdentifier,
    oversize, pieces,
  ]

  static let unknown = Case.accessory(
    "R01", "unknown identifiers",
    requirement: "A message with an unknown identifier is not answered and harms nothing.",
    source: "accessory protocol §1.4 (observed: QNIQ, STELLA, nrfuwb, CANVAS, AOSP)",
    tags: ["survival"], parameters: ["0x00", "0x04", "0x09", "0x0D", "0x10", "0xFF"]
  ) { context, accessory in
    try await context.requireIgnored(accessory, Hexadecimal.decode(context.parameter))
  }

  static let foreignDirection = Case.accessory(
    "R02", "identifiers of the other direction",
    requirement: "A message that only an accessory may send is ignored, and an initialize right "
      + "behind it answered.",
    source: "accessory protocol §1.1 (QNIQ, AOSP)", tags: ["survival"],
    parameters: ["0x01", "0x02", "0x03"]
  ) { context, accessory in
    let message = try Hexadecimal.decode(context.parameter)
    try await context.requireIgnored(accessory, message)
    try await context.requireInitialize(accessory, behind: message)
  }

  static let empty = Case.accessory(
    "R03", "an empty message",
    requirement: "An empty message is ignored.",
    source: "accessory protocol §1.4 (observed: QNIQ, nrfuwb, CANVAS, AOSP; STELLA does not "
      + "look)",
    tags: ["survival"], declared: .seconds(1)
  ) { context, accessory in
    let framing = accessory.description.framing ?? .length16
    guard framing.carriesEmptyMessages else {
      throw CaseEnding.skip("\(framing.rawValue) cannot carry an empty message")
    }
    // Careless firmware reads what the message before has left.
    _ = try await context.initialize(accessory)
    try await accessory.send(bytes: [])
    let end = context.lab.now.advanced(by: context.limits.silence)
    var answer = try await context.nextAnswer(from: accessory, until: end)
    while answer?.isOwedStop == true {
      answer = try await context.nextAnswer(from: accessory, until: end)
    }
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
    seen += try await context.answers(to: [.stop(), .initialize()], from: accessory)
    let foreign = seen.filter { received in
      !accessory.declares(received.bytes)
        && !(received.message?.identifier.isInSampleProfile ?? false)
    }
    try context.require(
      foreign.isEmpty, "only identifiers of the profile, or claimed ones",
      expected: "0x01, 0x02, 0x03", got: foreign.isEmpty ? seen.names : foreign.names)
  }

  static let vendorIdentifiers = Case.accessory(
    "R05", "identifiers of vendors", .varies,
    requirement: "A vendor's message is answered only where the vendor's identifiers are claimed.",
    source: "accessory protocol §1.1 (QNIQ, FindMyCat)", tags: ["survival"],
    parameters: ofVendors.map { "0x" + String($0, radix: 16, uppercase: true) }
  ) { context, accessory in
    try await context.requireIgnored(accessory, Hexadecimal.decode(context.parameter))
  }

  /// Identifiers that vendors were seen to use.
  static let ofVendors: [UInt8] = [0x20, 0x21, 0x2F, 0x30]

  static let everyIdentifier = Case.accessory(
    "R13", "every identifier that means nothing", .inferred,
    requirement: "No message with an identifier that nothing gives a meaning is answered, alone or "
      + "with bytes behind it.",
    source: "accessory protocol §1.4 (observed: QNIQ, STELLA, nrfuwb, CANVAS, AOSP)",
    tags: ["survival"], declared: .seconds(1)
  ) { context, accessory in
    let claimed = accessory.description.claims.vendorIDs ?? []
    let unknown = (UInt8.min...UInt8.max).filter { identifier in
      !claimed.contains(identifier) && !Self.withMeaning.contains(identifier)
    }
    var random = context.random("bodies")
    // A board that works off one message after the other answers behind all that wait: it gets few at a
    // time where that takes long.
    var (begin, size, isQuick) = (0, 4, true)
    while begin < unknown.count {
      let asked = context.lab.now
      for identifier in unknown[begin..<min(begin + size, unknown.count)] {
        try await accessory.send(bytes: [identifier])
        // FF in the second byte, as in F01.
        try await accessory.send(bytes: [identifier, 0xFF] + random.bytes(5))
      }
      let answered = try await context.requireIgnored(accessory, [unknown[begin]]).at
      begin += size
      isQuick = isQuick && asked.duration(to: answered) * 4 < context.limits.accessoryAnswer
      size = isQuick ? min(size * 2, 16) : 4
    }
    // Two answers, and two to the fence, behind each four identifiers.
  }.waiting(forAnswers: 256)

  /// Identifiers of the protocol, of its dialects for Android, and of vendors.
  private static let withMeaning: [UInt8] =
    [0x01, 0x02, 0x03, 0x0A, 0x0B, 0x0C, 0x1A, 0x1B, 0xA5] + ofVendors

  static let oversize = Case.accessory(
    "F01", "long messages on a byte stream",
    requirement: "A message of no meaning is dropped whatever its length, and the framing is kept: "
      + "the next message is taken.",
    source: "accessory protocol §1.2 (observed: QNIQ and CANVAS 64 bytes, nrfuwb 256)",
    needs: [.byteStream], tags: ["survival"],
    // Buffers have sizes of powers of two, and lengths types of 8 and 16 bits.
    parameters: (3...15).flatMap { power in
      [-1, 0, 1].map { "\((1 << power) + $0)" }
    } + ["65535"]
  ) { context, accessory in
    var random = context.random("long message")
    let length = max(Int(context.parameter) ?? 65, 2)
    // FF in the second byte too: an accessory for Android phones takes any version (Ranging OOB §11).
    let message = [0xFF, 0xFF] + random.bytes(length - 2)
    let data = try await context.requireIgnored(accessory, message).data
    try await context.start(accessory, with: context.shareable(for: context.read(data)))
    try await context.requireInitialize(accessory, behind: message)
  }

  static let pieces = Case.accessory(
    "F02", "messages in pieces",
    requirement: "A message is taken wherever its bytes are cut into writes.",
    source: "rig policy: the framing of the rig file (a byte stream keeps no borders of messages)",
    needs: [.byteStream, .radioIfPresent], declared: .seconds(2),
    parameters: ["bytes", "halves", "joined"]
  ) { context, accessory in
    let framing = accessory.description.framing ?? .length16
    let stop = try framing.encode(AccessoryMessage.stop().encode())
    let initialize = try framing.encode(AccessoryMessage.initialize().encode())
    func exchange(listening: Bool = false, _ cuts: (Int) -> [Int]) async throws {
      // Some ignore an initialize while they are configured (nrfuwb).
      try await accessory.send(.stop())
      try await context.write(initialize, to: accessory, cutAt: cuts(initialize.count))
      let data = try await context.expect(
        .accessoryConfigurationData, from: accessory, within: context.limits.accessoryAnswer,
        ignoring: [.didStop], "an initialize in pieces is answered with configuration data")
      let configuration = try context.read(data.message?.body ?? [])
      let shareable = context.shareable(for: configuration)
      let radio = listening ? try await context.radioIfPresent(for: shareable, configuration) : nil
      let start = try framing.encode(
        AccessoryMessage.configureAndStart(shareable.encode()).encode())
      try await context.write(start, to: accessory, cutAt: cuts(start.count))
      _ = try await context.expect(
        .didStart, from: accessory, within: context.limits.accessoryStart, ignoring: [.didStop],
        "a configuration in pieces is answered with did-start")
      try await radio?.requireRanging(rounds: 1, "ranging with a configuration in pieces")
      try await radio?.stop()
      try accessory.noteStop()
      try await context.write(stop, to: accessory, cutAt: cuts(stop.count))
      try await context.fence(accessory, "nothing but did-stop answers a stop in pieces")
    }
    switch context.parameter {
    case "bytes": try await exchange { Array(1..<$0) }
    case "halves":
      // The longest of the three is cut at every byte, as far as the time goes, and where buffers end
      // first.
      let longest = try framing.encode(
        AccessoryMessage.configureAndStart(context.guessedShareable(for: accessory).encode())
          .encode())
      let last = max(longest.count - 1, 1)
      let first = [1, 2, 3, 4, 8, 16, 32, 64, last / 2, last].filter { (1...last).contains($0) }
      let end = context.lab.now.advanced(by: .seconds(20))
      for place in first + (1...last).filter({ !first.contains($0) }) where context.lab.now < end {
        try await exchange { [min(place, $0 - 1)] }
      }
      try await exchange(listening: true) { [$0 / 2] }
    default:
      // The end of one message and the beginning of the next are one write.
      try await context.write(stop + initialize, to: accessory, cutAt: [1, stop.count + 1])
      _ = try await context.expect(
        .accessoryConfigurationData, from: accessory, within: context.limits.accessoryAnswer,
        ignoring: [.didStop], "an initialize that begins behind a stop is answered")
      try await context.fence(accessory, "nothing else answers them")
    }
  }
}

extension Need {
  /// A line that keeps no borders of messages: elsewhere each message travels by itself, and is no shorter for it.
  fileprivate static let byteStream = Need(named: "byte-stream") { boards in
    boards.first { $0.part?.gatt != nil || $0.link.preservesMessages }
      .map { "\($0.name) is on no byte stream: each message travels by itself" }
  }
}

extension CaseContext {
  /// Writes bytes in pieces, with a pause between them in which the board reads each by itself.
  fileprivate func write(
    _ bytes: [UInt8], to board: AccessoryBoard, cutAt cuts: [Int]
  ) async throws {
    var begin = 0
    for end in cuts + [bytes.count] where end > begin {
      if begin > 0 { try await lab.sleep(for: .milliseconds(5), label: "between two pieces") }
      try await board.send(raw: Array(bytes[begin..<end]))
      begin = end
    }
  }

  /// Asserts that the message behind one of no meaning is taken: an initialize, which no stop comes
  /// before that could be lost unseen.
  fileprivate func requireInitialize(
    _ board: AccessoryBoard, behind message: [UInt8]
  ) async throws {
    try await stop(board)
    try await board.send(bytes: message)
    _ = try await configuration(of: board)
  }

  /// Asserts that nothing answers a message, did-stop neither: a stop and an initialize behind it
  /// bring one did-stop at most and configuration data once.
  ///
  /// - Returns: the configuration data that is valid afterwards, and when the initialize was answered.
  @discardableResult
  fileprivate func requireIgnored(
    _ board: AccessoryBoard, _ message: [UInt8]
  ) async throws -> (data: [UInt8], at: LabInstant) {
    try await board.send(bytes: message)
    let answers = try await answers(to: [.stop(), .initialize()], from: board)
    let stops = answers.filter { $0.message?.identifier == .didStop }
    try require(
      stops.allSatisfy(\.isOwedStop) && answers.count == stops.count + 1,
      "nothing answers the message",
      expected: "did-stop and configuration data for the stop and the initialize behind it",
      got: answers.names)
    let at = answers.last?.at ?? lab.now
    return (try await fence(board, "nothing answers the message later"), at)
  }
}
