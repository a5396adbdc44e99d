import Leases
import Testing

@Suite("Whoever seeks a lease")
struct LeaseSeekerTests {
  private let me = LeaseOwner(host: "runner", user: "ci", word: "a1")
  private func place(
    _ name: String, _ owner: String? = nil, _ tags: [String: String] = [:], complete: Bool = true
  ) -> LeasedPlace {
    LeasedPlace(name: name, owner: owner, tags: tags, isComplete: complete)
  }

  @Test("takes places in the order of their names and has them when it has all")
  func inOrder() {
    var seeker = LeaseSeeker(me, wants: [.place("b"), .place("a")])
    let free = [place("a"), place("b")]
    #expect(seeker.look(at: free, now: .zero) == [.acquire("a")])
    let next = seeker.acquired("a", true, at: free, now: .zero)
    #expect(next.first == .acquire("b"))
    #expect(!seeker.isHolding)
    #expect(seeker.acquired("b", true, at: free, now: .zero).first == .granted(["b", "a"]))
    #expect(seeker.isHolding)
  }

  @Test("gives back what it has when one of them cannot be had")
  func rollsBack() {
    var seeker = LeaseSeeker(me, wants: [.place("a"), .place("b")])
    let free = [place("a"), place("b")]
    _ = seeker.look(at: free, now: .zero)
    _ = seeker.acquired("a", true, at: free, now: .zero)
    let taken = [place("a", me.description), place("b", "x/y")]
    let actions = seeker.acquired("b", false, at: taken, now: .zero)
    #expect(actions.first == .release("a"))
    #expect(seeker.isWaiting)
  }

  @Test("does not take a place whose kit is not there")
  func incomplete() {
    var seeker = LeaseSeeker(me, wants: [.place("a")])
    #expect(!seeker.look(at: [place("a", complete: false)], now: .zero).contains(.acquire("a")))
  }

  @Test("stands behind those who came first")
  func queues() {
    let first = LeaseTicket(word: "zz", number: 1, beat: 3)
    var seeker = LeaseSeeker(me, wants: [.place("a")])
    let held = place("a", "x/y", [first.key: first.value])
    let actions = seeker.look(at: [held], now: .zero)
    let own = LeaseTicket(word: "a1", number: 2, beat: 0)
    #expect(actions.contains(.tag(place: "a", key: own.key, value: own.value)))
    #expect(actions.contains(.waits(ahead: 2, for: "a", heldBy: "x/y")))
    let both = [first.key: first.value, own.key: own.value]
    #expect(!seeker.look(at: [place("a", nil, both)], now: .seconds(1)).contains(.acquire("a")))
    #expect(
      seeker.look(at: [place("a", nil, [own.key: own.value])], now: .seconds(2))
        .contains(.acquire("a")))
  }

  @Test("finds places by their tags, each want another one")
  func tags() {
    let places = [
      place("a", nil, ["kind": "uwb", "room": "2"]), place("b", nil, ["kind": "uwb"]),
    ]
    let wants: [LeaseWant] = [.tagged(["kind": "uwb"]), .tagged(["room": "2"])]
    #expect(LeaseWant.assignment(of: wants, among: places) == ["b", "a"])
    #expect(LeaseWant.assignment(of: wants + [.tagged(["kind": "uwb"])], among: places) == nil)
  }

  @Test("finds places by what exporters say of their kits")
  func abilities() {
    let told = LeasedPlace(
      name: "b", abilities: ["firmware=uci", "firmware=ni-accessory"], isComplete: true)
    let both: [String: String] = ["firmware": "uci"]
    #expect(LeaseWant.tagged(both).isMet(by: told))
    #expect(LeaseWant.tagged(["firmware": "ni-accessory"]).isMet(by: told))
    #expect(!LeaseWant.tagged(["firmware": "uci", "room": "2"]).isMet(by: told))
    #expect(!LeaseWant.tagged(["firmware": "cherry"]).isMet(by: told))
    #expect(!LeaseWant.place("firmware=uci").isMet(by: told))
  }

  @Test("takes kits in sight of each other: all from one room, whatever else is free")
  func alike() {
    let kits = [
      place("a", nil, ["kind": "uwb", "room": "1"]), place("b", nil, ["kind": "uwb", "room": "2"]),
      place("c", nil, ["kind": "uwb", "room": "2"]), place("d", nil, ["kind": "uwb"]),
    ]
    let two: [LeaseWant] = [.tagged(["kind": "uwb"]), .tagged(["kind": "uwb"])]
    #expect(LeaseWant.assignment(of: two, among: kits)?.sorted() == ["a", "b"])
    #expect(LeaseWant.assignment(of: two, among: kits, alike: "room")?.sorted() == ["b", "c"])
    #expect(LeaseWant.assignment(of: two, among: kits, alike: "floor") == nil)
    #expect(
      LeaseWant.assignment(of: [.place("a"), .place("b")], among: kits, alike: "room") == nil)
    // It waits for the second of a room and does not take one of another room meanwhile.
    var seeker = LeaseSeeker(me, wants: two, alike: "room")
    var some = kits
    some[2].owner = "x/y"
    let waiting = seeker.look(at: some, now: .zero)
    #expect(!waiting.contains { if case .acquire = $0 { true } else { false } })
    #expect(seeker.look(at: kits, now: .seconds(1)).first == .acquire("b"))
  }

  @Test("shows that it lives, once a second at one place")
  func beats() {
    var seeker = LeaseSeeker(me, wants: [.place("a")])
    _ = seeker.look(at: [place("a")], now: .zero)
    let granted = seeker.acquired("a", true, at: [place("a", me.description)], now: .zero)
    #expect(granted == [.granted(["a"])])
    let mine = [place("a", me.description)]
    for (beat, second) in [("1", 1), ("2", 2)] {
      let now = Duration.seconds(second)
      #expect(seeker.look(at: mine, now: now - .milliseconds(100)).isEmpty)
      #expect(
        seeker.look(at: mine, now: now) == [.tag(place: "a", key: LeaseMark.beat, value: beat)])
    }
  }

  @Test(
    "gives back what was held as long as it may: by its own word, or that of the bench's owner",
    arguments: [
      (nil, "5"), (.seconds(5), nil), (.seconds(60), "5"), (.seconds(5), "60"),
    ] as [(Duration?, String?)])
  func limit(own: Duration?, benches: String?) {
    let tags = benches.map { [LeaseMark.limit: $0] } ?? [:]
    var seeker = LeaseSeeker(me, wants: [.place("a")], limit: own)
    _ = seeker.look(at: [place("a", nil, tags)], now: .zero)
    let mine = [place("a", me.description, tags)]
    _ = seeker.acquired("a", true, at: mine, now: .zero)
    #expect(seeker.holdLimit == .seconds(5))
    #expect(!seeker.look(at: mine, now: .milliseconds(4900)).contains(.release("a")))
    let end = seeker.look(at: mine, now: .seconds(5))
    #expect(end.contains(.release("a")) && end.last == .expired(["a"], .seconds(5)))
    #expect(seeker.look(at: mine, now: .seconds(7)).isEmpty)
  }

  @Test("notices that a place is somebody else's")
  func loses() {
    var seeker = LeaseSeeker(me, wants: [.place("a")])
    _ = seeker.look(at: [place("a")], now: .zero)
    _ = seeker.acquired("a", true, at: [place("a", me.description)], now: .zero)
    #expect(seeker.look(at: [place("a", "x/y")], now: .zero) == [.lost("a")])
  }

  @Test("takes up again what a restarted coordinator has forgotten, or loses it")
  func resumes() {
    for (isFree, expected) in [(true, LeaseSeeker.Action.acquire("a")), (false, .lost("a"))] {
      var seeker = LeaseSeeker(me, wants: [.place("a")])
      _ = seeker.look(at: [place("a")], now: .zero)
      _ = seeker.acquired("a", true, at: [place("a", me.description)], now: .zero)
      let now = [place("a", isFree ? nil : "x/y")]
      #expect(seeker.reconnected(now, now: .seconds(9)).contains(expected))
    }
  }

  @Test(
    "an owner's name has one slash, whatever host and user are called",
    arguments: [("a/b", "c/d"), ("", ""), ("h", "u.uwbrig-x"), ("ä ", "\u{7}")])
  func names(host: String, user: String) throws {
    let owner = LeaseOwner(host: host, user: user, word: "w1")
    #expect(owner.description.count { $0 == "/" } == 1)
    #expect(LeaseOwner(owner.description)?.word == "w1")
  }

  @Test(
    "leases of others do not heal",
    arguments: ["host/user", "host/user.uwbrig-", "a/b/c.uwbrig-x", "x", "", "h/u.uwbrig-a b"])
  func others(name: String) { #expect(LeaseOwner(name) == nil) }
}
