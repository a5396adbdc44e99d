import CRigShims

/// The wait of the thread that pumps a live lab while nothing can run.
///
/// A server waits for its descriptors right here, so that what a client sends is read and answered
/// without a second thread.
public protocol LabIdling: Sendable {
  /// Waits until ``wake()`` was called, work has come, or `nanoseconds` have passed; negative: for
  /// ever, 0: has a look and comes back. Called on the pumping thread alone.
  func idle(nanoseconds: Int64)

  /// Ends a wait, the one at hand or the next. Called on any thread.
  func wake()
}

/// Sleeps: everything that comes, comes from other threads.
final class Sleeping: LabIdling {
  private let event = rig_eventfd()

  deinit { rig_close(event) }

  func idle(nanoseconds: Int64) {
    if rig_wait_readable(event, nanoseconds) > 0 { rig_eventfd_clear(event) }
  }

  func wake() { rig_eventfd_signal(event) }
}
