import Testing
import WireFormat

@testable import UCI

/// A subsystem under test, with actions as text: packets in hexadecimal, ranging in words.
struct Board {
  var subsystem: UWBSubsystem

  mutating func send(_ hexadecimal: String, microseconds: UInt64 = 0) -> [String] {
    var receiver = UCIReceiver(dialect: subsystem.personality.dialect)
    return receiver.append(unhex(hexadecimal)).flatMap { item -> [String] in
      guard case .packet(let packet, _) = item else { return ["damage"] }
      return Self.text(subsystem.receive(packet, microseconds: microseconds))
    }
  }

  mutating func send(_ body: some UCIMessageBody) -> [String] {
    Self.text(subsystem.receive(body.packet))
  }

  static func text(_ actions: [UWBSubsystem.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .send(let packet): hex(packet.bytes)
      case .startRanging(let token, _): "start \(token)"
      case .updateRanging(let token, _): "update \(token)"
      case .stopRanging(let token): "stop \(token)"
      case .transmit(let token, let peer, let number, let data):
        "transmit \(token) \(hex(peer)) \(number) \(hex(data))"
      }
    }
  }

  /// The 15 parameters with which a DWM3001CDK starts, as captured; for token 1.
  static let configuration =
    "21030038010000000f00010111010103010001010206020000070201000401090201001201032201011401"
    + "0a150102080260090904c80000001b0119"

  init(_ personality: UWBSPersonality = .fira2Qorvo) {
    subsystem = UWBSubsystem(personality: personality)
  }

  static func session(id: UInt32 = 7) -> Board {
    var board = Board()
    _ = board.send(SessionInitCommand(sessionID: id, sessionType: .firaRanging))
    return board
  }

  static func configured() -> Board {
    var board = session()
    _ = board.send(configuration)
    return board
  }

  static func ranging() -> Board {
    var board = configured()
    _ = board.send("2200000401000000")
    return board
  }

  /// A board of a make with one session in a state; nil for none at all.
  static func of(
    _ personality: UWBSPersonality, in state: UCISessionState?,
    type: UCISessionType = .firaRanging,
    configured change: (inout AppConfiguration) -> Void = { _ in }
  ) -> Board {
    var board = Board(personality)
    guard let state else { return board }
    _ = board.send(SessionInitCommand(sessionID: 7, sessionType: type))
    guard state != .initial else { return board }
    var configuration = AppConfiguration.twoWayRanging(
      isController: true, address: [0, 0], destinations: [[1, 0]])
    configuration[.uwbInitiationTime] = nil
    change(&configuration)
    let answer = board.send(
      SessionSetAppConfigCommand(sessionToken: board.token, tlvs: configuration.parameters))
    #expect(answer.first == "410300020000")
    guard state == .active else { return board }
    #expect(board.send(SessionStartCommand(sessionToken: board.token)).first == "4200000100")
    return board
  }

  /// The token of the first session; one that no session has without any.
  var token: UInt32 { subsystem.sessions.first?.token ?? 99 }

  /// A round in which these peers were heard at these distances in cm.
  mutating func round(_ heard: [(peer: [UInt8], distance: UInt16)] = []) -> [String] {
    Self.text(
      subsystem.rangingRound(
        token: token,
        measurements: heard.map {
          UWBSMeasurement(address: $0.peer, distanceCentimetres: $0.distance)
        }))
  }
}

extension UWBSPersonality {
  /// All that exist.
  static let all: [UWBSPersonality] = [.fira2Qorvo, .fira1, .nxp, .pica]
}

/// The bytes of a token on the wire, in hexadecimal.
func wire(_ token: UInt32) -> String {
  hex((0..<4).map { UInt8(truncatingIfNeeded: token >> (8 * $0)) })
}
