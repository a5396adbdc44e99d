import ArgumentParser
import Fleet
import Journal
import LabRuntime
import Links
import Notation
import Printing
import Terminal

/// `fleet`: benches on other machines.
struct FleetCommand: SubcommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "fleet", abstract: "Shares kits between machines: labgrid's places and exporters.",
    discussion: """
      A coordinator (labgrid-coordinator) knows the kits of many machines. `fleet export` adds those of \
      this one; the other subcommands list and acquire them. A board of a rig file with \
      link: labgrid:PLACE is acquired for the run. --coordinator or LG_COORDINATOR names the \
      coordinators, else benches that were joined are asked. `make fleet` builds uwbrig-fleet, the program that talks to them.
      """,
    subcommands: [
      FleetListCommand.self, FleetShowCommand.self, FleetWhoCommand.self, FleetAcquireCommand.self,
      FleetWaitCommand.self, FleetReleaseCommand.self, FleetExportCommand.self,
      FleetDiscoverCommand.self, FleetJoinCommand.self, FleetAdmitCommand.self,
    ])

  @OptionGroup var common: CommonOptions
}

/// Which coordinators are asked.
struct CoordinatorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A coordinator; repeatable. (default: LG_COORDINATOR, else those of the benches that were "
        + "joined, else this machine's)",
      valueName: "host:port"))
  var coordinator: [String] = []

  var all: [String] { FleetProgram.coordinators(coordinator) }

  /// Starts the program, runs `body`, and gives back what it held, after a signal too.
  func withSession(
    tell: @escaping @Sendable (FleetEvent) -> Void = { _ in },
    _ body: @escaping @Sendable (Lab, FleetSession, EndOfService) async throws -> Void
  ) throws -> ExitStatus {
    LabSignal.block()
    let lab = Lab.live(seed: 0)
    let end = EndOfService(lab)
    end.openAtSignal()
    let coordinators = all
    try lab.run {
      let session = try await FleetSession.open(lab, coordinators: coordinators, tell: tell)
      let result = await Result {
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await body(lab, session, end) }
          group.addTask { await end.wait() }
          try await group.next()
          group.cancelAll()
        }
      }
      await session.close()
      try result.get()
    }
    return end.status
  }
}

/// How a run gets the boards of its rig that are at places of coordinators.
struct FleetWaitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run on the boards at this place of a coordinator, without a rig file; repeatable.",
      valueName: "place"))
  var place: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run a part of the cases on each place with these tags, at the same time, and make one report: "
        + "firmware=uci,room=2.", valueName: "key=value"),
    transform: { text in try text.split(separator: ",").map { try FleetTag.parse(String($0)) } })
  var places: [FleetTag] = []

  @OptionGroup var coordinators: CoordinatorOptions

  @Option(
    help: ArgumentHelp(
      "How long to wait for boards at labgrid: places that others hold. (default: not at all)",
      valueName: "duration"),
    transform: DurationArgument.parse)
  var wait: Duration?

  mutating func validate() throws {
    if !place.isEmpty, !places.isEmpty {
      throw ValidationError("--place names places, --places finds them by their tags: give one.")
    }
  }

  var options: FleetOptions {
    FleetOptions(coordinators: coordinators.coordinator, wait: wait)
  }
}

/// `fleet list`: the places.
struct FleetListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the places of all coordinators, and who holds them.",
    discussion: """
      Status 3 when no coordinator answers. When one of several is down, only its places are missing.
      """)

  @Flag(help: "Only places that are free now.")
  var free = false

  @Option(
    help: ArgumentHelp("Only places with this tag.", valueName: "key=value"),
    transform: FleetTag.parse)
  var tag: [FleetTag] = []

  @OptionGroup var coordinators: CoordinatorOptions
  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let (free, tags, common) = (free, tag, common)
    throw try coordinators.withSession { _, session, _ in
      let (places, down) = try await session.list()
      let shown = places.filter { place in
        (!free || place.state == .free) && tags.allSatisfy { place.has([$0.key: $0.value]) }
      }
      try FleetPrinter.list(shown, down: down, isNothing: places.isEmpty, common)
    }
  }
}

/// `fleet show`: a place.
struct FleetShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows a place with its kits.")

  @Argument(help: "The place.")
  var place: String

  @OptionGroup var coordinators: CoordinatorOptions
  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let (name, common) = (place, common)
    throw try coordinators.withSession { _, session, _ in
      let place = try await FleetPlace.named(name, in: session)
      FleetPrinter.show(place, common)
    }
  }
}

/// `fleet who`: who has what.
struct FleetWhoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "who", abstract: "Lists who holds which places, and since when.")

  @OptionGroup var coordinators: CoordinatorOptions
  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let common = common
    throw try coordinators.withSession { _, session, _ in
      let (places, down) = try await session.list()
      try FleetPrinter.who(
        places.filter { $0.owner != nil }, down: down, isNothing: places.isEmpty, common)
    }
  }
}
