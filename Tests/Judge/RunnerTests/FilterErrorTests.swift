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
      filter, column 1: expected a case id or a suite, got "acessory"; did you mean "accessory"?
        acessory
        ^^^^^^^^
      """
    ),
    (
      "tag(slow) & acessory.initialise | uci", .unknownName,
      """
      filter, column 13: expected a case id or a suite, got "acessory.initialise"; did you mean "accessory.initialize"?
        tag(slow) & acessory.initialise | uci
                    ^^^^^^^^^^^^^^^^^^^
      """
    ),
    (
      "zigbee", .unknownName,
      """
      filter, column 1: expected a case id or a suite, got "zigbee"
        zigbee
        ^^^^^^
      """
    ),
    (
      "accessory.*", .unknownName,
      """
      filter, column 1: expected a case id or a suite, got "accessory.*"; did you mean "id(accessory.*)"?
        accessory.*
        ^^^^^^^^^^^
      """
    ),
    (
      "slow", .unknownName,
      """
      filter, column 1: expected a case id or a suite, got "slow"; did you mean "tag(slow)"?
        slow
        ^^^^
      """
    ),
    (
      "all", .unknownName,
      """
      filter, column 1: expected a case id or a suite, got "all"; did you mean "all()"?
        all
        ^^^
      """
    ),
    (
      "class(requird)", .unknownName,
      """
      filter, column 7: expected a class (required, inferred, varies), got "requird"; did you mean "required"?
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
      filter, column 1: expected \(terms), got "tags"; did you mean "tag(…)"?
        tags(slow)
        ^^^^
      """
    ),
    (
      "", .malformed,
      """
      filter, column 1: expected \(terms), got the end
        \("")
        ^
      """
    ),
    (
      "uci &", .malformed,
      """
      filter, column 6: expected \(terms), got the end
        uci &
             ^
      """
    ),
    (
      "uci && accessory", .malformed,
      """
      filter, column 6: expected a single &, got "&"
        uci && accessory
             ^
      """
    ),
    (
      "uci accessory", .malformed,
      """
      filter, column 5: expected &, | or the end, got "accessory"
        uci accessory
            ^^^^^^^^^
      """
    ),
    (
      "(uci | accessory", .malformed,
      """
      filter, column 1: expected a ) for this (, got the end
        (uci | accessory
        ^
      """
    ),
    (
      "uci)", .malformed,
      """
      filter, column 4: expected a ( before this ), got none
        uci)
           ^
      """
    ),
    (
      "tag(slow", .malformed,
      """
      filter, column 4: expected a ) for this (, got the end
        tag(slow
           ^
      """
    ),
    (
      "tag( )", .malformed,
      """
      filter, column 4: expected a name in tag(…), got nothing
        tag( )
           ^^^
      """
    ),
    (
      "tag(a | b)", .malformed,
      """
      filter, column 6: expected one name in tag(…), got " "
        tag(a | b)
             ^
      """
    ),
    (
      "all(x)", .malformed,
      """
      filter, column 5: expected nothing between the parentheses of all, got "x"
        all(x)
            ^
      """
    ),
    (
      "uci | \u{1B}[31m", .unknownName,
      """
      filter, column 7: expected a case id or a suite, got "\\u{1b}[31m"
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
