import Runner
import Testing

@Suite("Filters that cannot be used")
struct FilterErrorTests {
  static let known = KnownNames(
    ids: ["accessory.initialize", "accessory.stop.idle"], suites: ["accessory", "uci"],
    tags: ["slow"])

  static let terms =
    "id(…), suite(…), tag(…), class(…), board(…), requires(…), all(), a case id or a suite"

  static let cases: [(String, FilterError.Kind, String)] = [
    (
      "acessory", .unknownName,
      """
      filter, column 1: found "acessory", allowed a case id or a suite; did you mean "accessory"?
        acessory
        ^^^^^^^^
      """
    ),
    (
      "tag(slow) & acessory.initialise | uci", .unknownName,
      """
      filter, column 13: found "acessory.initialise", allowed a case id or a suite; did you mean \
      "accessory.initialize"?
        tag(slow) & acessory.initialise | uci
                    ^^^^^^^^^^^^^^^^^^^
      """
    ),
    (
      "zigbee", .unknownName,
      """
      filter, column 1: found "zigbee", allowed a case id or a suite
        zigbee
        ^^^^^^
      """
    ),
    (
      "accessory.*", .unknownName,
      """
      filter, column 1: found "accessory.*", allowed a case id or a suite; did you mean \
      "id(accessory.*)"?
        accessory.*
        ^^^^^^^^^^^
      """
    ),
    (
      "slow", .unknownName,
      """
      filter, column 1: found "slow", allowed a case id or a suite; did you mean "tag(slow)"?
        slow
        ^^^^
      """
    ),
    (
      "all", .unknownName,
      """
      filter, column 1: found "all", allowed a case id or a suite; did you mean "all()"?
        all
        ^^^
      """
    ),
    (
      "class(requird)", .unknownName,
      """
      filter, column 7: found "requird", allowed a class (required, inferred, varies); did you \
      mean "required"?
        class(requird)
              ^^^^^^^
      """
    ),
    (
      "scenarios/walk.yaml", .notAvailable,
      """
      filter, column 1: scenarios are not available in this build
        scenarios/walk.yaml
        ^^^^^^^^^^^^^^^^^^^
      """
    ),
    (
      "tags(slow)", .malformed,
      """
      filter, column 1: found "tags", allowed \(terms); did you mean "tag(…)"?
        tags(slow)
        ^^^^
      """
    ),
    (
      "", .malformed,
      """
      filter, column 1: found the end, allowed \(terms)
        \("")
        ^
      """
    ),
    (
      "uci &", .malformed,
      """
      filter, column 6: found the end, allowed \(terms)
        uci &
             ^
      """
    ),
    (
      "uci && accessory", .malformed,
      """
      filter, column 6: found "&", allowed a single &
        uci && accessory
             ^
      """
    ),
    (
      "uci accessory", .malformed,
      """
      filter, column 5: found "accessory", allowed &, | or the end
        uci accessory
            ^^^^^^^^^
      """
    ),
    (
      "(uci | accessory", .malformed,
      """
      filter, column 1: found a ( without its )
        (uci | accessory
        ^
      """
    ),
    (
      "uci)", .malformed,
      """
      filter, column 4: found a ) without its (
        uci)
           ^
      """
    ),
    (
      "tag(slow", .malformed,
      """
      filter, column 4: found a ( without its )
        tag(slow
           ^
      """
    ),
    (
      "tag( )", .malformed,
      """
      filter, column 4: found nothing, allowed a name in tag(…)
        tag( )
           ^^^
      """
    ),
    (
      "tag(a | b)", .malformed,
      """
      filter, column 6: found " ", allowed one name in tag(…)
        tag(a | b)
             ^
      """
    ),
    (
      "all(x)", .malformed,
      """
      filter, column 5: found "x", allowed nothing between the parentheses of all
        all(x)
            ^
      """
    ),
    (
      "uci | \u{1B}[31m", .unknownName,
      """
      filter, column 7: found "\\u{1b}[31m", allowed a case id or a suite
        uci | \\u{1b}[31m
              ^^^^^^^^^^
      """
    ),
  ]

  @Test("a fault shows its place, what is allowed and the nearest name", arguments: cases)
  func snapshot(text: String, kind: FilterError.Kind, message: String) {
    #expect(throws: FilterError.self) { try Filter.parse(text, known: Self.known) }
    do { _ = try Filter.parse(text, known: Self.known) } catch {
      #expect((error as? FilterError)?.kind == kind)
      #expect("\(error)" == message)
    }
  }

  @Test(
    "depth and length have a bound",
    arguments: [
      String(repeating: "(", count: 51) + "uci" + String(repeating: ")", count: 51),
      String(repeating: "(", count: 4000), String(repeating: "(uci|", count: 800),
      String(repeating: "a", count: 5000), String(repeating: "!(", count: 2000),
    ])
  func bounded(text: String) {
    #expect(throws: FilterError.self) { try Filter.parse(text, known: Self.known) }
    do { _ = try Filter.parse(text, known: Self.known) } catch {
      let lines = "\(error)".split { $0 == "\n" }
      #expect(lines.dropFirst().allSatisfy { $0.count < 120 })
    }
  }

  @Test(
    "depth up to the bound and any number of negations and alternatives are read",
    arguments: [
      String(repeating: "(", count: 50) + "uci" + String(repeating: ")", count: 50),
      String(repeating: "!", count: 4000) + "uci",
      Array(repeating: "uci", count: 1000).joined(separator: "|"),
      Array(repeating: "uci", count: 1000).joined(separator: "&"),
    ])
  func withinBounds(text: String) throws {
    let filter = try Filter.parse(text, known: Self.known)
    #expect(filter.matches(FilterSubject(id: "x", suite: "uci", class: "required")))
    #expect(!filter.matches(FilterSubject(id: "x", suite: "accessory", class: "required")))
  }

  @Test("no cut and no changed character of a filter traps")
  func hostile() {
    let text = Array("!(id(acc*?) | suite(uci)) & class(required) | all() & a.yaml")
    for index in text.indices {
      for character in ["(", ")", "&", "|", "!", "*", " ", "\0", "é", "\r\n"] {
        let changed = String(text[..<index]) + character + String(text[(index + 1)...])
        for candidate in [changed, String(text[..<index]) + character] {
          do { _ = try Filter.parse(candidate, known: Self.known) } catch {
            #expect("\(error)".unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 })
          }
        }
      }
    }
  }
}
