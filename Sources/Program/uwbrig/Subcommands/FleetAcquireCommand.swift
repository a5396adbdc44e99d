import ArgumentParser
import Fleet
import Glibc
import Journal
import LabRuntime
import Notation
import Printing
import Terminal

/// A tag of a place, as `board=dwm3001`.
struct FleetTag: Hashable, Sendable {
  let key: String
  let value: String

  static func parse(_ text: String) throws -> FleetTag {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw ValidationError(expected: "key=value", got: ValidationError.shown(text))
    }
    return FleetTag(key: parts[0], value: parts[1])
  }
}

/// Which places are wanted.
struct PlaceOptions: ParsableArguments {
  @Argument(help: "Places by name.")
  var places: [String] = []

  @Option(
    help: ArgumentHelp(
      "One more place, any with this tag, or these: room=2,firmware=uci. What its exporter says of "
        + "firmware, profile, chip and uwb_chip counts as well. Once for each place.",
      valueName: "key=value"),
    transform: { text in try text.split(separator: ",").map { try FleetTag.parse(String($0)) } })
  var tag: [[FleetTag]] = []

  @Option(
    help: ArgumentHelp(
      "Only places together that have the same value of this tag: --same room for kits in sight of "
        + "each other.", valueName: "key"))
  var same: String?

  @Option(
    help: ArgumentHelp("How long to wait for what others have.", valueName: "duration"),
    transform: DurationArgument.parse)
  var wait: Duration?

  mutating func validate() throws {
    if places.isEmpty, tag.isEmpty { throw ValidationError("name places, or give --tag.") }
  }

  var tagged: [[String: String]] {
    tag.map { tags in
      Dictionary(tags.map { ($0.key, $0.value) }, uniquingKeysWith: { _, last in last })
    }
  }
}

/// `fleet acquire`: holds places.
struct FleetAcquireCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "acquire", abstract: "Acquires places, all or none, and holds them until it ends.",
    discussion: """
      The first line on standard output is `ready` and where the ports are. The places are released when \
      this program ends, for whatever reason; Ctrl-C or SIGTERM end it, and so does the loss of a place \
      (status 3).
      """)

  @OptionGroup var wanted: PlaceOptions

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "The longest time to hold them, shown to those who wait. (default: the limit of the place)",
      valueName: "duration"),
    transform: DurationArgument.parse)
  var limit: Duration?

  @Flag(help: "End at the end of standard input.")
  var withParent = false

  @OptionGroup var coordinators: CoordinatorOptions
  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let (wanted, common, withParent, limit) = (wanted, common, withParent, limit)
    throw try coordinators.withSession(
      tell: { event in
        if let line = FleetPrinter.remark(event) { common.remark(line) }
        // What was acquired together is of use together alone.
        if case .lost(let place, _, _) = event { FleetPrinter.isLost(place) }
      }
    ) { lab, session, end in
      if withParent { ParentWatch.start(lab) { end.open(.done) } }
      let places = try await session.acquire(
        wanted.places, tagged: wanted.tagged, alike: wanted.same, wait: wanted.wait, limit: limit
      ).places
      FleetPrinter.ready(places)
      try await FleetPrinter.untilLost(lab)
    }
  }
}

/// `fleet wait`: until places can be had.
struct FleetWaitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait",
    abstract: "Waits until places are free at the same time, without acquiring them.",
    discussion: "Without --wait it waits for a day. Status 3 when the time runs out.")

  @OptionGroup var wanted: PlaceOptions
  @OptionGroup var coordinators: CoordinatorOptions
  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let (wanted, common) = (wanted, common)
    throw try coordinators.withSession(
      tell: { event in if let line = FleetPrinter.remark(event) { common.remark(line) } }
    ) { _, session, _ in
      let (request, places) = try await session.acquire(
        wanted.places, tagged: wanted.tagged, alike: wanted.same,
        wait: wanted.wait ?? .seconds(86_400))
      try await session.release(request)
      for place in places { Output.result(PrintableText.escaped(place.name)) }
    }
  }
}

/// `fleet release`: frees a place.
struct FleetReleaseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "release", abstract: "Releases a place that is held.",
    discussion: """
      A place that this user holds from this machine is released, whichever program holds it; another \
      user's place needs --force. Nothing happens if yet another user has acquired it in the meantime.
      """)

  @Argument(help: "The place.")
  var place: String

  @Flag(help: "Release it even though another user holds it.")
  var force = false

  @OptionGroup var coordinators: CoordinatorOptions
  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let (name, force, common) = (place, force, common)
    throw try coordinators.withSession { _, session, _ in
      let place = try await FleetPlace.named(name, in: session)
      guard let owner = place.owner else {
        return common.remark("\(PrintableText.escaped(name)) is free already")
      }
      guard force || FleetUser.isOurs(owner) else {
        throw Failure(.bench, "\(place.heldWords): --force frees it all the same")
      }
      try await session.free(place.name, from: owner)
      common.remark(
        "\(PrintableText.escaped(name)) is free; \(PrintableText.escaped(owner)) had it")
    }
  }
}
