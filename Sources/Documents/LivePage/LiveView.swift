package import Errors
import Glibc
import Journal
import LabRuntime
import Links
package import Reports
import Synchronization

/// The live page of a run: follows its journal in the file, also while it is written, and serves the
/// page to browsers.
///
/// It has a thread and a lab of its own and knows the run by its file alone: nothing that a browser does
/// reaches the run.
package final class LiveView: Sendable {
  /// How often the file is looked at.
  private static let interval = Duration.milliseconds(200)
  /// Streams of events at a time.
  private static let maximumViewers = 64
  /// Lines that are taken at a time: between them browsers are served.
  private static let portion = 5_000
  /// How long a run that is over waits for its viewers to fetch the whole report.
  private static let farewell = Duration.seconds(3)

  private struct State {
    var picture: LivePicture
    /// Grows whenever there is something new.
    var version = 0
    var viewers = 0
    /// Viewers that know that the run is over and have not come for the report.
    var awaited = 0
    /// What browsers are sent, made once for all.
    var update: (version: Int, bytes: [UInt8])?
  }

  private let lab: Lab
  private let path: String
  private let token: String
  private let flush: @Sendable () -> Void
  private let state: Mutex<State>
  private let changed: ChangeBell
  private let end: LabGate

  private init(_ lab: Lab, journal: String, token: String, _ flush: @escaping @Sendable () -> Void)
  {
    self.lab = lab
    self.token = token
    self.flush = flush
    path = journal
    state = Mutex(State(picture: LivePicture()))
    changed = ChangeBell(lab)
    end = LabGate(lab, label: "the end of the live page")
  }

  /// A view that runs on a thread of its own.
  package struct Service: Sendable {
    /// Where a browser finds the page.
    package let url: String
    private let view: LiveView
    private let wall: Lab
    private let ended: LabChannel<Void>

    fileprivate init(_ url: String, _ view: LiveView, _ wall: Lab, _ ended: LabChannel<Void>) {
      self.url = url
      self.view = view
      self.wall = wall
      self.ended = ended
    }

    /// Waits until the viewers of a run that is over have its report, a few seconds at most, and ends
    /// the service.
    package func finish() {
      view.lab.post { view.end.open() }
      let (wall, ended) = (wall, ended)
      try? wall.run {
        try? await ended.receive(until: wall.now.advanced(by: farewell + .seconds(2)))
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
  ///   - flush: called before each look at the file, on the thread of the view.
  package static func start(
    journal: String, address: String, port: UInt16, token: String,
    flush: @escaping @Sendable () -> Void = {}
  ) throws(RigError) -> Service {
    let lab = Lab.serving(seed: 0)
    let view = LiveView(lab, journal: journal, token: token, flush)
    let server = try HTTPServer(lab, address: address, port: port) { view.answer($0) }
    let host = address.contains(":") ? "[\(address)]" : address
    let url = "http://\(host):\(server.port)/\(token)/"
    let wall = Lab.live(seed: 0)
    let ended = LabChannel<Void>(wall, label: "the end of the live page")
    WorkerThread.start("view") {
      // The run comes first, wherever it runs.
      _ = setpriority(__priority_which_t(0), 0, 10)
      try? lab.run { await view.perform(server) }
      wall.post { ended.send(()) }
    }
    return Service(url, view, wall, ended)
  }

  private func perform(_ server: HTTPServer) async {
    await withDiscardingTaskGroup { group in
      group.addTask { await server.serve() }
      group.addTask { await self.follow() }
      try? await end.wait()
      await farewell()
      server.close()
      group.cancelAll()
    }
  }

  /// Gives viewers time to fetch what they will look at from now on.
  private func farewell() async {
    let deadline = lab.now.advanced(by: Self.farewell)
    while lab.now < deadline, state.withLock({ $0.awaited > 0 || $0.viewers > 0 }) {
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
    while !Task.isCancelled {
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
        return taken
      }
      if taken > 0 { changed.ring() }
      // With more at hand, others have their turn and it goes on.
      let pause = taken == Self.portion ? Duration.milliseconds(1) : Self.interval
      do { try await lab.sleep(for: pause, label: "the next lines") } catch { return }
      if taken < Self.portion { flush() }
    }
  }

  // MARK: Browsers

  private func answer(_ request: HTTPRequest) -> HTTPServer.Answer {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard parts.first.map(String.init) == token else {
      return .whole(.refusal(404, "there is nothing here; take the whole address that was printed"))
    }
    switch parts.dropFirst().first.map(String.init) {
    case "":
      return .whole(
        state.withLock { state in
          if state.picture.isOver { state.awaited = max(0, state.awaited - 1) }
          return page(state.picture)
        })
    case "events": return events(from: Int(request.query) ?? 0)
    case "overview":
      return .whole(.html(state.withLock { state in state.picture.overview }))
    case "evidence":
      let html = Int(request.query).flatMap { number in
        state.withLock { $0.picture.evidence(of: number) }
      }
      return .whole(html.map { .html($0) } ?? .refusal(404, "nothing is kept of this case"))
    default: return .whole(.refusal(404, "there is no such page"))
    }
  }

  private func page(_ picture: LivePicture) -> HTTPResponse {
    do { return .html(try picture.page()) } catch {
      return .refusal(503, "the page could not be made")
    }
  }

  private func events(from first: Int) -> HTTPServer.Answer {
    let isFree = state.withLock { state in
      guard state.viewers < Self.maximumViewers else { return false }
      state.viewers += 1
      return true
    }
    guard isFree else { return .whole(.refusal(503, "enough browsers follow this run already")) }
    return .events { send in
      defer { self.state.withLock { $0.viewers -= 1 } }
      try await self.stream(from: first, send)
    }
  }

  /// Sends what is new whenever there is something; a viewer that is slow gets less often more.
  private func stream(
    from first: Int, _ send: @escaping @Sendable ([UInt8]) async throws -> Void
  ) async throws {
    var next = first
    var seen = -1
    while true {
      let (version, bytes, isOver, behind) = state.withLock { state in
        if state.update?.version != state.version {
          state.update = (state.version, HTTPResponse.event("now", state.picture.now))
        }
        var bytes = seen == state.version ? [] : state.update?.bytes ?? []
        let cases = state.picture.cases(from: next)
        if cases.next > next { bytes += HTTPResponse.event("cases", cases.json) }
        next = cases.next
        return (state.version, bytes, state.picture.isOver, cases.next < cases.total)
      }
      seen = version
      if !bytes.isEmpty { try await send(bytes) }
      if behind { continue }
      if isOver {
        state.withLock { $0.awaited += 1 }
        try await send(HTTPResponse.event("over", Array("1".utf8)))
        return
      }
      if await !changed.wait(after: version, for: .seconds(10)) {
        try await send(HTTPResponse.heartbeat)
      } else {
        // So often nobody can read.
        try await lab.sleep(for: Self.interval, label: "the next update")
      }
    }
  }
}
