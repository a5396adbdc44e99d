import CRigShims
import Errors
public import LabRuntime
import Synchronization

/// USB devices as they come and go.
///
/// One thread listens to udevd and sleeps in between; where there is no udevd it also looks through
/// sysfs once a second. It ends, and gives back what it holds, when the watch is closed.
public final class HotPlugWatch: Sendable {
  /// How one learns of devices.
  public enum Method: Equatable, Sendable {
    /// From udevd; where none runs by looking too.
    case automatic
    /// From udevd alone.
    case listening
    /// By looking once an interval.
    case looking(every: Duration)
  }

  /// Changes, beginning with what is there. Closed when the watch is at its end.
  public let events: LabChannel<HotPlugEvent>
  private let stop: StopFlag

  private init(events: LabChannel<HotPlugEvent>, stop: StopFlag) {
    self.events = events
    self.stop = stop
  }

  /// Watches while `body` runs, and returns when the thread has ended.
  ///
  /// - Throws: what `body` throws; ``RigError`` when the system gives no thread.
  public static func withWatch<Value: Sendable>(
    _ tree: USBTree, lab: Lab, method: Method = .automatic,
    _ body: (HotPlugWatch) async throws -> Value
  ) async throws -> Value {
    let watch = try start(tree, lab: lab, method: method)
    do {
      let value = try await body(watch)
      await watch.finish()
      return value
    } catch {
      await watch.finish()
      throw error
    }
  }

  private static func start(
    _ tree: USBTree, lab: Lab, method: Method
  ) throws(RigError) -> HotPlugWatch {
    let events = LabChannel<HotPlugEvent>(lab, label: "USB devices to come or go")
    guard let stop = StopFlag() else {
      throw RigError(
        .failed, reason: "the system gives no descriptor to watch USB devices with",
        advice: "Close programs, or raise the limit of open files (ulimit -n)")
    }
    let listener = HotPlugListener(tree: tree, lab: lab, method: method, events: events, stop: stop)
    guard WorkerThread.start("boards", { listener.run() }) else {
      throw RigError(
        .failed, reason: "the system gives no thread to watch USB devices with",
        advice: "Close programs")
    }
    return HotPlugWatch(events: events, stop: stop)
  }

  /// Asks the thread to end.
  public func close() { stop.raise() }

  private func finish() async {
    close()
    // The thread closes the channel as the last thing that it does.
    while (try? await events.receive()) != nil {}
  }
}

/// Tells a thread that sleeps on descriptors to end.
final class StopFlag: Sendable {
  let descriptor: Int32

  init?() {
    descriptor = rig_eventfd()
    if descriptor < 0 { return nil }
  }

  deinit { rig_close(descriptor) }

  func raise() { rig_eventfd_signal(descriptor) }
}

/// The thread's work.
struct HotPlugListener: Sendable {
  /// The interval of polling where the system sends no events.
  static let interval = Duration.seconds(1)

  let tree: USBTree
  let lab: Lab
  let method: HotPlugWatch.Method
  let events: LabChannel<HotPlugEvent>
  let stop: StopFlag

  func run() {
    defer { events.close() }
    switch method {
    case .looking(let interval): look(every: interval)
    case .listening: _ = listen(lookingEvery: nil)
    case .automatic:
      let interval = USBTree.isServed(tree.roots) ? nil : Self.interval
      if !listen(lookingEvery: interval) { look(every: Self.interval) }
    }
  }

  /// Follows udevd until the stop; false when that is not possible.
  private func listen(lookingEvery interval: Duration?) -> Bool {
    guard let udev = UDev(), let monitor = udev.monitor() else { return false }
    let epoll = rig_epoll()
    guard epoll >= 0 else { return false }
    defer { rig_close(epoll) }
    guard rig_epoll_add(epoll, monitor.descriptor, 1, UInt32(RIG_EV_IN)) == 0,
      rig_epoll_add(epoll, stop.descriptor, 2, UInt32(RIG_EV_IN)) == 0
    else { return false }
    // The monitor listens already: what comes during this look is heard afterwards.
    var tracker = begin()
    var nextLook = interval.map { lab.now.advanced(by: $0) }
    while true {
      let deadline = [tracker.nextDeadline, nextLook].compactMap(\.self).min()
      let wait = deadline.map { max(0, $0.nanoseconds - lab.now.nanoseconds) } ?? -1
      let ready = self.ready(epoll, nanoseconds: wait)
      if ready.contains(2) { return true }
      if ready.contains(1) {
        switch monitor.hear() {
        case .event(let event): send(tracker.observe(event, at: lab.now))
        case .overrun: send(tracker.reconcile(with: tree.snapshot(), at: lab.now))
        case .nothing: break
        }
      }
      send(tracker.settle(at: lab.now) { tree.device(at: $0) })
      if let interval, let due = nextLook, due <= lab.now {
        send(tracker.reconcile(with: tree.snapshot(), at: lab.now))
        nextLook = lab.now.advanced(by: interval)
      }
    }
  }

  private func look(every interval: Duration) {
    var tracker = begin()
    let nanoseconds = max(1_000_000, interval.nanoseconds)
    while rig_wait_readable(stop.descriptor, nanoseconds) == 0 {
      send(tracker.reconcile(with: tree.snapshot(), at: lab.now))
    }
  }

  private func begin() -> HotPlugTracker {
    let inventory = tree.snapshot()
    events.send(.present(inventory, at: lab.now))
    return HotPlugTracker(inventory)
  }

  private func send(_ news: [HotPlugEvent]) {
    for event in news { events.send(event) }
  }

  private func ready(_ epoll: Int32, nanoseconds: Int64) -> [UInt64] {
    var raw = [rig_event](repeating: rig_event(), count: 4)
    let count = unsafe rig_epoll_wait(epoll, &raw, 4, nanoseconds)
    return raw.prefix(Int(max(0, count))).map(\.token)
  }
}
