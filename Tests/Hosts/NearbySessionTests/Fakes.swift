import Errors
import LabRuntime
import Links
import NearbyAccessory
import Synchronization
import UCI
import UCIHost
import WireFormat

/// What a fake wrote down, for the test to look at.
final class Record<Element: Sendable>: Sendable {
  private let list = Mutex<[Element]>([])

  var all: [Element] { list.withLock { $0 } }
  func append(_ element: Element) { list.withLock { $0.append(element) } }
}

/// The reference accessory behind a message link; its radio starts 50 ms after it was told to.
struct FakeAccessory: Sendable {
  var configuration = AccessoryConfigurationData(
    uwb: UWBConfigurationData(sourceAddress: 0x1234))
  var behaviour = AccessoryBehaviour.reference
  /// Answers nothing.
  var isDead = false
  /// Gives the session up this long after its radio started.
  var givesUpAfter: Duration?
  /// Hangs up on 0x0B.
  var hangsUpOnStart = false
  /// Sent before and behind every message.
  var strays: [[UInt8]] = []
  /// What the phone sent.
  let received = Record<AccessoryMessage>()
  /// What its radio was told.
  let sessions = Record<ShareableConfigurationData>()

  func serve(_ link: any Link, _ lab: Lab) async {
    let frames = FrameLink(link, cutter: MessageCutter(), lab: lab)
    var machine = AccessoryStateMachine(configuration: configuration, behaviour: behaviour)
    var pending: [(at: LabInstant, input: AccessoryStateMachine.Input)] = []
    var random = lab.random("fake accessory")
    while true {
      let input: AccessoryStateMachine.Input
      let due = pending.min { $0.at < $1.at }
      do throws(RigError) {
        let frame = try await frames.receive(until: due?.at)
        if let message = try? AccessoryMessage.decode(frame.bytes, direction: .phoneToAccessory) {
          received.append(message)
          if hangsUpOnStart, case .configureAndStart = message { return frames.close() }
        }
        if isDead { continue }
        input = .received(frame.bytes, freshAddress: UInt16(0x100 + random.index(below: 0xF000)))
      } catch {
        guard error.code == .timedOut, let due else { return }
        pending.removeAll { $0.input == due.input }
        input = due.input
      }
      for action in machine.handle(input) {
        switch action {
        case .send(let message):
          for bytes in strays + [message.encode()] + strays { try? await frames.send(bytes) }
        case .startRadio(let session, let run):
          if case .apple(let data) = session { sessions.append(data) }
          pending.append((lab.now.advanced(by: .milliseconds(50)), .radioStarted(run: run)))
          if let givesUpAfter {
            pending.append(
              (lab.now.advanced(by: .milliseconds(50) + givesUpAfter), .ownStop))
          }
        case .stopRadio: pending = []
        }
      }
    }
  }
}

/// A UWB subsystem of FiRa 2.x that ranges with whoever it is told to, 2.5 m away.
struct FakeRadio: Sendable {
  /// Rounds that succeed before the peer is out of range; nil for all.
  var goodRounds: Int?
  /// The answer to SESSION_START.
  var startStatus = UCIStatus.ok
  /// Application parameters that it was given, one list a session.
  let parameters = Record<[AppConfigTLV]>()
  /// The commands that it got.
  let commands = Record<String>()

  func serve(_ link: any Link, _ lab: Lab) async {
    let frames = FrameLink(link, cutter: UCICutter(synchronize: false), lab: lab)
    var token: UInt32 = 0
    var peer: [UInt8] = []
    var nextRound: LabInstant?
    var sequence: UInt32 = 0
    while true {
      var answers: [UCIPacket] = []
      do throws(RigError) {
        let frame = try await frames.receive(until: nextRound)
        var receiver = UCIReceiver()
        guard case .packet(let packet, _) = receiver.append(frame.bytes).first else { continue }
        commands.append(packet.opcodeName())
        let status = { (state: UCISessionState) in
          SessionStatusNotification(
            sessionToken: token, sessionState: state,
            reasonCode: .stateChangeWithSessionManagementCommands
          ).packet
        }
        switch UCIMessage.decode(packet: packet, dialect: .fira2) {
        case .sessionInitCommand:
          token += 1
          answers = [
            SessionInitResponse(status: .ok, sessionHandle: token).packet, status(.initial),
          ]
        case .sessionSetAppConfigCommand(let command):
          parameters.append(command.tlvs)
          peer = command.tlvs.first { $0.id == .dstMACAddress }?.value ?? []
          answers = [SessionSetAppConfigResponse(status: .ok, failed: []).packet, status(.idle)]
        case .sessionStartCommand:
          answers = [SessionStartResponse(status: startStatus).packet]
          guard startStatus == .ok else { break }
          answers.append(status(.active))
          nextRound = lab.now.advanced(by: .milliseconds(180))
          sequence = 0
        case .sessionStopCommand:
          let ranges = nextRound != nil
          nextRound = nil
          answers = [SessionStopResponse(status: ranges ? .ok : .errorSessionActive).packet]
          if ranges { answers.append(status(.idle)) }
        case .sessionDeinitCommand:
          answers = [SessionDeinitResponse(status: .ok).packet, status(.deinitialized)]
        default: answers = []
        }
      } catch {
        guard error.code == .timedOut, let round = nextRound else { return }
        let isGood = goodRounds.map { sequence < $0 } ?? true
        answers = [Self.round(sequence, token, peer, isGood)]
        sequence += 1
        nextRound = round.advanced(by: .milliseconds(180))
      }
      for answer in answers { try? await frames.send(answer.bytes) }
    }
  }

  private static func round(
    _ sequence: UInt32, _ token: UInt32, _ peer: [UInt8], _ isGood: Bool
  ) -> UCIPacket {
    let record = TWRShortMeasurement(
      mac: peer, status: isGood ? .ok : .rangingRXTimeout, nlos: .unknown,
      distance: isGood ? 250 : 0xFFFF, aoaAzimuth: isGood ? 30 * 128 : 0,
      aoaAzimuthFoM: isGood ? 90 : 0, aoaElevation: 0, aoaElevationFoM: 0, aoaDestAzimuth: 0,
      aoaDestAzimuthFoM: 0, aoaDestElevation: 0, aoaDestElevationFoM: 0, slotIndex: 0,
      rssi: isGood ? 140 : 0)
    return SessionInfoNotification(
      sequenceNumber: sequence, sessionToken: token, rcrIndicator: 0, currentRangingInterval: 180,
      measurementType: UCIMeasurementType(rawValue: 1),
      macAddrMode: UCIMACAddressMode(rawValue: 0), husPrimarySessionID: 0,
      measurements: [.twrShort(record)]
    ).packet
  }
}

extension Lab {
  /// So long after now.
  func after(_ duration: Duration) -> LabInstant { now.advanced(by: duration) }
}
