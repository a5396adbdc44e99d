import Bench
import CRigShims
import JSONDocuments
import Journal
import LabRuntime
import Links
import Notation
import RigFile
import Room
import VirtualBoards

/// Virtual boards in one room, served until somebody ends it.
struct VirtualServer {
  private let order: ServiceOrder

  init(_ order: ServiceOrder) { self.order = order }

  func perform() throws -> ExitStatus {
    _ = rig_raise_descriptor_limit()
    let lab = Lab.serving(seed: order.seed)
    let positions = try order.positions.map { try PositionsFile.read($0) } ?? []
    let stage = try makeStage(lab)
    let room = stage?.room ?? Room(seed: order.seed)
    let yard = ConnectionYard(lab: lab, room: room, positions: positions)
    let services = try makeServices(lab, yard)
    if !services.isEmpty, !order.isForThisMachine {
      Output.diagnostic(
        "Warning: every machine that reaches \(PrintableText.escaped(order.listen)) can use the "
          + "boards on TCP, without a password; without --listen they are for this machine alone")
    }
    let links = TerminalLinks(folder: order.ptyDir ?? "")
    let end = EndOfService(lab)
    do {
      for place in stage?.places ?? [] {
        if let path = place.path { try links.make(place.name, to: path) }
      }
      end.openAtSignal()
      if order.withParent { ParentWatch.start(lab) { end.open(.done) } }
      Output.result("ready " + ready(stage, services))
      try lab.run {
        guard let stage else { return await serve(services, until: end) }
        try await stage.performing { await serve(services, until: end) }
      }
    } catch {
      links.removeAll()
      throw error
    }
    links.removeAll()
    return end.status
  }

  private func makeStage(_ lab: Lab) throws -> VirtualEnvironment? {
    guard let path = order.rig else { return nil }
    let file = try RigSource.read(path)
    guard !file.virtualBoards.isEmpty else {
      throw Failure(
        .usage, "\(PrintableText.escaped(path)): no board of this rig has link: virtual")
    }
    return try VirtualEnvironment(file.virtualBoards, of: file, lab: lab)
  }

  private func makeServices(_ lab: Lab, _ yard: ConnectionYard) throws -> [ConnectionService] {
    var services: [ConnectionService] = []
    let personalities = try ServedPersonalities(
      order.personality, servesUCI: order.uciTcp != nil,
      servesAccessories: order.accessoryTcp != nil)
    if let port = order.uciTcp {
      services.append(
        ConnectionService(
          .uci(personality: personalities.uci), at: try listener(lab, port), in: yard))
    }
    if let port = order.accessoryTcp {
      services.append(
        ConnectionService(
          .accessory(personality: personalities.accessory, framing: order.framing),
          at: try listener(lab, port), in: yard))
    }
    return services
  }

  private func listener(_ lab: Lab, _ port: UInt16) throws -> TCPListener {
    try TCPListener(lab, address: order.listen, port: port) { Output.diagnostic("Warning: \($0)") }
  }

  /// The document of the first line.
  private func ready(_ stage: VirtualEnvironment?, _ services: [ConnectionService]) -> String {
    func ports(_ isWanted: (ConnectionService) -> Bool) -> [VirtualDocument.Port] {
      services.filter(isWanted).map { .init(port: $0.listener.port) }
    }
    let document = VirtualDocument(
      uci: ports(\.isUCI), accessory: ports { !$0.isUCI },
      ptys: (stage?.places ?? []).map { .init(board: $0.name, path: $0.path ?? "") })
    return String(decoding: document.json.encoded, as: UTF8.self)
  }
}

/// The document of the line `ready …`.
struct VirtualDocument: Document {
  static let schema = "uwbrig.virtual/1"
  static let about = "The document of the line `ready …` that `uwbrig virtual` prints first."

  struct Port: Codable, Described {
    static let notes: [String: Note] = ["port": Note(least: 1, most: 65535)]

    var port: UInt16
  }

  struct Terminal: Codable {
    var board: String
    var path: String
  }

  var uci: [Port]
  var accessory: [Port]
  var ptys: [Terminal]
}

/// Serves connections until the end is there.
private func serve(_ services: [ConnectionService], until end: EndOfService) async {
  await withDiscardingTaskGroup { group in
    for service in services { group.addTask { await service.serve() } }
    await end.wait()
    for service in services { service.listener.close() }
    group.cancelAll()
  }
}
