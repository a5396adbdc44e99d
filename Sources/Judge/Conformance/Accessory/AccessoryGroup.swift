import Journal
import LabRuntime
import NearbyAccessory
import NearbySession
import RigFile
import Room
import Runner
import UCIHost

/// Several accessories that range with one phone at once, each in a session of its own.
struct AccessoryGroup {
  /// One accessory, with the session of the radio that ranges with it.
  struct Member: Sendable {
    let accessory: AccessoryBoard
    let address: UInt16
    let radio: SharedRadio
    let session: UCISession
    let block: Duration
    /// From its first message to its did-start.
    let setUp: Span
    /// How much of that the boards took to answer.
    let answers: Duration

    /// The rig's own share.
    var cost: Duration { max(.zero, setUp.duration - answers) }
    var name: String { accessory.name }

    /// The distance by the positions of the rig file, in metres; nil without both.
    var truth: Double? {
      let here = radio.board.description.position
      return accessory.description.position.flatMap { here?.distance(to: $0) }
    }
  }

  let context: CaseContext
  let members: [Member]

  /// Sets up all accessories at the same time, and judges what that cost the rig.
  ///
  /// - Throws: ``CaseEnding/skip(_:)`` when the radios do not hold a session for each.
  init(_ context: CaseContext, _ accessories: [AccessoryBoard]) async throws {
    self.context = context
    var radios: [SharedRadio] = []
    for board in context.radios() {
      let taken = radios.reduce(0) { $0 + $1.places }
      guard taken < accessories.count else { break }
      radios.append(try await SharedRadio(board, context, upTo: accessories.count - taken))
    }
    let places = radios.flatMap { radio in (0..<radio.places).map { _ in radio } }
    guard places.count >= accessories.count else {
      throw CaseEnding.skip(
        "\(accessories.count) sessions are needed, and the rig's radios hold \(places.count)")
    }
    let began = context.lab.now
    var random = context.random("session numbers")
    let first = UInt32(1 + random.index(below: 0xFF00))
    members = try await withThrowingTaskGroup(of: (Int, Member).self) { group in
      for (index, accessory) in accessories.enumerated() {
        // No two alike.
        let (radio, number) = (places[index], first + UInt32(clamping: index))
        group.addTask { (index, try await Self.join(context, accessory, radio, number)) }
      }
      var joined: [(Int, Member)] = []
      for try await member in group { joined.append(member) }
      return joined.sorted { $0.0 < $1.0 }.map(\.1)
    }
    try judgeSetUp(Span(from: began, to: context.lab.now).duration)
  }

  /// The whole exchange with one accessory, as the phone does it.
  private static func join(
    _ context: CaseContext, _ accessory: AccessoryBoard, _ radio: SharedRadio, _ number: UInt32
  ) async throws -> Member {
    let lab = context.lab
    let began = lab.now
    try await accessory.send(.initialize())
    var sent = lab.now
    let data = try await context.expect(
      .accessoryConfigurationData, from: accessory, within: context.limits.accessoryAnswer,
      "initialize is answered with accessory configuration data by \(accessory.name)")
    var answers = Span(from: sent, to: data.at).duration
    let configuration = try context.read(data.message?.body ?? [])
    let shareable = context.shareable(for: configuration, accessory.name) {
      $0.sessionIdentifier = number
    }
    let parameters = RadioOrder(shareable, configuration).parameters

    let asked = lab.now
    let session = try await radio.perform { host throws(UCIHostError) in
      let session = try await host.openSession(id: number)
      try await session.configure(parameters)
      try await session.start()
      return session
    }
    context.atEnd {
      try? await session.stop()
      try? await session.close()
      session.discardRounds()
    }
    answers += radio.busy(within: Span(from: asked, to: lab.now))

    try await context.configure(accessory, with: shareable)
    sent = lab.now
    let started = try await context.expect(
      .didStart, from: accessory, within: context.limits.accessoryStart,
      "a valid configuration is answered with did-start by \(accessory.name)")
    answers += Span(from: sent, to: started.at).duration
    return Member(
      accessory: accessory, address: configuration.uwb.sourceAddress, radio: radio,
      session: session, block: .milliseconds(parameters.interval),
      setUp: Span(from: began, to: lab.now), answers: answers)
  }

  /// The set-ups ran side by side: the rig's share is that of the one that it held up most.
  private func judgeSetUp(_ total: Duration) throws {
    guard let slowest = members.max(by: { $0.cost < $1.cost }) else { return }
    let answers = members.map(\.answers).max() ?? .zero
    try context.measure("set-up of \(members.count) accessories", total.inMilliseconds, unit: "ms")
    try context.measure(
      "answer times of the boards in the longest set-up", answers.inMilliseconds, unit: "ms")
    try context.measure(
      "set-up of \(members.count) accessories beyond the boards' answer times",
      .spans([(slowest.setUp.from, slowest.setUp.to)]) {
        max(0, $0[0] - slowest.answers.inMilliseconds)
      },
      limits: Event.Limits(max: Self.setUpLimit.inMilliseconds))
    let addresses = members.map(\.address)
    try context.require(
      Set(addresses).count == addresses.count, "the short addresses differ",
      expected: "\(addresses.count) addresses",
      got: addresses.map(\.hexadecimal).joined(separator: ", "))
  }

  /// The limit of what the rig may add to the set-up of all.
  static let setUpLimit = Duration.milliseconds(500)
}
