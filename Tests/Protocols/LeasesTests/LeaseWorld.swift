import Leases

/// A coordinator, clients and janitors in a world of chance: delays, kills, cuts, hangs and restarts. The
/// same seed gives the same history.
struct LeaseWorld {
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// A small generator: the world's chance.
  struct Chance {
    private var state: UInt64
    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1 }
    mutating func next(_ range: ClosedRange<Int>) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return range.lowerBound + Int(state % UInt64(range.count))
    }
    mutating func happens(_ percent: Int) -> Bool { next(1...100) <= percent }
  }

  private enum Command {
    case acquire(String)
    case release(String, owner: String)
    case tag(String, String, String)
    case probe(String)
  }

  private struct Party {
    var seeker: LeaseSeeker?
    var owner: LeaseOwner
    var janitor = LeaseJanitor()
    var commands: [Command] = []
    var isAlive = true
    var isCut = false
    var isGranted = false
    var rounds: Int
    var held: [String] = []
    /// A moment at which its places are given back.
    var holdsUntil: Int?
    var nextAt: Int
    var cutUntil = 0
    /// The coordinator was restarted, or the party was cut off, since it last looked.
    var mustReconnect = false
  }

  private var chance: Chance
  private var owners: [String: String] = [:] {
    didSet { shownPlaces = nil }
  }
  private var tags: [String: [String: String]] = [:] {
    didSet { shownPlaces = nil }
  }
  /// What the coordinator shows, until something changes.
  private var shownPlaces: [LeasedPlace]?
  private let names: [String]
  private var parties: [Party] = []
  private var now = 0
  private var hungUntil = 0
  /// By the owner's name: when a party died that held something.
  private var deaths: [String: Int] = [:]
  private var words = 0
  private(set) var steps = 0
  /// The longest time, in milliseconds, that a dead owner kept a place.
  private(set) var longestHeirloom = 0

  init(seed: UInt64, clients: Int = 8, kits: Int = 6) {
    chance = Chance(seed: seed)
    names = (1...kits).map { "k\($0)" }
    for _ in 0..<clients { parties.append(newParty(rounds: 2)) }
    // An exporter at the bench: it is a janitor, and wants nothing.
    parties.append(newParty(rounds: 0))
  }

  private mutating func newParty(rounds: Int) -> Party {
    words += 1
    let owner = LeaseOwner(host: "h", user: "u", word: "w\(words)")
    var party = Party(owner: owner, rounds: rounds, nextAt: now + chance.next(0...100))
    party.janitor.spares(owner)
    return party
  }

  private var places: [LeasedPlace] {
    mutating get {
      if let shownPlaces { return shownPlaces }
      let places = names.map {
        LeasedPlace(name: $0, owner: owners[$0], tags: tags[$0] ?? [:], isComplete: true)
      }
      shownPlaces = places
      return places
    }
  }

  /// Lets things go wrong for some seconds, then lets them calm down.
  mutating func run() throws(Fault) {
    let troubleEnds = 6000
    let end = 60_000
    while now < end {
      var first: Int?
      for index in parties.indices where parties[index].isAlive {
        if first.map({ parties[index].nextAt < parties[$0].nextAt }) ?? true { first = index }
      }
      guard let index = first else { break }
      now = max(now, parties[index].nextAt)
      steps += 1
      if now < troubleEnds { makeTrouble(index) }
      try step(index)
      parties[index].nextAt = now + chance.next(20...200)
      if now > troubleEnds, isDone { return }
    }
    throw Fault(description: "not at rest after \(end) ms: \(places)")
  }

  private var isDone: Bool {
    owners.isEmpty && tags.values.allSatisfy { $0.keys.allSatisfy { !LeaseMark.isMark($0) } }
      && parties.allSatisfy { !$0.isAlive || ($0.rounds == 0 && $0.seeker == nil) }
  }

  private mutating func makeTrouble(_ index: Int) {
    let isExporter = index == parties.count - 1
    if chance.happens(1), !isExporter {
      parties[index].isAlive = false
      let name = parties[index].owner.description
      if owners.values.contains(name) { deaths[name] = now }
    } else if chance.happens(1), !isExporter {
      parties[index].isCut = true
      parties[index].cutUntil = now + chance.next(200...7000)
    } else if chance.next(1...400) == 1 {
      // A restarted coordinator has forgotten who held what.
      owners = [:]
      deaths = [:]
      for each in parties.indices { parties[each].mustReconnect = true }
    } else if chance.next(1...400) == 1 {
      hungUntil = now + 10_000
    }
  }

  private mutating func step(_ index: Int) throws(Fault) {
    guard parties[index].isAlive else { return }
    if parties[index].isCut {
      guard now >= parties[index].cutUntil else { return }
      parties[index].isCut = false
      parties[index].mustReconnect = true
    }
    let time = Duration.milliseconds(now)
    if parties[index].mustReconnect {
      parties[index].mustReconnect = false
      parties[index].commands = []
      parties[index].janitor.reconnected()
      let shown = places
      if let actions = parties[index].seeker?.reconnected(shown, now: time) {
        try take(actions, index)
      }
    }
    try carryOut(index)
    if parties[index].seeker == nil, parties[index].rounds > 0 {
      parties[index].rounds -= 1
      words += 1
      parties[index].owner = LeaseOwner(host: "h", user: "u", word: "w\(words)")
      parties[index].janitor.spares(parties[index].owner)
      parties[index].seeker = LeaseSeeker(
        parties[index].owner, wants: wants(),
        limit: chance.happens(20) ? .milliseconds(chance.next(1...2000)) : nil)
    }
    let shown = places
    if let until = parties[index].holdsUntil, now >= until, var seeker = parties[index].seeker {
      try take(seeker.end(), index)
      parties[index].seeker = nil
      parties[index].holdsUntil = nil
    } else if let actions = parties[index].seeker?.look(at: shown, now: time) {
      try take(actions, index)
    }
    for action in parties[index].janitor.look(at: shown, now: time) {
      switch action {
      case .probe(let name): parties[index].commands.append(.probe(name))
      case .release(let place, let owner):
        parties[index].commands.append(.release(place, owner: owner))
      case .tag(let place, let key, let value):
        parties[index].commands.append(.tag(place, key, value))
      }
    }
    try check(index)
  }

  private mutating func wants() -> [LeaseWant] {
    var free = names
    return (0..<chance.next(1...3)).map { _ in
      .place(free.remove(at: chance.next(0...(free.count - 1))))
    }
  }

  private mutating func take(_ actions: [LeaseSeeker.Action], _ index: Int) throws(Fault) {
    let owner = parties[index].owner.description
    for action in actions {
      switch action {
      case .acquire(let place): parties[index].commands.append(.acquire(place))
      case .release(let place): parties[index].commands.append(.release(place, owner: owner))
      case .tag(let place, let key, let value):
        parties[index].commands.append(.tag(place, key, value))
      case .granted(let places):
        parties[index].isGranted = true
        parties[index].held = places
        for place in places where owners[place] != owner {
          throw Fault(
            description: "\(owner) was granted \(place), which \(owners[place] ?? "nobody") has")
        }
        if parties[index].holdsUntil == nil {
          parties[index].holdsUntil = now + chance.next(100...3000)
        }
      case .lost:
        // What is of use together alone is given back.
        parties[index].holdsUntil = now
      case .waits: continue
      case .expired:
        parties[index].seeker = nil
        parties[index].holdsUntil = nil
      }
    }
  }

  private mutating func carryOut(_ index: Int) throws(Fault) {
    guard now >= hungUntil else { return }
    let owner = parties[index].owner.description
    while !parties[index].commands.isEmpty {
      let time = Duration.milliseconds(now)
      switch parties[index].commands.removeFirst() {
      case .acquire(let place):
        let isFree = owners[place] == nil
        if isFree { owners[place] = owner }
        let shown = places
        guard let actions = parties[index].seeker?.acquired(place, isFree, at: shown, now: time)
        else {
          if isFree { owners[place] = nil }
          continue
        }
        try take(actions, index)
      case .release(let place, let from):
        guard owners[place] == from else { continue }
        if from != owner {
          guard let died = deaths[from] else {
            // The living lose what they have only where they were cut off; what is on its way back
            // may be freed by others.
            let isRobbed = parties.contains {
              $0.owner.description == from && $0.isAlive && $0.cutUntil == 0
                && $0.seeker?.isHolding == true
            }
            if isRobbed {
              throw Fault(description: "\(from), which lives, lost \(place) to a janitor")
            }
            owners[place] = nil
            continue
          }
          longestHeirloom = max(longestHeirloom, now - max(died, hungUntil))
        }
        owners[place] = nil
      case .tag(let place, let key, let value):
        let new = value.isEmpty ? nil : value
        if tags[place]?[key] != new { tags[place, default: [:]][key] = new }
      case .probe(let name): parties[index].janitor.answered(name, now: time)
      }
    }
  }

  private func check(_ index: Int) throws(Fault) {
    let party = parties[index]
    guard let seeker = party.seeker, seeker.isHolding, party.holdsUntil.map({ $0 > now }) ?? false
    else { return }
    for place in party.held where owners[place] != party.owner.description {
      throw Fault(
        description:
          "\(party.owner) believes to hold \(place), which \(owners[place] ?? "nobody") has")
    }
  }
}
