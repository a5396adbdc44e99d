import Runner
import Testing

private let known = KnownNames(
  ids: ["accessory.initialize", "accessory.stop.idle", "accessory.malformed", "uci.device-reset"],
  suites: ["accessory", "uci", "phone"], tags: ["slow", "survival"])

private let subjects = [
  FilterSubject(
    id: "accessory.initialize", suite: "accessory", class: "required", boards: ["lock"],
    requires: ["acd"]),
  FilterSubject(
    id: "accessory.stop.idle", suite: "accessory", class: "inferred", boards: ["tag"]),
  FilterSubject(
    id: "accessory.malformed[3]", suite: "accessory", tags: ["survival", "slow"],
    class: "required", boards: ["lock"]),
  FilterSubject(
    id: "uci.device-reset", suite: "uci", tags: ["slow"], class: "varies",
    boards: ["anchor", "mobile"], requires: ["pair", "radio"]),
]

@Suite("Filters")
struct FilterTests {
  static let selections: [(String, [Int])] = [
    ("all()", [0, 1, 2, 3]), (" all ( ) ", [0, 1, 2, 3]), ("!all()", []),
    ("id(accessory.initialize)", [0]), ("id(accessory.*)", [0, 1, 2]), ("id(*)", [0, 1, 2, 3]),
    ("id(uci.device?reset)", [3]), ("id(accessory.malformed)", [2]),
    ("id(accessory.malformed[3])", [2]), ("id(accessory.malformed[4])", []),
    ("suite(uci)", [3]), ("suite(uc*)", []), ("tag(slow)", [2, 3]), ("class(required)", [0, 2]),
    ("board(mobile)", [3]), ("board(lock)", [0, 2]), ("requires(radio)", [3]),
    ("accessory", [0, 1, 2]), ("uci.device-reset", [3]), ("accessory.malformed[3]", [2]),
    ("suite(accessory) & tag(slow)", [2]), ("suite(uci)|class(inferred)", [1, 3]),
    ("!tag(slow)", [0, 1]), ("!!tag(slow)", [2, 3]), ("! ! !tag( slow )", [0, 1]),
    ("class(inferred) | suite(uci) & tag(survival)", [1]),
    ("(class(inferred) | suite(uci)) & tag(slow)", [3]),
    ("!(class(inferred) | suite(uci)) & !tag(slow)", [0]),
    ("((((accessory))))&board(tag)", [1]), ("\taccessory\n& board(lock)\n", [0, 2]),
  ]

  @Test("a filter selects what it says", arguments: selections)
  func selects(text: String, selected: [Int]) throws {
    let filter = try Filter.parse(text, known: known)
    #expect(subjects.indices.filter { filter.matches(subjects[$0]) } == selected)
  }

  @Test("several filters select what any of them does, none selects everything")
  func several() throws {
    func count(_ texts: [String]) throws -> Int {
      let filter = try Filter.parse(texts, known: known)
      return subjects.count { filter.matches($0) }
    }
    #expect(try count([]) == 4)
    #expect(try count(["uci"]) == 1)
    #expect(try count(["uci", "board(tag)"]) == 2)
    #expect(Filter.everything.matches(subjects[0]))
  }

  @Test("a name that is a case and a suite is the case")
  func caseBeforeSuite() throws {
    let filter = try Filter.parse("phone", known: KnownNames(ids: ["phone"], suites: ["phone"]))
    #expect(filter.matches(FilterSubject(id: "phone", suite: "other", class: "required")))
    #expect(!filter.matches(FilterSubject(id: "other", suite: "phone", class: "required")))
  }

  @Test("a suite or tag that no case has selects nothing and leaves a note")
  func notes() throws {
    let filter = try Filter.parse("suite(accesory) | tag(slwo) | tag(slow)", known: known)
    #expect(
      filter.notes == [
        "no case has the suite \"accesory\"; did you mean \"accessory\"?",
        "no case has the tag \"slwo\"; did you mean \"slow\"?",
      ])
    let several = try Filter.parse(["tag(new)", "tag(slow)"], known: known)
    #expect(several.notes == ["no case has the tag \"new\""])
  }

  @Test("asterisks in a row do not make a pattern slow", .timeLimit(.minutes(1)))
  func patterns() throws {
    let pattern = String(repeating: "*a", count: 1000) + "b"
    let filter = try Filter.parse("id(\(pattern))", known: known)
    let id = String(repeating: "a", count: 2000)
    #expect(!filter.matches(FilterSubject(id: id, suite: "", class: "required")))
    #expect(filter.matches(FilterSubject(id: id + "b", suite: "", class: "required")))
  }
}
