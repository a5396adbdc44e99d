package import Journal
import LabRuntime
import NearbyAccessory
import NearbySession
import RangingOOB
import UCI
package import UCIHost

/// What a board of a run was given to range with, read off the frames of the journal.
///
/// Of a UCI board that is what its session was set to. Of an accessory it is what the exchange with the
/// phone says that its radio has to have; where the phone's radio did not hear it like that, and heard it
/// with something else while it was told the same, it is that.
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

  package mutating func take(_ entry: JournalEntry) {
    switch entry.event {
    case .boardOpened(let change), .boardIdentified(let change):
      if !known.contains(change.board) { known.append(change.board) }
      guard names.contains(change.board) else { return }
      boards[change.board, default: BoardInRun()].identify(change)
    case .caseStarted(let started):
      instance = started.instance
      for name in names { boards[name]?.forget() }
    case .frame(let frame): take(frame)
    case .caseFinished(let finished):
      defer { instance = nil }
      guard instance == finished.instance, let given = given() else { return }
      let isFailed = [.fail, .error, .finding].contains(finished.verdict)
      pairs.append(
        Pair(
          instance: finished.instance, isFailed: isFailed, first: given.first,
          second: given.second))
    default: break
    }
  }

  private mutating func take(_ frame: Event.Transfer) {
    guard var board = boards[frame.board] else { return }
    let before = board.told
    board.take(frame)
    boards[frame.board] = board
    guard let told = board.told, told != before else { return }
    for name in names where name != frame.board { boards[name]?.toldNew() }
  }

  private func given() -> (first: GivenParameters, second: GivenParameters)? {
    guard let first = boards[names[0]], let second = boards[names[1]],
      let mine = first.given(names[0], towards: second),
      let theirs = second.given(names[1], towards: first)
    else { return nil }
    if let heard = first.heardOtherwise(names[0]), second.isAccessory {
      return (mine, heard.counterpart(named: names[1]))
    }
    if let heard = second.heardOtherwise(names[1]), first.isAccessory {
      return (heard.counterpart(named: names[0]), theirs)
    }
    return (mine, theirs)
  }
}

/// A board of a journal.
private struct BoardInRun {
  /// What a phone has chosen for an accessory.
  enum Told: Hashable {
    case oob(ConfigurationBlock.UWB)
    case accessory(ShareableConfigurationData)
  }

  /// A session that was started.
  private struct Attempt {
    let token: UInt32
    let given: (id: UInt32, configuration: AppConfiguration)
    var isHeard = false
    var isOver = false
  }

  private var firmware = ""
  private var dialect = UCIDialect.fira2
  private var receiver = UCIReceiver()
  /// The id of a session by the number in its messages.
  private var sessions: [UInt32: UInt32] = [:]
  private var opening: UInt32?
  private var configurations: [UInt32: AppConfiguration] = [:]
  /// The session that was set last.
  private var session: UInt32?
  /// Those since the accessory was told something new, the one that ran then included.
  private var attempts: [Attempt] = []
  private var protocols = TwoProtocols()
  /// An accessory's own data, and its address.
  private var accessory: AccessoryConfigurationData?
  private var address: [UInt8]?
  private(set) var told: Told?

  var isAccessory: Bool { firmware != Self.uci }
  private static let uci = "uci"
  /// Attempts that are kept: a search for a cause has far fewer.
  private static let mostAttempts = 1000

  mutating func identify(_ change: Event.BoardChange) {
    firmware = change.firmware ?? firmware
    if let known = change.dialect.flatMap(UCIDialect.init) { dialect = known }
    receiver = UCIReceiver(dialect: dialect)
  }

  /// A case begins: what an earlier one has chosen counts no more.
  mutating func forget() {
    (session, told) = (nil, nil)
    attempts = []
  }

  /// The accessory has been told something new.
  mutating func toldNew() {
    attempts = attempts.last.flatMap { $0.isOver ? nil : [$0] } ?? []
  }

  mutating func take(_ frame: Event.Transfer) {
    if firmware == Self.uci { return takePackets(frame) }
    let isFromPhone = frame.direction == .out
    let message = Self.message(in: frame.bytes)
    let isOOB =
      firmware == "ranging-oob"
      || (isFromPhone ? protocols.sent(message) : protocols.isOOB(received: message))
    if isOOB { takeOOB(message) } else { takeAccessory(message, isFromPhone: isFromPhone) }
  }

  /// The message in a frame of the Find Hub network; else the bytes.
  private static func message(in bytes: [UInt8]) -> [UInt8] {
    guard let frame = try? FindHubFrame.decode(bytes), frame.operation.isKnown else { return bytes }
    return frame.data
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
      case .sessionStartCommand(let command): started(command.sessionToken)
      case .sessionStopCommand(let command): ended(command.sessionToken)
      case .sessionDeinitCommand(let command): ended(command.sessionToken)
      case .sessionInfoNotification(let notification):
        let round = RangingRound(notification, at: .zero)
        guard round.measurements.contains(where: \.isSuccess) else { continue }
        guard let index = attempts.lastIndex(where: { $0.token == round.token }) else { continue }
        attempts[index].isHeard = true
      default: break
      }
    }
  }

  private mutating func started(_ token: UInt32) {
    guard let id = sessions[token] else { return }
    session = id
    guard let configuration = configurations[id], attempts.count < Self.mostAttempts else { return }
    attempts.append(Attempt(token: token, given: (id, configuration)))
  }

  private mutating func ended(_ token: UInt32) {
    for index in attempts.indices where attempts[index].token == token {
      attempts[index].isOver = true
    }
  }

  private mutating func takeOOB(_ message: [UInt8]) {
    switch (try? OOBMessage.decode(message, tolerance: .board))?.body {
    case .capabilitiesResponse(let content)?:
      address = content.blocks.ultraWideband?.address ?? address
    case .configurationRequest(let content)?:
      told = content.blocks.ultraWideband.map(Told.oob) ?? told
    default: break
    }
  }

  private mutating func takeAccessory(_ message: [UInt8], isFromPhone: Bool) {
    let direction: AccessoryMessage.Direction =
      isFromPhone ? .phoneToAccessory : .accessoryToPhone
    switch try? AccessoryMessage.decode(message, direction: direction) {
    case .accessoryConfigurationData(let blob)?:
      accessory = (try? AccessoryConfigurationData.decode(blob)) ?? accessory
    case .configureAndStart(let blob)?:
      told = (try? ShareableConfigurationData.decode(blob)).map(Told.accessory) ?? told
    default: break
    }
  }

  /// What it was given; towards an accessory, when that was told what it has to have.
  func given(_ name: String, towards other: BoardInRun) -> GivenParameters? {
    if other.told != nil, let first = attempts.first { return given(name, first) }
    if let session, let configuration = configurations[session] {
      return GivenParameters(
        board: name, sessionID: session, parameters: configuration.parameters, dialect: dialect)
    }
    switch told {
    case .oob(let block)?:
      guard let address else { return nil }
      let radio = AppConfiguration(block, boardAddress: address, side: .board)
      return GivenParameters(
        board: name, sessionID: block.sessionID, parameters: radio.parameters)
    case .accessory(let shareable)?:
      guard let accessory else { return nil }
      let order = RadioOrder(shareable, accessory)
      return GivenParameters(
        board: "", sessionID: order.sessionIdentifier, parameters: order.parameters
      ).counterpart(named: name)
    case nil: return nil
    }
  }

  /// What its radio was given when it heard the other, where it did not at first.
  func heardOtherwise(_ name: String) -> GivenParameters? {
    guard let first = attempts.first, !first.isHeard else { return nil }
    return attempts.last(where: \.isHeard).map { given(name, $0) }
  }

  private func given(_ name: String, _ attempt: Attempt) -> GivenParameters {
    GivenParameters(
      board: name, sessionID: attempt.given.id,
      parameters: attempt.given.configuration.parameters, dialect: dialect)
  }
}
