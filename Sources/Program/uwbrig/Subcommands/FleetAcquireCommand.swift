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
      The first line on standard output says `ready` and where the ports are. What is held is free when \
      this program ends, however it does; Ctrl-C or SIGTERM end it, and so does a place that is lost \
      (status 3).
      """)

  @OptionGroup var wanted: PlaceOptions

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Hold them so long at most; those who wait are told. (default: as long as the place allows)",
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
        if case .lost(_, let place, _, _) = event { FleetPrinter.isLost(place) }
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
    commandName: "wait", abstract: "Waits until places can be had together, and takes none.",
    discussion: "Without --wait it waits for a day. Status 3 when the time is over.")

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
      FleetPrinter.list(places.map(\.name), common)
    }
  }
}

/// `fleet release`: frees a place.
struct FleetReleaseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "release", abstract: "Frees a place that is held.",
    discussion: """
      A place that this user has from this machine is freed, whichever program holds it; that of \
      another needs --force. Nothing happens where another user has taken it meanwhile.
      """)

  @Argument(help: "The place.")
  var place: String

  @Flag(help: "Free it although another user has it.")
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
