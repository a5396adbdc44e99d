import CRigShims
public import Errors
import Glibc
public import LabRuntime
import Synchronization

/// The board's side of a pseudo-terminal: a program that opens the terminal is connected, one that
/// closes it is disconnected, again and again.
///
/// The kernel tells the master side only that the terminal is not open; a close and an open in
/// quick succession would go unseen. So the device is watched as a file too.
public final class PtyListener: LinkListener {
  private struct State {
    var watchToken: UInt64 = 0
    var users = 0
    var current: DescriptorLink?
    var isClosed = false
  }

  /// The path that others open.
  public let path: String
  /// One link for each time that the terminal is opened.
  public let connections: LabChannel<any Link>
  private let lab: Lab
  private let name: String
  private let master: Int32
  private let watch: Int32
  private let state = Mutex(State())

  /// Makes a pseudo-terminal in raw mode.
  public init(_ lab: Lab, name: String) throws(RigError) {
    let (master, path) = System.openTerminal()
    guard master >= 0 else {
      throw .system(-master, link: name, doing: "make a pseudo-terminal")
    }
    let watch = System.watchOpens(path)
    guard watch >= 0 else {
      rig_close(master)
      throw .system(-watch, link: name, doing: "watch \(path)")
    }
    // Not before the last throw, which runs `deinit` once all is set.
    (self.lab, self.name, self.path) = (lab, name, path)
    (self.master, self.watch) = (master, watch)
    connections = LabChannel(lab, label: "a program to open \(name)")
    let token = lab.poller.add(watch, [.readable]) { [weak self] _ in self?.terminalTouched() }
    state.withLock { $0.watchToken = token }
  }

  deinit { close() }

  /// Removes the terminal; programs that have it open are hung up.
  public func close() {
    let (token, current, first) = state.withLock { state in
      let first = !state.isClosed
      state.isClosed = true
      return (state.watchToken, state.current, first)
    }
    guard first else { return }
    if token != 0 { lab.poller.remove(watch, token: token) }
    rig_close(watch)
    current?.hangUp("the pseudo-terminal was removed")
    current?.close()
    rig_close(master)
    connections.close()
  }

  private func terminalTouched() {
    let (ended, started) = state.withLock { state -> (DescriptorLink?, DescriptorLink?) in
      guard !state.isClosed else { return (nil, nil) }
      guard let (opens, closes) = System.readWatch(watch) else { return (nil, nil) }
      let everybodyLeft = state.users > 0 && closes >= state.users
      let startsAnew = opens > 0 && (state.users == 0 || everybodyLeft)
      state.users = max(0, state.users + opens - closes)
      guard startsAnew else { return (nil, nil) }
      let descriptor = fcntl(master, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { return (state.current, nil) }
      let ended = state.current
      // A program that comes right after another left may have written before the watch was looked
      // at.
      let link = DescriptorLink(
        lab, name: name, input: descriptor, output: descriptor,
        beforeReading: { [weak self] in self?.terminalTouched() })
      state.current = link
      return (ended, link)
    }
    ended?.hangUp("the pseudo-terminal was closed and opened again")
    if let started { connections.send(started) }
  }
}
