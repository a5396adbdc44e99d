/// Frees what the dead hold, and takes their tickets out of the queues. Any number of them may
/// work at one coordinator: what they do is compare and release, and tickets are taken away once.
///
/// A pure value, as ``LeaseSeeker``.
public struct LeaseJanitor: Sendable {
  /// What to do.
  public enum Action: Hashable, Sendable {
    /// Ask the coordinator for anything that it answers in its turn; then ``answered(_:now:)``.
    case probe(String)
    /// Compare and release.
    case release(place: String, owner: String)
    /// An empty value takes the tag away.
    case tag(place: String, key: String, value: String)
  }

  private struct Life {
    /// What has to change while it lives.
    var marks: [String]
    var since: Duration
    var state = State.silent
  }

  private enum State {
    case silent, probed
    case condemned(at: Duration)
  }

  private let times: LeaseTimes
  /// Names of leases not to be judged: one's own.
  private var own: Set<String> = []
  private var lives: [String: Life] = [:]
  /// By place: who has it, and since when that is seen here.
  private var tenures: [String: Tenure] = [:]

  private struct Tenure {
    let owner: String
    /// Put off after an attempt to end it.
    var since: Duration
  }

  /// A janitor that has seen nothing yet.
  public init(times: LeaseTimes = LeaseTimes()) { self.times = times }

  /// One does not free what oneself holds.
  public mutating func spares(_ owner: LeaseOwner) { own.insert(owner.word) }

  /// Forgets what was seen: after a time without a session all start anew.
  public mutating func reconnected() {
    lives = [:]
    tenures = [:]
  }

  /// Looks at what the coordinator shows; to be called at each change and several times a second.
  public mutating func look(at places: [LeasedPlace], now: Duration) -> [Action] {
    var seen: [String: (marks: [String], actions: [Action])] = [:]
    for place in places {
      if let owner = place.holder, !own.contains(owner.word) {
        let name = owner.description
        seen[name, default: ([], [])].marks.append(
          "\(place.name) \(place.tags[LeaseMark.beat] ?? "")")
        seen[name]?.actions.append(.release(place: place.name, owner: name))
      }
      // What the dead, or a coordinator that was restarted, have left at a free place.
      if place.owner == nil {
        for key in LeaseMark.ofHolder {
          guard let mark = place.tags[key] else { continue }
          seen["\(key) \(place.name)", default: ([], [])].marks.append(mark)
          seen["\(key) \(place.name)"]?.actions.append(.tag(place: place.name, key: key, value: ""))
        }
      }
      for ticket in place.queue where !own.contains(ticket.word) {
        seen[ticket.key, default: ([], [])].marks.append("\(place.name) \(ticket.value)")
        seen[ticket.key]?.actions.append(.tag(place: place.name, key: ticket.key, value: ""))
      }
    }
    lives = lives.filter { seen[$0.key] != nil }
    var actions: [Action] = []
    for (name, (marks, remedy)) in seen.sorted(by: { $0.key < $1.key }) {
      guard var life = lives[name], life.marks == marks else {
        lives[name] = Life(marks: marks, since: now)
        continue
      }
      switch life.state {
      case .silent where now - life.since >= times.suspicion:
        life.state = .probed
        actions.append(.probe(name))
      case .condemned(let at) where now >= at:
        // Where it does not show, the coordinator is asked again first: it may stand still.
        life.state = .silent
        life.since = now - times.suspicion + times.repetition
        actions += remedy
      default: continue
      }
      lives[name] = life
    }
    return actions + overdue(places, now)
  }

  /// Frees what was held longer than its bench's owner allows, by any holder: one with a lease
  /// gives it back without being told.
  private mutating func overdue(_ places: [LeasedPlace], _ now: Duration) -> [Action] {
    var seen: [String: Tenure] = [:]
    var actions: [Action] = []
    for place in places {
      guard let owner = place.owner, let limit = place.limit else { continue }
      var tenure = tenures[place.name] ?? Tenure(owner: owner, since: now)
      if tenure.owner != owner { tenure = Tenure(owner: owner, since: now) }
      if now - tenure.since >= limit + times.overtime {
        actions.append(.release(place: place.name, owner: owner))
        tenure.since = now - limit
      }
      seen[place.name] = tenure
    }
    tenures = seen
    return actions
  }

  /// The coordinator has answered a probe; without an answer no lease is judged.
  public mutating func answered(_ name: String, now: Duration) {
    guard case .probed = lives[name]?.state else { return }
    lives[name]?.state = .condemned(at: now + times.grace)
  }

  /// A probe came to nothing: it is made again.
  public mutating func failed(_ name: String, now: Duration) {
    guard case .probed = lives[name]?.state else { return }
    lives[name]?.state = .silent
  }
}
