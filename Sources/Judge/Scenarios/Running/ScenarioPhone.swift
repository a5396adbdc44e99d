import Bench
import LabRuntime
import NearbySession
import RigFile
import Room
import Runner
import Synchronization

/// One phone of a scenario: a radio, which its sessions with accessories and with other phones
/// share.
final class ScenarioPhone: Sendable {
  let index: Int
  let name: String
  let body: String
  let radio: UCIRangingRadio
  /// The framework, for sessions with other phones.
  let model: Phone
  private let share: PeerShare

  init(
    _ index: Int, name: String, board: UCIBoard, neighbourhood: PhoneNeighbourhood?,
    behaviour: PhoneBehaviour, context: CaseContext
  ) throws {
    self.index = index
    self.name = name
    body = board.name
    radio = UCIRangingRadio(try board.host(), lab: context.lab)
    share = PeerShare(of: radio, lab: context.lab)
    var settings = PhoneSettings()
    settings.exchange = context.limits.exchange
    settings.removalTimeout = context.limits.removalTimeout
    settings.suspension = context.limits.suspension
    settings.maximumSessions = max(context.limits.maximumSessions, Roles.mostPhones)
    // On a real bench the motion of the phone is unknown.
    model = Phone(
      name: name, lab: context.lab, settings: settings, behaviour: behaviour, radio: share,
      neighbourhood: neighbourhood,
      motion: context.environment.flatMap { RoomMotion(of: board.name, in: $0.room) })
  }

  /// Hands on what the radio reports: of an accessory to `take`, of another phone to the framework.
  func listen(_ take: (Int, RadioReport) -> Void) async {
    while let report = try? await Lab.inBackground({ try await radio.reports.receive() }) {
      let number =
        switch report {
        case .heard(let number, _), .failed(let number, _): number
        }
      if number < PeerShare.first { take(number, report) } else { share.pass(on: report) }
    }
  }
}

/// The part of a radio that the sessions with other phones have; accessories have the rest.
private final class PeerShare: RangingRadio {
  /// The number of the first session, above those of all accessories.
  static let first = 1000

  let reports: LabChannel<RadioReport>
  private let radio: UCIRangingRadio

  init(of radio: UCIRangingRadio, lab: Lab) {
    self.radio = radio
    reports = LabChannel(lab, label: "a report about another phone")
  }

  func start(_ session: Int, _ order: RadioOrder) { radio.start(Self.first + session, order) }

  func stop(_ session: Int) { radio.stop(Self.first + session) }

  /// The holder of the whole radio works it.
  func serve() async {}

  func pass(on report: RadioReport) {
    switch report {
    case .heard(let number, let update): reports.send(.heard(number - Self.first, update))
    case .failed(let number, let reason): reports.send(.failed(number - Self.first, reason))
    }
  }
}

extension RigLimits {
  var exchange: ExchangeSettings {
    var settings = ExchangeSettings()
    settings.blockInterval = blockInterval.wholeMilliseconds
    settings.blockIntervalInfrequent = blockIntervalInfrequent.wholeMilliseconds
    return settings
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: UInt16 {
    UInt16(clamping: components.seconds &* 1000)
      &+ UInt16(clamping: components.attoseconds / 1_000_000_000_000_000)
  }
}
