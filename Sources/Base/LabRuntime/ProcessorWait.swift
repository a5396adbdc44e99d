import CRigShims
import Synchronization

extension WorkerThread {
  /// The threads that take times for the labs of this process.
  private static let timekeepers = Mutex<[Int32]>([])

  /// The calling thread, which lives as long as the process, takes the time of what comes from
  /// outside: when it gets no processor, times of all labs are late.
  public static func takesTimes() { timekeepers.withLock { $0.append(rig_thread_id()) } }

  /// How long the threads that take times, and one more, were ready to run and were given no
  /// processor; nil where the system does not say that of all of them.
  static func processorWait(with thread: Int32) -> Duration? {
    var sum: Int64 = 0
    for thread in timekeepers.withLock({ $0 }) + [thread] {
      let waited = rig_thread_waited_ns(thread)
      guard waited >= 0 else { return nil }
      sum &+= waited
    }
    return .nanoseconds(sum)
  }
}
