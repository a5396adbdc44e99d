package import Journal
import NearbyAccessory
import NearbySession
import RangingOOB
import UCI
package import UCIHost

/// What a board of a run was given to range with, read off the frames of the journal.
///
/// Of a UCI board that is what its session was set to. Of an accessory it is what the exchange with the
/// phone says that its radio has to have.
package struct GivenInRun {
  /// What two boards were given in one attempt at a case.
  package struct Pair {
    package let instance: String
    package let isFailed: Bool
    package let first: GivenParameters
    package let second: GivenParameters
  }

  private let names: [String]
  private var boards: [String: BoardInRun] = [:]
  private var instance: String?
  /// The attempts in which both boards were given something.
  package private(set) var pairs: [Pair] = []
  /// All boards of the run, in the order in which they opened.
  package private(set) var known: [String] = []

  package init(_ first: String, _ second: String) { names = [first, second] }

  /// The attempt that a person asks about: the last one that failed, else the last one.
  package var pair: Pair? { pairs.last(where: \.isFailed) ?? pairs.last }

  package mutating func take(_ entry: JournalEntry) {
    switch entry.event {
    case .boardOpened(let change), .boardIdentified(let change):
      if !known.contains(change.board) { known.append(change.board) }
      guard names.contains(change.board) else { return }
      boards[change.board, default: BoardInRun()].identify(change)
    case .caseStarted(let started):
      instance = started.instance
      for name in names { boards[name]?.forget() }
    case .frame(let frame): boards[frame.board]?.take(frame)
    case .caseFinished(let finished):
      defer { instance = nil }
      guard instance == finished.instance,
        let first = boards[names[0]]?.given(names[0]),
        let second = boards[names[1]]?.given(names[1])
      else { return }
      let isFailed = [.fail, .error, .finding].contains(finished.verdict)
      pairs.append(
        Pair(instance: finished.instance, isFailed: isFailed, first: first, second: second))
    default: break
    }
  }
}

/// A board of a journal.
private struct BoardInRun {
  private var firmware = ""
  private var dialect = UCIDialect.fira2
  private var receiver = UCIReceiver()
  /// The id of a session by the number in its messages.
  private var sessions: [UInt32: UInt32] = [:]
  private var opening: UInt32?
  private var configurations: [UInt32: AppConfiguration] = [:]
  /// The session that was started last, or set.
  private var session: UInt32?
  /// An accessory's own data, and what the phone chose.
  private var accessory: AccessoryConfigurationData?
  private var shareable: ShareableConfigurationData?
  private var address: [UInt8]?
  private var block: ConfigurationBlock.UWB?

  mutating func identify(_ change: Event.BoardChange) {
    firmware = change.firmware ?? firmware
    if let known = change.dialect.flatMap(UCIDialect.init) { dialect = known }
    receiver = UCIReceiver(dialect: dialect)
  }

  /// A case begins: what an earlier one has chosen counts no more.
  mutating func forget() {
    (session, block, shareable) = (nil, nil, nil)
  }

  mutating func take(_ frame: Event.Transfer) {
    switch firmware {
    case "uci": takePackets(frame)
    case "ranging-oob": takeOOB(frame.bytes)
    case "ni-accessory": takeAccessory(frame)
    default: break
    }
  }

  private mutating func takePackets(_ frame: Event.Transfer) {
    for case .packet(let packet, _) in receiver.append(frame.bytes) {
      switch UCIMessage.decode(packet: packet, dialect: dialect) {
      case .sessionInitCommand(let command):
        opening = command.sessionID
        sessions[command.sessionID] = command.sessionID
        configurations[command.sessionID] = AppConfiguration()
      case .sessionInitResponse(let response):
        if let handle = response.sessionHandle, let opening { sessions[handle] = opening }
      case .sessionSetAppConfigCommand(let command):
        guard let id = sessions[command.sessionToken] else { continue }
        for parameter in command.tlvs { configurations[id]?[parameter.id] = parameter.value }
        session = id
      case .sessionStartCommand(let command): session = sessions[command.sessionToken] ?? session
      default: break
      }
    }
  }

  private mutating func takeOOB(_ bytes: [UInt8]) {
    switch (try? OOBMessage.decode(bytes, tolerance: .board))?.body {
    case .capabilitiesResponse(let content)?:
      address = content.blocks.lazy.compactMap(\.ultraWideband).first?.address ?? address
    case .configurationRequest(let content)?:
      block = content.blocks.lazy.compactMap(\.ultraWideband).first ?? block
    default: break
    }
  }

  private mutating func takeAccessory(_ frame: Event.Transfer) {
    let direction: AccessoryMessage.Direction =
      frame.direction == .in ? .accessoryToPhone : .phoneToAccessory
    switch try? AccessoryMessage.decode(frame.bytes, direction: direction) {
    case .accessoryConfigurationData(let blob)?:
      accessory = (try? AccessoryConfigurationData.decode(blob)) ?? accessory
    case .configureAndStart(let blob)?:
      shareable = (try? ShareableConfigurationData.decode(blob)) ?? shareable
    default: break
    }
  }

  func given(_ name: String) -> GivenParameters? {
    if let session, let configuration = configurations[session] {
      return GivenParameters(
        board: name, sessionID: session, parameters: configuration.parameters, dialect: dialect)
    }
    if let block, let address {
      let radio = AppConfiguration(block, boardAddress: address, side: .board)
      return GivenParameters(
        board: name, sessionID: block.sessionID, parameters: radio.parameters)
    }
    guard let shareable, let accessory else { return nil }
    let order = RadioOrder(shareable, accessory).opposite
    return GivenParameters(
      board: name, sessionID: order.sessionIdentifier, parameters: order.parameters)
  }
}

extension RadioOrder {
  /// The order of the other end.
  fileprivate var opposite: RadioOrder {
    var order = self
    let own = parameters.deviceAddress
    order.parameters.deviceType = parameters.deviceType == .controller ? .controlee : .controller
    order.parameters.deviceRole = parameters.deviceRole == .initiator ? .responder : .initiator
    order.parameters.deviceAddress = peerAddress
    order.parameters.peerAddresses = [own]
    order.peerAddress = own
    return order
  }
}
