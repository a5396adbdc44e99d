import Errors
public import LabRuntime
public import Links
public import RangingOOB
import Synchronization

/// An Android phone that ranges with accessories by Ranging OOB: it asks for their capabilities,
/// chooses, configures them, starts its own radio and stops (Ranging OOB §5).
///
/// Accessories are numbered by their channels. Without a radio the phone is protocol only: nothing
/// is known about distances.
public final class AndroidPhone: Sendable {
  /// An event, for observers.
  public enum Happening: Hashable, Sendable {
    case sent(OOBMessage, peer: Int, at: LabInstant)
    /// A value came from one.
    case received([UInt8], peer: Int, at: LabInstant)
    /// An accessory was heard.
    case measured(NearbyEvent.Update, peer: Int)
    case motion(OOBMotion, peer: Int, at: LabInstant)
    case closed(OOBInitiator.Reason, at: LabInstant)
  }

  private enum Arrival: Sendable {
    case input(OOBInitiator.Input)
    case heard(NearbyEvent.Update, peer: Int)
    case value([UInt8], peer: Int, at: LabInstant)
  }

  private struct State {
    var initiator: OOBInitiator
    var random: LabRandom
  }

  /// The release, and what the application wants.
  public let settings: OOBInitiatorSettings
  /// The events, in order.
  public let happenings: LabChannel<Happening>
  private let lab: Lab
  private let channels: [FrameLink]
  private let radio: (any RangingRadio)?
  private let arrivals: LabChannel<Arrival>
  private let state: Mutex<State>

  /// A phone that has not begun.
  public init(
    name: String, _ settings: OOBInitiatorSettings, channels: [FrameLink],
    radio: (any RangingRadio)? = nil, lab: Lab
  ) {
    self.settings = settings
    self.channels = channels
    self.lab = lab
    self.radio = radio
    happenings = LabChannel(lab, label: "something to happen with the phone \(name)")
    arrivals = LabChannel(lab, label: "work of the phone \(name)")
    state = Mutex(
      State(initiator: OOBInitiator(settings), random: lab.random("android/\(name)")))
  }

  /// Asks the accessories for their capabilities, and all that follows.
  public func begin() { arrivals.send(.input(.start(peers: channels.count))) }

  /// Stops ranging.
  public func finish() { arrivals.send(.input(.stop)) }

  /// Lives until the task is cancelled.
  public func serve() async {
    await withDiscardingTaskGroup { group in
      if let radio {
        group.addTask { await radio.serve() }
        group.addTask { await self.takeReports(radio) }
      }
      for (peer, channel) in channels.enumerated() {
        group.addTask { await self.read(channel, peer) }
      }
      while !Task.isCancelled {
        do throws(RigError) {
          let due = state.withLock { $0.initiator.deadline }.map {
            LabInstant.zero.advanced(by: $0)
          }
          switch try await arrivals.receive(until: due) {
          case .input(let input): await perform(input)
          case .heard(let update, let peer):
            note(.measured(update, peer: peer))
            await perform(.measured(peer: peer))
          case .value(let bytes, let peer, let at):
            note(.received(bytes, peer: peer, at: at))
            await perform(.received(bytes, peer: peer))
          }
        } catch {
          guard error.code == .timedOut else { break }
          await perform(.deadline)
        }
      }
      group.cancelAll()
    }
  }

  /// What is not read is lost: an accessory must not fill the memory.
  private func note(_ happening: Happening) {
    if happenings.count < Phone.unreadUpdates { happenings.send(happening) }
  }

  private func read(_ channel: FrameLink, _ peer: Int) async {
    while let frame = try? await channel.receive(until: nil) {
      if arrivals.count < Phone.unreadUpdates {
        arrivals.send(.value(frame.bytes, peer: peer, at: frame.at))
      }
    }
    arrivals.send(.input(.linkDown(peer: peer)))
  }

  private func takeReports(_ radio: any RangingRadio) async {
    while let report = try? await Lab.inBackground({ try await radio.reports.receive() }) {
      switch report {
      case .heard(let peer, let update): arrivals.send(.heard(update, peer: peer))
      case .failed(let peer, _): arrivals.send(.input(.radioFailed(peer: peer)))
      }
    }
  }

  private func perform(_ input: OOBInitiator.Input) async {
    let now = LabInstant.zero.duration(to: lab.now)
    let actions = state.withLock {
      $0.initiator.handle(input, now: now, random: &$0.random)
    }
    for action in actions {
      switch action {
      case .send(let message, let peer):
        do throws(RigError) { try await channels[peer].send(message.encode()) } catch { continue }
        note(.sent(message, peer: peer, at: lab.now))
      case .startRadio(let block, let board, let peer):
        radio?.start(
          peer,
          RadioOrder(block, board: board, roundControl: settings.generation.roundControl))
        arrivals.send(.input(.radioStarted(peer: peer)))
      case .stopRadio(let peer): radio?.stop(peer)
      case .motion(let motion, let peer): note(.motion(motion, peer: peer, at: lab.now))
      case .closed(let reason): note(.closed(reason, at: lab.now))
      }
    }
  }
}
