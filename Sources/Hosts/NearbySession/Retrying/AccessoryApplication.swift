import Errors
public import LabRuntime
public import Links
public import NearbyAccessory
import Synchronization

/// An application that ranges with one accessory: the sample's flow over a session and the data
/// channel of the accessory.
public final class AccessoryApplication: Sendable {
  /// An event, for observers.
  public enum Happening: Hashable, Sendable {
    case event(DeliveredEvent)
    case sent(AccessoryMessage, at: LabInstant)
    case received(AccessoryMessage, at: LabInstant)
    case refused(FrameworkError, at: LabInstant)
    /// Nothing more is tried.
    case gaveUp(at: LabInstant)
    /// The accessory's channel has ended.
    case disconnected(at: LabInstant)
  }

  private enum Arrival: Sendable {
    case event(DeliveredEvent)
    case message(ReceivedMessage)
    case order(ApplicationFlow.Input)
    case disconnected
  }

  /// The session that it runs.
  public let session: PhoneSession
  /// The events, in order.
  public let happenings: LabChannel<Happening>
  private let channel: FrameLink
  private let bluetoothPeerIdentifier: String?
  private let options: SessionOptions
  private let onRelay: @Sendable (Duration) -> Void
  private let lab: Lab
  private let arrivals: LabChannel<Arrival>
  private let flow: Mutex<ApplicationFlow>

  /// An application that has not begun.
  ///
  /// - Parameter onRelay: told, for each run, how long it took from generated shareable data to the
  ///   moment at which its message was handed to the wire.
  public init(
    session: PhoneSession, channel: FrameLink, policy: RetryPolicy = .none,
    bluetoothPeerIdentifier: String? = nil, options: SessionOptions = SessionOptions(),
    onRelay: @escaping @Sendable (Duration) -> Void = { _ in }
  ) {
    self.session = session
    self.channel = channel
    self.bluetoothPeerIdentifier = bluetoothPeerIdentifier
    self.options = options
    self.onRelay = onRelay
    lab = session.phone.lab
    happenings = LabChannel(lab, label: "something to happen with \(channel.name)")
    arrivals = LabChannel(lab, label: "work of the application for \(channel.name)")
    flow = Mutex(ApplicationFlow(policy: policy, behaviour: session.phone.behaviour))
  }

  /// Begins with the accessory: initialize, and all that follows.
  public func begin() { arrivals.send(.order(.begin)) }

  /// Lives until the task is cancelled.
  public func serve() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.readEvents() }
      group.addTask { await self.readMessages() }
      while !Task.isCancelled {
        do throws(RigError) {
          let due = flow.withLock { $0.nextDeadline }.map { LabInstant.zero.advanced(by: $0) }
          try await take(arrivals.receive(until: due))
        } catch {
          guard error.code == .timedOut else { break }
          await perform(.deadline, at: lab.now)
        }
      }
      group.cancelAll()
    }
  }

  /// What is not read is lost: an accessory must not fill the memory.
  private func note(_ happening: Happening) {
    if happenings.count < Phone.unreadUpdates { happenings.send(happening) }
  }

  private func readEvents() async {
    while let event = try? await session.events.receive() { arrivals.send(.event(event)) }
  }

  private func readMessages() async {
    while let message = try? await channel.nextMessage(until: nil) {
      if arrivals.count < Phone.unreadUpdates { arrivals.send(.message(message)) }
    }
    arrivals.send(.disconnected)
  }

  private func take(_ arrival: Arrival) async {
    switch arrival {
    case .event(let event):
      note(.event(event))
      await perform(.event(event.event), at: event.at)
    case .message(let message):
      note(.received(message.message, at: message.at))
      if message.error == nil { await perform(.received(message.message), at: message.at) }
    case .order(let input): await perform(input, at: lab.now)
    case .disconnected: note(.disconnected(at: lab.now))
    }
  }

  /// Does what follows from an input that came at `origin`.
  private func perform(_ input: ApplicationFlow.Input, at origin: LabInstant) async {
    let now = LabInstant.zero.duration(to: lab.now)
    for output in flow.withLock({ $0.handle(input, now: now) }) {
      switch output {
      case .send(let message):
        do throws(RigError) { try await channel.send(message) } catch { continue }
        note(.sent(message, at: lab.now))
        if case .configureAndStart = message { onRelay(origin.duration(to: lab.now)) }
      case .configureAndRun(let data):
        do throws(FrameworkError) {
          var configuration = try session.phone.accessoryConfiguration(
            data: data, bluetoothPeerIdentifier: bluetoothPeerIdentifier)
          configuration.options = options
          try? session.run(.accessory(configuration))
        } catch {
          note(.refused(error, at: lab.now))
        }
      case .runAgain: try? session.runAgain()
      case .gaveUp: note(.gaveUp(at: lab.now))
      }
    }
  }
}
