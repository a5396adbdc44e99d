import ArgumentParser
import AttachedBoards
import Boards
import Fleet
import JSONDocuments
import Journal
import LabRuntime
import Links
import Notation
import Printing
import RigFile
import Runs
import Terminal

/// `fleet export`: kits of this machine for others.
struct FleetExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Exports the kits of this machine to coordinators, and serves them.",
    discussion: """
      Each serial port of a kit becomes a NetworkSerialPort of labgrid, served by RFC 2217: the stock \
      labgrid-client can acquire and open it. Only a client that has acquired the place can connect; one \
      client writes, others listen. Kits appear and disappear as they are plugged in and unplugged.

      Without --rig all attached boards are exported; with it, those of the file that are on a serial \
      port of this machine. The ports listen on 127.0.0.1 unless --listen says otherwise: everyone who \
      reaches them can use an acquired kit without a password. With --announce the bench is found by \
      `fleet discover`, and only clients that `fleet admit` has admitted get to a port. The first line \
      on standard output is `ready` and what is exported. Ends on SIGTERM.
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Export the boards of this rig file.", valueName: "file"),
    completion: Completions.yaml)
  var rig: String?

  @Option(
    help: ArgumentHelp(
      "The exporter's name at the coordinators. (default: this machine's host name)",
      valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("The address that the ports listen on.", valueName: "address"))
  var listen = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      "The host name that clients connect to. (default: the address of --listen)",
      valueName: "host"))
  var host: String?

  @Flag(help: "Make a place for each kit, with its profile, firmware and chip as tags.")
  var places = false

  @Option(
    help: ArgumentHelp(
      "With --places: the longest time that a place may be held; then it is released.",
      valueName: "duration"),
    transform: DurationArgument.parse)
  var limit: Duration?

  @Flag(
    help:
      "Announce this bench on the network (DNS-SD, by avahi-daemon), and let in only clients that `fleet admit` has admitted."
  )
  var announce = false

  @Flag(help: "End at the end of standard input.")
  var withParent = false

  @OptionGroup var profiles: ProfileOptions
  @OptionGroup var coordinators: CoordinatorOptions
  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    guard let name else { return }
    // In labgrid's patterns other signs have a meaning.
    let isPlain = name.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber) || ".-_".contains($0)
    }
    guard isPlain, !name.isEmpty else {
      throw ValidationError(
        "--name", expected: "letters, digits, '.', '-' and '_'", got: ValidationError.shown(name))
    }
  }

  mutating func run() throws {
    LabSignal.block()
    let lab = Lab.serving(seed: 0)
    let library = try profiles.library()
    let file = try rig.map { try RigSource.reach($0) }
    if let file, file.exportedPorts(lab, profiles: library).isEmpty {
      throw Failure(
        .usage,
        "\(PrintableText.escaped(rig ?? "")): no board of this rig is on a serial port of "
          + "this machine (link: serial:… or usb:…)")
    }
    let isEverywhere = listen == "0.0.0.0" || listen == "::"
    let all = FleetProgram.coordinators(coordinators.coordinator, joined: false)
    let (common, benchName) = (common, name ?? FleetUser.host)
    var door: BenchDoor?
    if announce {
      door = try BenchDoor(
        lab, name: benchName, address: listen, coordinators: all, keys: FleetKeys()
      ) { common.remark(PrintableText.escaped($0, limit: 400)) }
    }
    let options = ExportService.Options(
      name: benchName, address: listen,
      host: host ?? (isEverywhere ? FleetUser.host : listen), makesPlaces: places, limit: limit,
      door: door)
    let isLocal = listen.hasPrefix("127.") || listen == "::1"
    if announce, isLocal {
      common.remark("Note: no other machine reaches \(listen): --listen names another address")
    }
    if !announce, !isLocal {
      common.remark(
        "Warning: every machine that reaches \(PrintableText.escaped(listen)) can use a kit that is "
          + "acquired, without a password")
    }
    let service = ExportService(lab, options) { common.remark(PrintableText.escaped($0)) }
    let end = EndOfService(lab)
    end.openAtSignal()
    if withParent { ParentWatch.start(lab) { end.open(.done) } }
    try lab.run { [door] in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await service.perform(coordinators: all) { inventory in
            if let file { return file.exportedPorts(lab, profiles: library) }
            return BoardsView(
              inventory, source: USBTree.system.source,
              sources: BoardSources(library).recalling(inventory), rig: nil, asksProbes: false
            ).exportedPorts(lab, profiles: library)
          } ready: { exports in
            let document = FleetExportDocument(
              exporter: options.name, ports: exports,
              admission: door.map { .init(key: $0.keyPrint, port: Int($0.port)) })
            Output.result("ready " + String(decoding: document.json.encoded, as: UTF8.self))
          }
        }
        if let door { group.addTask { await door.serve() } }
        group.addTask {
          await end.wait()
          service.close()
        }
        try await group.next()
        group.cancelAll()
      }
    }
    throw end.status
  }
}

/// The document of the line `ready …` of `fleet export`.
struct FleetExportDocument: Document {
  static let schema = "uwbrig.fleet-export/1"
  static let about = "The document of the line `ready …` that `uwbrig fleet export` prints first."

  struct Port: Codable {
    var group: String
    var name: String
    var host: String
    var port: Int
    var available: Bool
  }

  /// Where clients ask to be admitted.
  struct Admission: Codable {
    var key: String
    var port: Int
  }

  var exporter: String
  var ports: [Port]
  @IfPresent var admission: Admission?

  init(exporter: String, ports: [FleetExport], admission: Admission?) {
    self.exporter = exporter
    self.admission = admission
    self.ports = ports.map {
      Port(
        group: $0.group, name: $0.name, host: $0.host, port: Int($0.port), available: $0.isAvailable
      )
    }
  }
}
