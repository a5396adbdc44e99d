import ArgumentParser
import Digests
import Errors
import Fleet
import JSONDocuments
import Journal
import LabRuntime
import Notation
import Printing
import Reports
import Terminal

/// `fleet discover`: benches of the network.
struct FleetDiscoverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "discover", abstract: "Lists the benches that announce themselves on the network.",
    discussion: """
      They are found by DNS-SD, by avahi-daemon of this machine: those of `fleet export --announce`. \
      Status 3 when no such daemon runs; `fleet join host:port` needs none.
      """)

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("How long they have to answer.", valueName: "duration"),
    transform: DurationArgument.parse)
  var limit = Duration.seconds(2)

  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let (limit, common) = (limit, common)
    let lab = Lab.live(seed: 0)
    let known = try FleetKeys().all(.benches).map(\.print)
    try lab.run {
      let benches = try await ServiceDirectory.benches(lab, within: limit)
      let document = FleetBenchesDocument(
        benches: benches.map {
          .init(
            name: $0.name, address: $0.address, key: $0.keyPrint,
            joined: known.contains($0.keyPrint))
        })
      if common.json { return document.print() }
      var table = Table([
        .init("BENCH", minimum: 8), .init("ADDRESS"), .init("KEY"), .init("STATE"),
      ])
      for bench in document.benches {
        table.add([bench.name, bench.address, bench.key, bench.joined ? "joined" : "new"])
      }
      if benches.isEmpty { return common.remark("No bench announces itself.") }
      for line in table.lines(width: Terminal.width(.output)) { Output.result(line) }
    }
  }
}

/// `fleet join`: asks a bench to be admitted.
struct FleetJoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Asks the owner of a bench to be admitted, and remembers it.",
    discussion: """
      The owner admits this user once, by the key that is shown here and there (`fleet admit`); asked \
      again then, the bench is remembered with its coordinators. Status 3 as long as the owner has not.
      """)

  @Argument(help: "The bench: its name as `fleet discover` lists it, or host:port.")
  var bench: String

  @Option(
    help: ArgumentHelp("How long to wait for the owner.", valueName: "duration"),
    transform: DurationArgument.parse)
  var wait: Duration?

  @Flag(help: "Forget the bench with this name or key instead.")
  var forget = false

  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let (name, wait, common) = (bench, wait, common)
    let keys = try FleetKeys()
    if forget {
      guard let known = keys.all(.benches).first(where: { $0.name == name || $0.print == name })
      else {
        let hint = NearestName.hint(for: name, among: keys.all(.benches).map(\.name)) ?? ""
        throw Failure(
          .usage,
          "expected the name or key of a bench that was joined, got \(PrintableText.escaped(name))\(hint)"
        )
      }
      try keys.remove(known.key, from: .benches)
      return common.remark("\(PrintableText.escaped(known.name)) is forgotten")
    }
    let own = KnownKey(key: try keys.own().publicKey, name: "").print
    let lab = Lab.live(seed: 0)
    try lab.run {
      let address = try await name.contains(":") ? name : Self.address(of: name, lab)
      let visit = BenchVisit(lab, keys: keys, name: FleetUser.name)
      let end = lab.now.advanced(by: wait ?? .zero)
      var isFirst = true
      while true {
        let (bench, isAdmitted) = try await visit.join(address)
        let title = "\(PrintableText.escaped(bench.name)) (key \(bench.print))"
        if isAdmitted {
          let places = bench.coordinators.map { PrintableText.escaped($0) }
          if common.json {
            FleetBenchesDocument(benches: [
              .init(name: bench.name, address: bench.address, key: bench.print, joined: true)
            ]).print()
          }
          return common.remark(
            "\(title) admits this user; coordinators: \(places.joined(separator: ", "))")
        }
        let words =
          "\(title) is asked; its owner admits this user by "
          + "`uwbrig fleet admit \(own)`"
        guard lab.now < end else { throw Failure(.bench, words) }
        if isFirst { common.remark(words) }
        isFirst = false
        try await lab.sleep(for: .seconds(1), label: "the owner of \(name)")
      }
    }
  }

  private static func address(of name: String, _ lab: Lab) async throws -> String {
    let benches = try await ServiceDirectory.benches(lab, within: .seconds(2))
    if let bench = benches.first(where: { $0.name == name }) { return bench.address }
    let hint = NearestName.hint(for: name, among: benches.map(\.name)) ?? ""
    throw Failure(.bench, "no bench \(PrintableText.escaped(name)) announces itself\(hint)")
  }
}

/// `fleet admit`: lets a client in.
struct FleetAdmitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "admit", abstract: "Admits a client to the kits of this machine.",
    discussion: """
      Without a key it lists those who ask and those who are admitted. For the user who runs \
      `fleet export --announce`; nothing has to be restarted. Compare the key with the one that \
      `fleet join` shows.
      """)

  @Argument(help: "The key of the client.")
  var key: String?

  @Flag(help: "Admit it no longer: connections that are open go on, new ones are refused.")
  var forget = false

  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    if forget, key == nil { throw ValidationError("--forget needs the key of a client.") }
  }

  mutating func run() throws {
    let keys = try FleetKeys()
    let (admitted, requests) = (keys.all(.admitted), keys.all(.requests))
    guard let key else { return show(admitted, requests) }
    guard let client = (forget ? admitted : requests + admitted).first(where: { $0.print == key })
    else {
      throw Failure(
        .usage,
        "no client with the key \(PrintableText.escaped(key)) "
          + (forget ? "is admitted" : "asks: `uwbrig fleet join` does that"))
    }
    if forget {
      try keys.remove(client.key, from: .admitted)
    } else {
      try keys.add(client, to: .admitted)
      try keys.remove(client.key, from: .requests)
    }
    common.remark(
      "\(PrintableText.escaped(client.name)) is \(forget ? "not admitted any more" : "admitted")")
  }

  private func show(_ admitted: [KnownKey], _ requests: [KnownKey]) {
    let document = FleetClientsDocument(
      clients: requests.map { .init(name: $0.name, key: $0.print, admitted: false) }
        + admitted.map { .init(name: $0.name, key: $0.print, admitted: true) })
    if common.json { return document.print() }
    var table = Table([.init("KEY"), .init("CLIENT", minimum: 8), .init("STATE")])
    for client in document.clients {
      table.add([client.key, client.name, client.admitted ? "admitted" : "asks"])
    }
    if document.clients.isEmpty { return common.remark("No client asks, and none is admitted.") }
    for line in table.lines(width: Terminal.width(.output)) { Output.result(line) }
  }
}

/// What `fleet discover --json` and `fleet join --json` print.
struct FleetBenchesDocument: Document {
  static let schema = "uwbrig.fleet-benches/1"
  static let about = "What `uwbrig fleet discover --json` and `uwbrig fleet join --json` print."

  struct Bench: Codable {
    var name: String
    var address: String
    var key: String
    var joined: Bool
  }

  var benches: [Bench]
}

/// What `fleet admit --json` prints.
struct FleetClientsDocument: Document {
  static let schema = "uwbrig.fleet-clients/1"
  static let about = "What `uwbrig fleet admit --json` prints without a key."

  struct Client: Codable {
    var name: String
    var key: String
    var admitted: Bool
  }

  var clients: [Client]
}
