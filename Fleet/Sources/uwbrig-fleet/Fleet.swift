import FoundationEssentials
import GRPCCore
import Leases

/// All coordinators that this program knows, what it wants of them and what it holds.
actor Fleet {
  /// A coordinator and the session with it.
  private struct Member {
    let address: CoordinatorAddress
    var session: CoordinatorSession?
    var mirror = CoordinatorMirror()
    var janitor = LeaseJanitor()
    /// Why there is no session; nil before the first attempt has come to an end.
    var fault: String?
    /// Whether there is a session with it, or an attempt at one. Of a hundred clients that know ten coordinators most
    /// want nothing of most, and each session is told of every beat of every lease there.
    var isServed = false
    /// Until when orders want it, in any case.
    var wantedUntil = Duration.zero
    let wake: AsyncStream<Void>.Continuation
    let commands: AsyncStream<Command>.Continuation
    /// Those who wait until a place is shown as held from here.
    var awaited: [String: [Awaiting]] = [:]
    /// Its places as leases see them; nil where it has shown more than a place has.
    var leased: LeasedPlaces?
    /// The marks of leases that were written here and not taken away again: place, then keys.
    var written: [String: Set<String>] = [:]
  }

  private struct Awaiting {
    let since: Duration
    let continuation: CheckedContinuation<Void, Never>
  }

  /// A place for what a pattern finds, which every coordinator gets.
  private struct WantedPlace {
    let match: String
    let tags: [String: String]
  }

  /// What is written at a place that is held, once there is time for it.
  private struct LateMark {
    let due: Duration
    let request: Int
    let name: String
    let tags: [String: String]
  }

  /// What one coordinator is asked, one after the other.
  private enum Command {
    case acquire(Int, place: String)
    case release(place: String, owner: String)
    case tags(place: String, [String: String])
    case probe(String)
    case done(CheckedContinuation<Void, Never>)
  }

  private struct Search {
    var seeker: LeaseSeeker
    let wants: [LeaseWant]
    /// A tag that has one value at all of the places.
    let alike: String?
    let deadline: Duration?
    /// When its places were granted.
    var grantedAt: Duration?
    var granted: [String] = []
    /// Where their ports were said to be.
    var ports: [String] = []

    /// The places that it is about; nil where any may be.
    var names: [String]? {
      if !granted.isEmpty { return granted }
      let named = wants.compactMap { if case .place(let name) = $0 { name } else { nil } }
      return named.count == wants.count ? named : nil
    }
  }

  /// How long a session goes on behind the last order that wants it.
  private static let rest = Duration.seconds(10)
  /// Within which a place that was acquired is shown as that; then the coordinator is asked.
  private static let showing = Duration.milliseconds(400)

  let owner: LeaseOwner
  private let start = ContinuousClock.now
  private var members: [Member] = []
  private var searches: [Int: Search] = [:]
  private var wantedPlaces: [String: WantedPlace] = [:]
  private var lateMarks: [LateMark] = []
  private let queues: [AsyncStream<Command>]
  private let wakes: [AsyncStream<Void>]
  /// Whether kits of this machine are shown: then all coordinators are watched all the time.
  private var isExporter = false

  init(_ addresses: [CoordinatorAddress], owner: LeaseOwner) {
    self.owner = owner
    var queues: [AsyncStream<Command>] = []
    var wakes: [AsyncStream<Void>] = []
    for address in addresses {
      let (queue, commands) = AsyncStream.makeStream(of: Command.self)
      queues.append(queue)
      let (stream, wake) = AsyncStream.makeStream(of: Void.self)
      wakes.append(stream)
      var member = Member(address: address, wake: wake, commands: commands)
      member.janitor.spares(owner)
      members.append(member)
    }
    self.queues = queues
    self.wakes = wakes
  }

  private var now: Duration { ContinuousClock.now - start }

  /// Keeps a session with each coordinator, and does what leases need, until it is cancelled.
  func run() async {
    await withDiscardingTaskGroup { group in
      for index in members.indices {
        let (address, queue) = (members[index].address, queues[index])
        group.addTask { await self.keepSession(index, address) }
        group.addTask { for await command in queue { await self.carryOut(command, index) } }
      }
      group.addTask {
        while !Task.isCancelled {
          try? await Task.sleep(for: .milliseconds(200))
          await self.tick()
        }
      }
    }
  }

  // MARK: Sessions

  /// Wants all coordinators from now on.
  func becomeExporter() {
    isExporter = true
    want(nil)
  }

  /// Wants the coordinators of these places, all for nil or where one of them names none.
  func want(_ places: [String]?) {
    let named = places?.map { member(of: $0)?.index }
    for index in members.indices
    where named?.allSatisfy({ $0 != nil }) != true || named?.contains(index) == true {
      members[index].wantedUntil = now + Self.rest
      guard !members[index].isServed else { continue }
      members[index].isServed = true
      members[index].fault = nil
      members[index].wake.yield()
    }
  }

  /// Whether a coordinator is wanted still; if not, there is no session with it from this moment on.
  private func isKept(_ index: Int) -> Bool {
    if isExporter || now < members[index].wantedUntil { return true }
    let isUsed = searches.values.contains { search in
      search.names?.contains { member(of: $0)?.index == index } ?? true
    }
    if isUsed { return true }
    close(index)
    members[index].isServed = false
    return false
  }

  private func keepSession(_ index: Int, _ address: CoordinatorAddress) async {
    for await _ in wakes[index] {
      while !Task.isCancelled, members[index].isServed {
        members[index].mirror = CoordinatorMirror()
        do {
          try await CoordinatorSession.run(
            at: address, as: owner.description, update: { await self.take($0, index) },
            begun: { await self.begin($0, index) }, isKept: { await self.isKept(index) })
        } catch {
          if Task.isCancelled { return }
          // The one that was closed here ends as it likes.
          guard members[index].isServed else { break }
          await drop(index, Failure(error).description)
          try? await Task.sleep(for: .milliseconds(250))
          _ = isKept(index)
        }
      }
    }
  }

  private func close(_ index: Int) {
    members[index].session = nil
    members[index].leased = nil
    resumeAwaiting(index) { _, _ in true }
  }

  private func drop(_ index: Int, _ reason: String) async {
    let wasUp = members[index].session != nil
    close(index)
    let isNews = wasUp || members[index].fault == nil
    members[index].fault = reason
    guard isNews else { return }
    var report = Report("down")
    (report.coordinator, report.reason) = (members[index].address.description, reason)
    StandardLines.say(report)
  }

  private func begin(_ session: CoordinatorSession, _ index: Int) async {
    members[index].session = session
    members[index].fault = nil
    members[index].leased = nil
    members[index].janitor.reconnected()
    var report = Report("up")
    (report.coordinator, report.owner) = (members[index].address.description, owner.description)
    StandardLines.say(report)
    for id in searches.keys.sorted() {
      // What another search holds is not this one's to give back.
      let others = Set(searches.filter { $0.key != id }.values.flatMap(\.granted))
      let places = places(of: id).filter { !others.contains($0.name) }
      guard let actions = searches[id]?.seeker.reconnected(places, now: now) else { continue }
      perform(actions, of: id)
    }
    look()
    for (name, wanted) in wantedPlaces.sorted(by: { $0.key < $1.key }) {
      try? await make(name, wanted, session, index)
    }
  }

  private func take(_ updates: [Labgrid_UpdateResponse], _ index: Int) async {
    for update in updates {
      switch members[index].mirror.take(update) {
      case .nothing: continue
      case .everything: members[index].leased = nil
      case .place(let place):
        guard let found = members[index].mirror.places[place] else { continue }
        let leased = members[index].mirror.leased(found, as: name(place, index))
        members[index].leased?.update(leased)
      }
      resumeShown(index)
    }
    // Whoever holds its places, and the janitor, look at each tick.
    guard members[index].session != nil else { return }
    for id in searches.keys.sorted() where searches[id]?.seeker.isHolding == false { look(id) }
  }

  /// Those go on whose place is shown as held from here, or is no more.
  private func resumeShown(_ index: Int) {
    let places = members[index].mirror.places
    resumeAwaiting(index) { place, _ in
      places[place].map { $0.owner == owner.description } ?? true
    }
  }

  private func resumeAwaiting(_ index: Int, where isOver: (String, Awaiting) -> Bool) {
    for (place, waiting) in members[index].awaited {
      let left = waiting.filter { !isOver(place, $0) }
      members[index].awaited[place] = left.isEmpty ? nil : left
      for one in waiting where isOver(place, one) { one.continuation.resume() }
    }
  }

  /// How many of the coordinators that are wanted were neither reached, nor could not be.
  var unsettled: Int {
    members.count { $0.isServed && $0.session == nil && $0.fault == nil }
  }

  /// The coordinators that are wanted and not there.
  var unreachable: [DownReport] {
    members.compactMap { member in
      member.isServed && member.session == nil
        ? DownReport(
          coordinator: member.address.description, reason: member.fault ?? "it has not answered yet"
        )
        : nil
    }
  }

  // MARK: Places

  private func name(_ place: String, _ index: Int) -> String {
    members.count == 1 ? place : "\(members[index].address)/\(place)"
  }

  private func member(of name: String) -> (index: Int, place: String)? {
    if members.count == 1 { return (0, name) }
    for index in members.indices {
      let prefix = "\(members[index].address)/"
      if name.hasPrefix(prefix) { return (index, String(name.dropFirst(prefix.count))) }
    }
    return nil
  }

  private func allPlaces() -> [LeasedPlace] {
    if members.count == 1 { return leased(0).places }
    return members.indices.flatMap { leased($0).places }
  }

  /// The places that a search is about: of a thousand mostly one, by its name.
  private func places(of id: Int) -> [LeasedPlace] {
    guard let search = searches[id] else { return [] }
    guard let names = search.names else { return allPlaces() }
    return Set(names).sorted().compactMap { name in
      member(of: name).flatMap { leased($0.index)[name] }
    }
  }

  private func leased(_ index: Int) -> LeasedPlaces {
    guard members[index].session != nil else { return LeasedPlaces([]) }
    if let known = members[index].leased { return known }
    let places = members[index].mirror.places.values.sorted { $0.name < $1.name }
    let leased = LeasedPlaces(
      places.map { members[index].mirror.leased($0, as: name($0.name, index)) })
    members[index].leased = leased
    return leased
  }

  /// The full name of a place that a person has named; nil for none, several for an ambiguous one.
  private func names(_ text: String) -> [String] {
    var found: [String] = []
    for index in members.indices where members[index].session != nil {
      for place in members[index].mirror.places.values {
        let full = name(place.name, index)
        if full == text || "\(members[index].address)/\(place.name)" == text { return [full] }
        if place.name == text || place.aliases.contains(text) { found.append(full) }
      }
    }
    return found.sorted()
  }

  func reports() -> [PlaceReport] {
    members.indices.flatMap { index -> [PlaceReport] in
      guard members[index].session != nil else { return [] }
      return members[index].mirror.places.keys.sorted().compactMap { report($0, index) }
    }
  }

  private func report(_ place: String, _ index: Int) -> PlaceReport? {
    guard let found = members[index].mirror.places[place] else { return nil }
    let leased = members[index].mirror.leased(found, as: place)
    return PlaceReport(
      name: name(place, index), coordinator: members[index].address.description,
      aliases: found.aliases, comment: found.comment,
      tags: found.tags.filter { !LeaseMark.isHidden($0.key) },
      matches: found.matches.map { "\($0.exporter)/\($0.group)/\($0.cls)" },
      complete: leased.isComplete, owner: found.owner, since: found.heldSince,
      waiting: leased.queue.count,
      resources: members[index].mirror.candidates(of: found).map { ResourceReport($0) })
  }

  // MARK: Leases

  /// Wants places; what comes of it is told by reports with this number.
  ///
  /// - Parameters:
  ///   - alike: a tag that has one value at all of the places.
  ///   - wait: milliseconds to wait for what others hold.
  ///   - limit: milliseconds after which it is given back in any case.
  func acquire(
    _ id: Int, wants named: [String], tagged: [[String: String]], alike: String?, wait: Int?,
    limit: Int?
  ) {
    var wants = tagged.map { LeaseWant.tagged($0) }
    for text in named {
      let found = names(text)
      guard found.count == 1, let name = found.first else {
        let reason =
          found.isEmpty
          ? (members.allSatisfy { $0.session == nil }
            ? "no coordinator answers" : "there is no place \(text)") + downWords
          : "there are several places \(text): \(found.joined(separator: ", "))"
        return refuse(id, reason)
      }
      wants.append(.place(name))
    }
    let deadline = now + .milliseconds(wait ?? 0)
    searches[id] = Search(
      seeker: LeaseSeeker(
        owner, wants: wants, alike: alike, limit: limit.map { .milliseconds($0) }),
      wants: wants, alike: alike, deadline: deadline)
    look(id)
  }

  private var downWords: String {
    let down = unreachable
    guard !down.isEmpty else { return "" }
    return "; not asked: " + down.map { "\($0.coordinator) (\($0.reason))" }.joined(separator: ", ")
  }

  /// Gives back what a request has got.
  func release(_ id: Int) async {
    guard let actions = searches[id]?.seeker.end() else { return }
    noteUse(of: id)
    let names = searches[id]?.granted ?? []
    searches[id] = nil
    perform(actions, of: id)
    await drained()
    // Whoever asks for the same place next shall find it free.
    for index in Set(names.compactMap { member(of: $0)?.index }) {
      try? await members[index].session?.sync()
    }
  }

  /// Notes how long places were held, for those who will wait for them.
  private func noteUse(of id: Int) {
    guard let search = searches[id], let grantedAt = search.grantedAt else { return }
    let longest = 1 << 32
    let held = Int((now - grantedAt) / .seconds(1))
    for name in search.granted {
      guard let (index, place) = member(of: name), let found = members[index].mirror.places[place]
      else { continue }
      let before = found.tags[LeaseMark.usual].flatMap(Int.init) ?? held
      let usual = String((3 * max(0, min(before, longest)) + min(held, longest)) / 4)
      guard usual != found.tags[LeaseMark.usual] else { continue }
      members[index].commands.yield(.tags(place: place, [LeaseMark.usual: usual]))
    }
  }

  /// Gives back everything, within a limit.
  func releaseAll() async {
    for id in searches.keys.sorted() {
      guard let actions = searches[id]?.seeker.end() else { continue }
      noteUse(of: id)
      perform(actions, of: id)
    }
    searches = [:]
    await drained()
  }

  /// Frees a place for whoever holds it: compare and release.
  func free(_ text: String, from owner: String) async throws {
    guard let name = names(text).first, let (index, place) = member(of: name),
      let session = members[index].session
    else { throw Failure("there is no place \(text)" + downWords) }
    do { try await session.calls.release(place, from: owner) } catch { throw Failure(error) }
    try await session.sync()
  }

  /// Makes a place at each coordinator, or brings its patterns and tags up to date.
  func makePlace(_ place: String, match: String, tags: [String: String]) async throws {
    let wanted = WantedPlace(match: match, tags: tags)
    wantedPlaces[place] = wanted
    var isMade = false
    for index in members.indices {
      guard let session = members[index].session else { continue }
      try await make(place, wanted, session, index)
      isMade = true
    }
    guard isMade else { throw Failure("no session" + downWords) }
  }

  private func make(
    _ place: String, _ wanted: WantedPlace, _ session: CoordinatorSession, _ index: Int
  ) async throws {
    do {
      let known = members[index].mirror.places[place]
      if known == nil { try await session.calls.addPlace(place) }
      let parts = wanted.match.split(separator: "/").map(String.init)
      let isThere = known?.matches.contains {
        parts.count >= 3 && $0.exporter == parts[0] && $0.group == parts[1] && $0.cls == parts[2]
      }
      if isThere != true { try await session.calls.addMatch(wanted.match, to: place) }
      let tags = wanted.tags.filter { (known?.tags[$0.key] ?? "") != $0.value }
      if !tags.isEmpty { try await session.calls.setTags(of: place, tags) }
    } catch { throw Failure(error) }
    try await session.sync()
  }

  private func drained() async {
    for index in members.indices where members[index].session != nil {
      await withCheckedContinuation { members[index].commands.yield(.done($0)) }
    }
  }

  private func tick() {
    for index in members.indices {
      resumeAwaiting(index) { now - $1.since >= Self.showing }
    }
    look()
    writeLateMarks()
    for id in searches.keys.sorted() { tellMoved(id) }
    for (id, search) in searches where !search.seeker.isHolding {
      guard search.seeker.isWaiting, let deadline = search.deadline, now >= deadline else {
        continue
      }
      giveUp(id)
    }
  }

  private func look() {
    for id in searches.keys.sorted() { look(id) }
    for index in members.indices where members[index].session != nil {
      let places = leased(index).marked
      for action in members[index].janitor.look(at: places, now: now) {
        switch action {
        case .probe(let name): members[index].commands.yield(.probe(name))
        case .release(let place, let owner):
          guard let (_, place) = member(of: place) else { continue }
          members[index].commands.yield(.release(place: place, owner: owner))
        case .tag(let place, let key, let value):
          guard let (_, place) = member(of: place) else { continue }
          members[index].commands.yield(.tags(place: place, [key: value]))
        }
      }
    }
  }

  /// Since when, and for how long at most: not in the way of those who acquire at the same moment.
  private func writeLateMarks() {
    let due = lateMarks.filter { $0.due <= now }
    lateMarks.removeAll { $0.due <= now }
    for late in due {
      guard searches[late.request] != nil, let (index, place) = member(of: late.name),
        members[index].mirror.places[place]?.owner == owner.description
      else { continue }
      mark(place, index, late.tags)
    }
  }

  /// Writes marks, or takes away those that were written.
  private func mark(_ place: String, _ index: Int, _ tags: [String: String]) {
    var tags = tags
    for (key, value) in tags {
      if !value.isEmpty {
        members[index].written[place, default: []].insert(key)
      } else if members[index].written[place]?.remove(key) == nil {
        tags[key] = nil
      }
    }
    if members[index].written[place]?.isEmpty == true { members[index].written[place] = nil }
    if !tags.isEmpty { members[index].commands.yield(.tags(place: place, tags)) }
  }

  private func look(_ id: Int) {
    let places = places(of: id)
    guard let actions = searches[id]?.seeker.look(at: places, now: now) else { return }
    perform(actions, of: id)
  }

  private func perform(_ actions: [LeaseSeeker.Action], of id: Int) {
    var tags: (name: String, tags: [String: String])?
    func flush() {
      defer { tags = nil }
      guard let (name, tags) = tags, let (index, place) = member(of: name) else { return }
      mark(place, index, tags)
    }
    for action in actions {
      if case .tag(let name, let key, let value) = action {
        // Those of one place go together.
        if tags?.name != name { flush() }
        tags = (name, (tags?.tags ?? [:]).merging([key: value]) { $1 })
      } else {
        flush()
        perform(action, of: id)
      }
    }
    flush()
  }

  private func perform(_ action: LeaseSeeker.Action, of id: Int) {
    switch action {
    case .tag: return
    case .acquire(let name):
      guard let (index, place) = member(of: name) else { return }
      members[index].commands.yield(.acquire(id, place: place))
    case .release(let name):
      guard let (index, place) = member(of: name) else { return }
      members[index].commands.yield(.release(place: place, owner: owner.description))
    case .granted(let names): grant(names, to: id)
    case .waits(let ahead, let name, let holder):
      if let deadline = searches[id]?.deadline, now >= deadline { return giveUp(id) }
      var report = Report("waits", id: id)
      (report.ahead, report.place, report.owner) = (ahead, name, holder)
      if let (index, place) = member(of: name), let found = members[index].mirror.places[place] {
        report.since = found.heldSince
        report.expected = found.expectedWait(behind: ahead)
      }
      StandardLines.say(report)
    case .lost(let name):
      var report = Report("lost", id: id)
      report.place = name
      if let (index, place) = member(of: name) {
        report.owner = members[index].mirror.places[place]?.owner
      }
      StandardLines.say(report)
    case .expired(let names, let limit):
      noteUse(of: id)
      searches[id] = nil
      for name in names {
        var report = Report("lost", id: id)
        report.place = name
        report.reason = "it was held for \(limit / .seconds(1)) s, which is the limit"
        StandardLines.say(report)
      }
    }
  }

  private func grant(_ names: [String], to id: Int) {
    var report = Report("granted", id: id)
    report.owner = owner.description
    if searches[id]?.grantedAt == nil { searches[id]?.grantedAt = now }
    searches[id]?.granted = names
    var marks = [LeaseMark.since: String(Int(Date().timeIntervalSince1970))]
    if let limit = searches[id]?.seeker.holdLimit {
      marks[LeaseMark.span] = String(Int(limit / .seconds(1)))
    }
    for name in names {
      lateMarks.append(
        LateMark(due: now + .milliseconds(800), request: id, name: name, tags: marks))
    }
    report.places = grantedPlaces(of: id)
    searches[id]?.ports = report.places?.flatMap(\.ports) ?? []
    StandardLines.say(report)
  }

  private func grantedPlaces(of id: Int) -> [PlaceReport] {
    (searches[id]?.granted ?? []).compactMap { name in
      member(of: name).flatMap { report($0.place, $0.index) }
    }
  }

  /// Tells where the ports of what is held are now: an exporter that was away has others.
  private func tellMoved(_ id: Int) {
    guard let search = searches[id], search.grantedAt != nil, search.seeker.isHolding else {
      return
    }
    let places = grantedPlaces(of: id)
    let ports = places.flatMap(\.ports)
    guard ports != search.ports, places.allSatisfy(\.complete) else { return }
    searches[id]?.ports = ports
    var report = Report("granted", id: id)
    (report.owner, report.places) = (owner.description, places)
    StandardLines.say(report)
  }

  private func refuse(_ id: Int, _ reason: String) {
    var report = Report("refused", id: id)
    report.reason = reason
    StandardLines.say(report)
  }

  /// Says why a request got nothing, with who has what since when.
  private func giveUp(_ id: Int) {
    guard let search = searches.removeValue(forKey: id) else { return }
    var seeker = search.seeker
    perform(seeker.end(), of: id)
    let places = allPlaces()
    var report = Report("refused", id: id)
    var reasons: [String] = []
    for want in search.wants {
      let candidates = places.filter { want.isMet(by: $0) }
      if candidates.isEmpty { reasons.append("no place has \(want)" + downWords) }
      for place in candidates where candidates.count == 1 || place.owner != nil {
        if let owner = place.owner {
          let since = member(of: place.name).flatMap { index, known in
            members[index].mirror.places[known]?.heldSince
          }
          reasons.append(
            "\(place.name) is held by \(owner)" + (since.map { " since \(Moment($0))" } ?? ""))
          guard report.owner == nil else { continue }
          (report.place, report.owner, report.since) = (place.name, owner, since)
        } else if !place.isComplete {
          reasons.append("\(place.name) has no kit: none of its resources is there")
        } else if let first = place.queue.first {
          reasons.append("\(place.name) is waited for by others (\(first.word) is the first)")
        }
      }
    }
    if reasons.isEmpty {
      reasons.append(
        "there are too few places that are free"
          + (search.alike.map { " and have the same \($0)" } ?? ""))
    }
    report.reason = reasons.joined(separator: "; ")
    StandardLines.say(report)
  }

  // MARK: Commands

  private func carryOut(_ command: Command, _ index: Int) async {
    if case .done(let continuation) = command { return continuation.resume() }
    guard let session = members[index].session else {
      if case .acquire(let id, let place) = command { answered(id, name(place, index), false) }
      if case .probe(let name) = command { members[index].janitor.failed(name, now: now) }
      return
    }
    switch command {
    case .acquire(let id, let place):
      let began = now
      do {
        try await session.calls.acquire(place)
        // The coordinator tells it to everybody, with where the ports are in front; often before it answers.
        if members[index].session === session,
          members[index].mirror.places[place]?.owner != owner.description
        {
          await withCheckedContinuation {
            members[index].awaited[place, default: []].append(
              Awaiting(since: now, continuation: $0))
          }
        }
        guard members[index].session === session else { throw Failure("the session has ended") }
        if members[index].mirror.places[place]?.owner != owner.description {
          // It has been taken away again, by the time that this was known here.
          try await session.sync()
        }
        answered(
          id, name(place, index),
          members[index].mirror.places[place]?.owner == owner.description)
      } catch {
        let failure = Failure(error)
        let text = failure.description
        if text.contains("already acquired") || text.contains("not reserved for") {
          try? await session.sync()
          return answered(id, name(place, index), false)
        }
        // A failure that is ours: the session is over, and its end tells the search.
        if error is Failure { return answered(id, name(place, index), false) }
        await fail(
          id,
          now - began > .milliseconds(2500)
            ? "the exporter of \(place) does not answer: \(text)"
            : "\(place) cannot be acquired: \(text)")
      }
    case .release(let place, let owner): try? await session.calls.release(place, from: owner)
    case .tags(let place, let tags): try? await session.calls.setTags(of: place, tags)
    case .probe(let name):
      do {
        try await session.calls.probe()
        members[index].janitor.answered(name, now: now)
      } catch { members[index].janitor.failed(name, now: now) }
    case .done: return
    }
  }

  private func answered(_ id: Int, _ name: String, _ isDone: Bool) {
    let places = places(of: id)
    guard let actions = searches[id]?.seeker.acquired(name, isDone, at: places, now: now) else {
      // Nobody wants it any more.
      if isDone, let (index, place) = member(of: name) {
        members[index].commands.yield(.release(place: place, owner: owner.description))
      }
      return
    }
    perform(actions, of: id)
  }

  private func fail(_ id: Int, _ reason: String) async {
    guard var search = searches.removeValue(forKey: id) else { return }
    perform(search.seeker.end(), of: id)
    refuse(id, reason)
  }
}
