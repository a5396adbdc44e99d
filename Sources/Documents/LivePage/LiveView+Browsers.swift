import Journal
import LabRuntime
import Links
import Reports
import Synchronization

extension LiveView {
  /// Streams of events at a time.
  private static let maximumViewers = 64
  /// Viewers at a time that see a run again from some moment on.
  private static let maximumReplays = 8
  /// How old pictures may be that are made of the whole run.
  private static let freshness = Duration.seconds(2)

  func answer(_ request: HTTPRequest) -> HTTPServer.Answer {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard parts.first.map(String.init) == token else {
      return .whole(.refusal(404, "there is nothing here; take the whole address that was printed"))
    }
    switch parts.dropFirst().first.map(String.init) {
    case "":
      return .whole(state.withLock { page(&$0) })
    case "replay":
      return .whole(state.withLock { state in Self.page { try state.picture.replayPage() } })
    case "replayed": return replay(ReplayPace(query: request.query))
    case "events": return events(from: Int(request.query) ?? 0)
    case "overview":
      let now = lab.now
      return .whole(state.withLock { overview(&$0, at: now) })
    case "evidence":
      let html = Int(request.query).flatMap { number in
        state.withLock { $0.picture.evidence(of: number) }
      }
      return .whole(html.map { .html($0) } ?? .refusal(404, "nothing is kept of this case"))
    default: return .whole(.refusal(404, "there is no such page"))
    }
  }

  private func page(_ state: inout State) -> HTTPResponse {
    guard state.isOver else { return Self.page { try state.picture.page(isOver: false) } }
    state.awaited = max(0, state.awaited - 1)
    // All viewers come for it at once.
    if let report = state.report, report.version == state.version { return report.response }
    let response = Self.page { try state.picture.page(isOver: true, successor: successor) }
    state.report = (state.version, response)
    return response
  }

  /// The pictures: those of a moment ago, where another viewer has asked for them then.
  private func overview(_ state: inout State, at now: LabInstant) -> HTTPResponse {
    if let kept = state.overview, kept.made.duration(to: now) < Self.freshness {
      return kept.response
    }
    let response = HTTPResponse.html(state.picture.overview)
    state.overview = (now, response)
    return response
  }

  private static func page(_ made: () throws -> String) -> HTTPResponse {
    do { return .html(try made()) } catch {
      return .refusal(503, "the page could not be made")
    }
  }

  /// The run again from a moment on, for one viewer; nothing of it reaches the others.
  private func replay(_ pace: ReplayPace) -> HTTPServer.Answer {
    let isFree = state.withLock { state in
      guard state.replays < Self.maximumReplays else { return false }
      state.replays += 1
      return true
    }
    guard isFree else { return .whole(.refusal(503, "enough browsers play this run already")) }
    return .events { send in
      defer { self.state.withLock { $0.replays -= 1 } }
      try await Replay(lab: self.lab, journal: self.path, pace: pace).perform(
        until: { self.state.withLock { $0.picture.end } }, send)
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
    var fleet = 0
    while true {
      let (version, bytes, isOver, behind) = state.withLock { state in
        if state.update?.version != state.version {
          state.update = (state.version, HTTPResponse.event("now", state.picture.now()))
        }
        var bytes = seen == state.version ? [] : state.update?.bytes ?? []
        let cases = state.picture.cases(from: next)
        if cases.next > next { bytes += HTTPResponse.event("cases", cases.json, next: cases.next) }
        next = cases.next
        if state.fleet.version != fleet {
          bytes += state.fleet.bytes
          fleet = state.fleet.version
        }
        return (state.version, bytes, state.isOver, cases.next < cases.total)
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
