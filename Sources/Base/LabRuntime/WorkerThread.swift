import CRigShims
import Glibc

/// A plain thread for what blocks: the epoll of live carriers, signals, the watchdog.
public enum WorkerThread {
  /// Starts `body` on a thread of its own; false when the system gives none.
  @discardableResult
  public static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    let box = unsafe Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let status = unsafe rig_thread_start(
      name,
      { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
      }, box.toOpaque(), &thread)
    if status != 0 {
      unsafe box.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
