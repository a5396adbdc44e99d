package import Errors
import Glibc
import Journal
import LabRuntime
import Links
import Reports
import RunStore
import Synchronization

/// The live page of a run: follows its journal in the file, also while it is written, and serves
/// the page to browsers.
///
/// It has a thread and a lab of its own and knows the run by its file alone: nothing that a
/// browser does reaches the run.
package final class LiveView: Sendable {
  /// How often the file is looked at.
  static let interval = Duration.milliseconds(200)
  /// Lines that are taken at a time: between them browsers are served.
  private static let portion = 5_000
  /// The silence after which a run without a writer counts as ended.
  private static let silence = Duration.seconds(1)
  /// How long a run that is over waits for its viewers to fetch the whole report.
  private static let farewell = Duration.seconds(3)
  /// The longest wait between two reads of the journal while there are viewers.
  private static let reading = Duration.seconds(20)

  struct State {
    var picture = LivePicture()
    /// Grows whenever there is something new.
    var version = 0
    var viewers = 0
    var replays = 0
    /// Whether the journal is incomplete and has no writer.
    var isAbandoned = false
    /// What the fleet's coordinators say, as browsers are sent it.
    var fleet: (version: Int, bytes: [UInt8]) = (0, [])
    /// Viewers that know that the run is over and have not come for the report.
    var awaited = 0
    /// What browsers are sent, made once for all.
    var update: (version: Int, bytes: [UInt8])?
    /// The pictures, as old as they may be.
    var overview: (made: LabInstant, response: HTTPResponse)?
    /// The report of a run that is over.
    var report: (version: Int, response: HTTPResponse)?

    var isOver: Bool { picture.isOver || isAbandoned }
  }

  let lab: Lab
  let path: String
  let token: String
  /// The command that shows the run again once this service has ended; nil for one that stays.
  let successor: String?
  let state = Mutex(State())
  let changed: ChangeBell
  private let flush: @Sendable () -> Void
  private let end: LabGate

  private init(
    _ lab: Lab, journal: String, token: String, successor: String?,
    _ flush: @escaping @Sendable () -> Void
  ) {
    self.lab = lab
    self.token = token
    self.successor = successor
    self.flush = flush
    path = journal
    changed = ChangeBell(lab)
    end = LabGate(lab, label: "the end of the live page")
  }

  /// A view that runs on a thread of its own.
  package struct Service: Sendable {
    /// Where a browser finds the page.
    package let url: String
    fileprivate let view: LiveView
    fileprivate let wall: Lab
    fileprivate let ended: LabChannel<Void>

    /// Waits until the viewers of a run that is over have its report, a few seconds at most, and
    /// ends the service.
    package func finish() {
      view.lab.post { view.end.open() }
      let (wall, ended) = (wall, ended)
      try? wall.run {
        try? await ended.receive(until: wall.now.advanced(by: farewell + reading + .seconds(2)))
      }
    }

    /// Waits for the end of the service.
    package func wait() {
      let ended = ended
      try? wall.run { try? await ended.receive() }
    }

    /// Ends the service at once.
    package func stop() {
      view.lab.post {
        view.state.withLock { $0.awaited = 0 }
        view.end.open()
      }
    }
  }

  /// Serves the page of a journal on a thread of its own.
  ///
  /// - Parameters:
  ///   - token: a word that nobody can guess, which is part of the address.
  ///   - successor: the command that shows the run again, of a service that ends with its run.
  ///   - fleet: tells what coordinators say of places, until it is cancelled.
  ///   - flush: called before each look at the file, on the thread of the view.
  package static func start(
    journal: String, address: String, port: UInt16, token: String, successor: String? = nil,
    fleet: FleetSource? = nil, flush: @escaping @Sendable () -> Void = {}
  ) throws(RigError) -> Service {
    let lab = Lab.serving(seed: 0)
    let view = LiveView(lab, journal: journal, token: token, successor: successor, flush)
    let server = try HTTPServer(lab, address: address, port: port) { view.answer($0) }
    let host = address.contains(":") ? "[\(address)]" : address
    let url = "http://\(host):\(server.port)/\(token)/"
    let wall = Lab.live(seed: 0)
    let ended = LabChannel<Void>(wall, label: "the end of the live page")
    WorkerThread.start("view") {
      // The run comes first, wherever it runs.
      _ = setpriority(__priority_which_t(0), 0, 10)
      try? lab.run { await view.perform(server, fleet) }
      wall.post { ended.send(()) }
    }
    return Service(url: url, view: view, wall: wall, ended: ended)
  }

  private func perform(_ server: HTTPServer, _ fleet: FleetSource?) async {
    await withDiscardingTaskGroup { group in
      group.addTask { await server.serve() }
      group.addTask { await self.follow() }
      if let fleet {
        group.addTask { await fleet(self.lab) { self.take(fleet: $0) } }
      }
      try? await end.wait()
      await farewell()
      server.close()
      group.cancelAll()
    }
  }

  /// Gives viewers time to fetch what they will look at from now on.
  private func farewell() async {
    // A viewer sees the end as well, where the run was faster than this thread.
    let latest = lab.now.advanced(by: Self.reading)
    var deadline = lab.now.advanced(by: Self.farewell)
    while lab.now < deadline, state.withLock({ $0.awaited > 0 || $0.viewers > 0 }) {
      if !state.withLock({ $0.isOver }) {
        deadline = min(latest, lab.now.advanced(by: Self.farewell))
      }
      try? await lab.sleep(for: .milliseconds(50), label: "the last viewers")
    }
  }

  // MARK: The journal

  private func follow() async {
    while !Task.isCancelled {
      flush()
      // A run makes its folder before its journal.
      if var reader = try? JournalReader(path: path) {
        await follow(&reader)
        return
      }
      try? await lab.sleep(for: Self.interval, label: "the journal")
    }
  }

  private func follow(_ reader: inout JournalReader) async {
    var latest = lab.now
    while !Task.isCancelled {
      // Asked before the file is: what a run writes before it gives back its folder is read.
      let isHeld = FolderClaim.isHeld(folder)
      let taken = state.withLock { state in
        var taken = 0
        while taken < Self.portion, let record = try? reader.nextWritten() {
          taken += 1
          switch record {
          case .entry(let entry): state.picture.take(entry)
          case .damaged(let line, let reason): state.picture.damaged(line: line, reason: reason)
          }
        }
        if taken > 0 { state.version += 1 }
        if taken > 0 || isHeld != false { state.isAbandoned = false }
        return taken
      }
      if taken > 0 {
        latest = lab.now
      } else if isHeld == false, latest.duration(to: lab.now) > Self.silence {
        giveUp()
      }
      if taken > 0 { changed.ring() }
      // With more at hand, others have their turn and it goes on.
      let pause = taken == Self.portion ? Duration.milliseconds(1) : Self.interval
      do { try await lab.sleep(for: pause, label: "the next lines") } catch { return }
      if taken < Self.portion { flush() }
    }
  }

  /// Takes that the run was killed, or its computer: nothing will come any more.
  private func giveUp() {
    let isNews = state.withLock { state in
      guard !state.isOver else { return false }
      state.isAbandoned = true
      state.version += 1
      return true
    }
    if isNews { changed.ring() }
  }

  private var folder: String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  private func take(fleet: JSONValue) {
    let bytes = HTTPResponse.event("fleet", fleet.encoded)
    let isNews = state.withLock { state in
      guard state.fleet.bytes != bytes else { return false }
      state.fleet = (state.fleet.version + 1, bytes)
      state.version += 1
      return true
    }
    if isNews { changed.ring() }
  }
}
