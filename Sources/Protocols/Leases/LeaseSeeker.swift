/// One who wants places, all or none: waits in the queue, takes them in the order of their names,
/// gives back what it has got when one of them cannot be had, and keeps the lease alive.
///
/// A pure value. It is told what the coordinator shows, what it answered and what time it is, and
/// says what to do.
///
///     var seeker = LeaseSeeker(owner, wants: [.place("lock"), .tagged(["kind": "phone"])])
///     for action in seeker.look(at: places, now: now) { … }
public struct LeaseSeeker: Sendable {
  /// What to do, in this order.
  public enum Action: Hashable, Sendable {
    case acquire(String)
    /// Compare and release: only what this owner still holds.
    case release(String)
    /// An empty value takes the tag away.
    case tag(place: String, key: String, value: String)
    /// All places are held, in the order of the wants.
    case granted([String])
    /// Waiting; the number is the longest queue ahead at any place.
    case waits(ahead: Int, for: String, heldBy: String?)
    /// A place is no longer held, and was not released here.
    case lost(String)
    /// All was given back: the places were held as long as one may.
    case expired([String], Duration)
  }

  enum Phase: Hashable, Sendable {
    case waiting
    /// In the order of names; those before `next` are held.
    case acquiring([String], next: Int)
    case holding
    /// What a coordinator has forgotten is waited for: its exporters come back after it.
    case reclaiming(until: Duration)
    case ended
  }

  /// The name under which places are held.
  public let owner: LeaseOwner
  private let wants: [LeaseWant]
  private let alike: String?
  private let times: LeaseTimes
  private let ownLimit: Duration?
  /// For how long at most the places are held: what was asked for, or what the bench's owner
  /// allows; nil for any time. Known once they are granted.
  public private(set) var holdLimit: Duration?
  private var grantedAt: Duration?
  private(set) var phase = Phase.waiting
  /// The places in the order of the wants, from the first attempt on.
  private var chosen: [String] = []
  private var held: Set<String> = []
  /// What was granted and is not held any more.
  private var gone: Set<String> = []
  private var ticket: LeaseTicket?
  private var ticketed: [String] = []
  private var beats = 0
  private var lastBeat: Duration?
  private var lastWait: Action?
  /// Whether all places were held before: then one that cannot be had again is lost.
  private var wasGranted = false
  /// Where an attempt failed, the mirror has to show something new before the next.
  private var failedAt: [LeasedPlace]?

  /// One who wants these places.
  ///
  /// - Parameters:
  ///   - alike: a tag that has one value at all of them, such as `room`; nil for any places.
  ///   - limit: after what time they are given back in any case; nil for no limit of one's own.
  public init(
    _ owner: LeaseOwner, wants: [LeaseWant], alike: String? = nil, limit: Duration? = nil,
    times: LeaseTimes = LeaseTimes()
  ) {
    self.alike = alike
    self.owner = owner
    ownLimit = limit
    self.wants = wants
    self.times = times
  }

  /// Whether every place is held.
  public var isHolding: Bool { phase == .holding }

  /// Whether it waits, for a limit on waiting.
  public var isWaiting: Bool { phase == .waiting }

  /// Looks at what the coordinator shows; to be called at each change and at each
  /// ``LeaseTimes/beat``.
  public mutating func look(at places: [LeasedPlace], now: Duration) -> [Action] {
    if let grantedAt, let holdLimit, now - grantedAt >= holdLimit, phase != .ended {
      let names = held.sorted()
      return end() + [.expired(names, holdLimit)]
    }
    switch phase {
    case .ended, .acquiring: return beat(now)
    case .holding: return losses(places) + beat(now)
    case .reclaiming(let end): return reclaim(places, until: end, now)
    case .waiting: return wait(places, now) + beat(now)
    }
  }

  /// The coordinator has answered an `acquire`; `places` are those that it shows after that.
  public mutating func acquired(
    _ place: String, _ isDone: Bool, at places: [LeasedPlace], now: Duration
  ) -> [Action] {
    guard case .acquiring(let order, let next) = phase, next < order.count, order[next] == place
    else { return isDone ? [.release(place)] : [] }
    if !isDone, wasGranted {
      phase = .holding
      return lose(Array(order[next...])) + beat(now)
    }
    guard isDone else {
      let back = held.sorted().reversed().map { Action.release($0) }
      held = []
      phase = .waiting
      failedAt = places
      // From now on it stands in the queue, if it did not.
      return back + enqueue(places, now)
    }
    held.insert(place)
    guard next + 1 == order.count else {
      phase = .acquiring(order, next: next + 1)
      return [.acquire(order[next + 1])] + beat(now)
    }
    phase = .holding
    if !wasGranted {
      grantedAt = now
      let limits = places.filter { held.contains($0.name) }.compactMap(\.limit)
      holdLimit = (limits + [ownLimit].compactMap(\.self)).min()
    }
    wasGranted = true
    // That it was granted is a sign of life. The next one comes later: others may be acquiring at
    // this moment, and every mark is told to all clients.
    lastBeat = now
    return leaveQueue() + [.granted(chosen)]
  }

  /// Gives everything back.
  public mutating func end() -> [Action] {
    var actions = leaveQueue()
    for place in held.sorted() {
      actions += LeaseMark.ofHolder.map { .tag(place: place, key: $0, value: "") }
    }
    actions += held.sorted().reversed().map { .release($0) }
    held = []
    phase = .ended
    return actions
  }

  /// A new session with the coordinator: what it was asked and did not answer is unknown. What is
  /// held by this name there is held still; the rest is asked for again where it is free.
  public mutating func reconnected(_ places: [LeasedPlace], now: Duration) -> [Action] {
    failedAt = nil
    let mine = Set(places.filter { $0.owner == owner.description }.map(\.name))
    switch phase {
    case .ended: return mine.sorted().map { .release($0) }
    case .waiting,
      .acquiring where !wasGranted:
      let back = mine.sorted().reversed().map { Action.release($0) }
      held = []
      phase = .waiting
      ticketed = []
      ticket = nil
      return back
    case .acquiring, .holding, .reclaiming:
      // A coordinator that was restarted has forgotten who held what. The last holder comes first.
      lastBeat = nil
      return reclaim(places, until: now + times.reclaiming, now)
    }
  }

  private mutating func reclaim(
    _ places: [LeasedPlace], until end: Duration, _ now: Duration
  ) -> [Action] {
    let wanted = Set(chosen).subtracting(gone)
    held = wanted.intersection(places.filter { $0.owner == owner.description }.map(\.name))
    let missing = wanted.subtracting(held).sorted()
    let there = places.filter { missing.contains($0.name) }
    phase = .holding
    if missing.isEmpty { return beat(now) }
    if now >= end || there.contains(where: { $0.owner != nil }) { return lose(missing) + beat(now) }
    guard there.count(where: \.isComplete) == missing.count else {
      phase = .reclaiming(until: end)
      return beat(now)
    }
    phase = .acquiring(held.sorted() + missing, next: held.count)
    return [.acquire(missing[0])]
  }

  // MARK: Waiting

  private mutating func wait(_ places: [LeasedPlace], _ now: Duration) -> [Action] {
    // A release of its own that the mirror does not show yet is no reason to wait.
    let free = places.filter { $0.owner == nil && $0.isComplete && isMyTurn($0) }
    if failedAt != places, let names = LeaseWant.assignment(of: wants, among: free, alike: alike) {
      failedAt = nil
      chosen = names
      let order = names.sorted()
      phase = .acquiring(order, next: 0)
      return [.acquire(order[0])]
    }
    return enqueue(places, now)
  }

  private func isMyTurn(_ place: LeasedPlace) -> Bool {
    guard let first = place.queue.first else { return true }
    return first.word == owner.word || ticket.map { $0 < first } ?? false
  }

  /// Stands in the queue of the places that it would take if they were free, the shortest queues
  /// first.
  private mutating func enqueue(_ places: [LeasedPlace], _ now: Duration) -> [Action] {
    var actions: [Action] = []
    if ticket == nil {
      let highest = places.flatMap(\.queue).map(\.number).max() ?? 0
      ticket = LeaseTicket(word: owner.word, number: highest + 1, beat: 0)
    }
    guard let ticket else { return [] }
    if ticketed.isEmpty {
      let byLength = places.filter(\.isComplete)
        .sorted { ($0.queue.count, $0.name) < ($1.queue.count, $1.name) }
      ticketed = LeaseWant.assignment(of: wants, among: byLength, alike: alike)?.sorted() ?? []
      actions += ticketed.map { .tag(place: $0, key: ticket.key, value: ticket.value) }
      if !ticketed.isEmpty { lastBeat = now }
    }
    let wanted = places.filter { ticketed.contains($0.name) }
    func ahead(_ place: LeasedPlace) -> Int {
      place.queue.count { $0 < ticket } + (place.owner == nil ? 0 : 1)
    }
    if let worst = wanted.max(by: { (ahead($0), $1.name) < (ahead($1), $0.name) }) {
      let words = Action.waits(ahead: ahead(worst), for: worst.name, heldBy: worst.owner)
      if words != lastWait { actions.append(words) }
      lastWait = words
    }
    return actions
  }

  private mutating func leaveQueue() -> [Action] {
    defer {
      ticket = nil
      ticketed = []
    }
    guard let ticket else { return [] }
    return ticketed.map { .tag(place: $0, key: ticket.key, value: "") }
  }

  // MARK: Holding

  private mutating func losses(_ places: [LeasedPlace]) -> [Action] {
    lose(
      held.sorted().filter { name in
        // What is not shown is not known to be lost: its coordinator may be away.
        places.contains { $0.name == name && $0.owner != owner.description }
      })
  }

  private mutating func lose(_ names: [String]) -> [Action] {
    held.subtract(names)
    gone.formUnion(names)
    return names.map { .lost($0) }
  }

  /// The mark of life: at one place for all that is held, at one for all that is waited for.
  private mutating func beat(_ now: Duration) -> [Action] {
    if let lastBeat, now - lastBeat < times.beat { return [] }
    guard let place = held.min() ?? ticketed.first else { return [] }
    lastBeat = now
    beats += 1
    guard held.isEmpty else {
      return [.tag(place: place, key: LeaseMark.beat, value: String(beats))]
    }
    guard var ticket else { return [] }
    ticket.beat = beats
    self.ticket = ticket
    return [.tag(place: place, key: ticket.key, value: ticket.value)]
  }
}
