import Leases
import Testing

@Suite("The janitor of leases")
struct LeaseJanitorTests {
  private let dead = LeaseOwner(host: "runner", user: "ci", word: "dead")

  private func held(_ owner: String, beat: Int) -> [LeasedPlace] {
    [LeasedPlace(name: "a", owner: owner, tags: [LeaseMark.beat: "\(beat)"], isComplete: true)]
  }

  @Test("frees what the dead hold, once the coordinator has shown that it works")
  func frees() {
    var janitor = LeaseJanitor()
    let places = held(dead.description, beat: 7)
    #expect(janitor.look(at: places, now: .zero).isEmpty)
    #expect(janitor.look(at: places, now: .milliseconds(2400)).isEmpty)
    #expect(janitor.look(at: places, now: .milliseconds(2500)) == [.probe(dead.description)])
    #expect(janitor.look(at: places, now: .seconds(20)).isEmpty)
    janitor.answered(dead.description, now: .seconds(20))
    #expect(janitor.look(at: places, now: .milliseconds(21_100)).isEmpty)
    #expect(
      janitor.look(at: places, now: .milliseconds(21_200))
        == [.release(place: "a", owner: dead.description)])
  }

  @Test("spares the living, also those whose sign was held up with the coordinator")
  func spares() {
    var janitor = LeaseJanitor()
    for second in 0..<30 {
      #expect(
        janitor.look(at: held(dead.description, beat: second), now: .seconds(second)).isEmpty)
    }
    _ = janitor.look(at: held(dead.description, beat: 30), now: .seconds(40))
    #expect(
      janitor.look(at: held(dead.description, beat: 30), now: .seconds(43))
        == [.probe(dead.description)])
    janitor.answered(dead.description, now: .seconds(50))
    #expect(janitor.look(at: held(dead.description, beat: 31), now: .milliseconds(50_100)).isEmpty)
    #expect(janitor.look(at: held(dead.description, beat: 31), now: .seconds(52)).isEmpty)
  }

  @Test("leaves alone who has no lease that heals, and oneself", arguments: ["host/user", "own"])
  func alone(name: String) {
    var janitor = LeaseJanitor()
    let own = LeaseOwner(host: "h", user: "u", word: "mine")
    janitor.spares(own)
    let places = held(name == "own" ? own.description : name, beat: 1)
    for second in 0..<20 {
      #expect(janitor.look(at: places, now: .seconds(second)).isEmpty)
    }
  }

  @Test("ends what is held longer than the bench's owner allows, whoever holds it")
  func overdue() {
    var janitor = LeaseJanitor()
    let places = [
      LeasedPlace(name: "a", owner: "host/user", tags: [LeaseMark.limit: "60"], isComplete: true)
    ]
    #expect(janitor.look(at: places, now: .zero).isEmpty)
    #expect(janitor.look(at: places, now: .seconds(64)).isEmpty)
    #expect(
      janitor.look(at: places, now: .seconds(65)) == [.release(place: "a", owner: "host/user")])
    #expect(janitor.look(at: places, now: .seconds(66)).isEmpty)
    #expect(!janitor.look(at: places, now: .seconds(70)).isEmpty)
    var other = places
    other[0].owner = "host/other"
    #expect(janitor.look(at: other, now: .seconds(90)).isEmpty)
  }

  @Test("takes the tickets of the dead out of the queue")
  func tickets() {
    var janitor = LeaseJanitor()
    let ticket = LeaseTicket(word: "gone", number: 4, beat: 2)
    let places = [LeasedPlace(name: "a", tags: [ticket.key: ticket.value], isComplete: true)]
    _ = janitor.look(at: places, now: .zero)
    #expect(janitor.look(at: places, now: .seconds(3)) == [.probe(ticket.key)])
    janitor.answered(ticket.key, now: .seconds(3))
    #expect(
      janitor.look(at: places, now: .seconds(5)) == [.tag(place: "a", key: ticket.key, value: "")])
  }
}
