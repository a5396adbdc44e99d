import Bench
import Bluetooth
import CRigShims
import JSONDocuments
import Journal
import LabRuntime
import Links
import NearbyAccessory
import Notation
import RigFile
import Room
import Runs
import Terminal
import VirtualBoards

/// Virtual boards in one room, served until it is ended.
struct VirtualServer {
  let order: ServiceOrder

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
      if order.ble == nil { Output.result(ready(stage, services)) }
      try lab.run {
        guard let stage else { return await serve(services, until: end) }
        try await stage.performing {
          guard let adapter = order.ble else { return await serve(services, until: end) }
          let broadcast = try await stage.broadcast(on: adapter, lab)
          Output.result(ready(stage, services, broadcast))
          await serve(services, broadcast, until: end)
        }
      }
    } catch {
      links.removeAll()
      throw error
    }
    links.removeAll()
    return end.status
  }

  private func makeStage(_ lab: Lab) throws -> VirtualEnvironment? {
    guard order.rig != nil || order.ble != nil else { return nil }
    let file = try order.rig.map(RigSource.read) ?? RigFile(boards: [try accessory])
    // Without terminals to serve, what is on the air is alone.
    let boards = file.virtualBoards.filter { order.ptyDir != nil || $0.part?.gatt != nil }
    guard !boards.isEmpty else {
      throw Failure(
        .usage,
        "\(PrintableText.escaped(order.rig ?? "")): no board of this rig has link: virtual"
          + (order.ptyDir == nil ? " and gatt: nus or qnis" : ""))
    }
    return try VirtualEnvironment(boards, of: file, lab: lab)
  }

  /// The accessory on the air where no rig file describes one.
  private var accessory: RigBoard {
    get throws {
      let personalities = try ServedPersonalities(
        order.personality, servesUCI: order.uciTcp != nil, servesAccessories: true)
      var board = RigBoard(
        virtual: "uwbrig", .accessory(framing: nil), personality: personalities.accessory)
      board.part?.gatt = GATTLayout.nordicUART.name
      board.claims.background = true
      return board
    }
  }

  private func makeServices(_ lab: Lab, _ yard: ConnectionYard) throws -> [ConnectionService] {
    var services: [ConnectionService] = []
    let personalities = try ServedPersonalities(
      order.personality, servesUCI: order.uciTcp != nil,
      servesAccessories: order.accessoryTcp != nil || order.ble != nil)
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

  /// The first line: `ready` and the document, or the document alone.
  private func ready(
    _ stage: VirtualEnvironment?, _ services: [ConnectionService],
    _ broadcast: (board: String, air: GATTBroadcast)? = nil
  ) -> String {
    func ports(_ isWanted: (ConnectionService) -> Bool) -> [VirtualDocument.Port] {
      services.filter(isWanted).map { .init(port: $0.listener.port) }
    }
    var document = VirtualDocument(
      uci: ports(\.isUCI), accessory: ports { !$0.isUCI },
      ptys: (stage?.places ?? []).filter { $0.path != nil || order.ble == nil }.map {
        .init(board: $0.name, path: $0.path ?? "")
      })
    document.ble = broadcast.map { [.init(board: $0.board, adapter: $0.air.adapter)] }
    return (order.json ? "" : "ready ") + String(decoding: document.json.encoded, as: UTF8.self)
  }
}

/// The document of the line `ready …`.
struct VirtualDocument: Document {
  static let schema = "uwbrig.virtual/1"
  static let about =
    "The document that `uwbrig virtual` prints first: behind the word `ready`, or alone with --json."

  struct Port: Codable, Described {
    static let notes: [String: Note] = ["port": Note(least: 1, most: 65535)]

    var port: UInt16
  }

  struct Terminal: Codable {
    var board: String
    var path: String
  }

  /// An accessory on the air.
  struct Air: Codable {
    var board: String
    var adapter: String
  }

  var uci: [Port]
  var accessory: [Port]
  var ptys: [Terminal]
  @IfPresent var ble: [Air]?
}

extension VirtualEnvironment {
  /// Puts the first of its Bluetooth LE devices on the air of an adapter.
  fileprivate func broadcast(
    on adapter: String, _ lab: Lab
  ) async throws -> (board: String, air: GATTBroadcast) {
    for place in places {
      guard let device = place.device as? VirtualGATTAccessory else { continue }
      let deadline = lab.now.advanced(by: .seconds(5))
      while lab.now < deadline {
        if let advertisement = await device.central("").advertisement() {
          return (
            place.name,
            try await GATTBroadcast(
              lab, on: adapter, device.characteristics, advertisement
            ) { device.central($0) }
          )
        }
        try await lab.sleep(for: .milliseconds(10), label: "\(place.name) to advertise")
      }
    }
    throw Failure(.usage, "no board of this rig is a Bluetooth LE device: gatt: nus or qnis")
  }
}

/// Serves connections until the end is there.
private func serve(
  _ services: [ConnectionService], _ broadcast: (board: String, air: GATTBroadcast)? = nil,
  until end: EndOfService
) async {
  await withDiscardingTaskGroup { group in
    if let air = broadcast?.air {
      group.addTask {
        await air.serve()
        // bluetoothd has gone.
        end.open(.bench)
      }
    }
    for service in services { group.addTask { await service.serve() } }
    await end.wait()
    for service in services { service.listener.close() }
    broadcast?.air.close()
    group.cancelAll()
  }
}
