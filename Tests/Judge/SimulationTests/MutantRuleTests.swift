import Notation
import RigFile
import Testing
import UCI
import VirtualBoards

@testable import Simulation

@Suite("Mutants by rule")
struct MutantRuleTests {
  private enum Colour: FieldValues { static let values: [UInt8] = [1, 3] }
  private enum Knob: FieldValues { static let values: [UInt8] = [0x00, 0xFF] }

  private static let pair: [FieldDescription] = [
    .init("left", .unsigned, .bytes(1)), .init("right", .signed, .bytes(1)),
  ]
  private static let message = MessageDefinition(
    "PAINT_RSP", id: [2, 1, 2],
    [
      .init("colour", .enumeration, .bytes(1), values: Colour.self),
      .init("knob", .enumeration, .bytes(1), values: Knob.self),
      .init("distance", .unsigned, .bytes(2), unit: "cm", none: 0xFFFF),
      .init("rssi", .unsigned, .bytes(1), none: 0),
      .init("slots", .unsigned, .bytes(2), least: 6),
      .init("num", .unsigned, .bytes(1)),
      .init("pairs", .list(.init("pair", .record(pair), .parts)), .field("num")),
      .init("name", .text, .bytes(2)),
      .init("rest", .bytes, .rest),
    ])

  private static func generator() -> MutantGenerator {
    MutantGenerator(
      suite: "small", framing: AccessoryFraming(messages: [message]), messages: [message],
      transitions: [BoardTransition(from: "off", cause: "PAINT", to: "on")],
      states: ["off", "on", "broken"], limit: { _ in .seconds(1) }, hasRadio: false)
  }

  @Test("every message, field and step has the mutants of the rule, and no others")
  func complete() {
    let ids = Self.generator().mutants().map { $0.id.dropFirst("small/".count) }
    let expected = [
      "PAINT_RSP/drop", "PAINT_RSP/duplicate", "PAINT_RSP/late", "PAINT_RSP/swap",
      "PAINT_RSP/noise",
      "PAINT_RSP/colour/minimum-1", "PAINT_RSP/colour/minimum", "PAINT_RSP/colour/maximum",
      "PAINT_RSP/colour/maximum+1", "PAINT_RSP/colour/invalid",
      // All of the byte but what has no name between.
      "PAINT_RSP/knob/minimum", "PAINT_RSP/knob/maximum", "PAINT_RSP/knob/invalid",
      "PAINT_RSP/distance/minimum", "PAINT_RSP/distance/maximum", "PAINT_RSP/distance/maximum+1",
      "PAINT_RSP/rssi/minimum-1", "PAINT_RSP/rssi/minimum", "PAINT_RSP/rssi/maximum",
      "PAINT_RSP/slots/minimum-1", "PAINT_RSP/slots/minimum", "PAINT_RSP/slots/maximum",
      "PAINT_RSP/num/minimum", "PAINT_RSP/num/maximum",
      "PAINT_RSP/pairs.left/minimum", "PAINT_RSP/pairs.left/maximum",
      "PAINT_RSP/pairs.right/minimum", "PAINT_RSP/pairs.right/maximum",
      "PAINT_RSP/name/minimum", "PAINT_RSP/name/maximum", "PAINT_RSP/rest/minimum",
      "PAINT_RSP/rest/maximum", "transition/off+PAINT=on/off", "transition/off+PAINT=on/broken",
    ]
    #expect(ids.map(String.init) == expected)
  }

  @Test("the limits of a field are those of its type, without the value that means none")
  func values() {
    func limits(_ field: FieldDescription) -> [String: FieldValue] {
      Dictionary(uniqueKeysWithValues: field.limits)
    }
    func unsigned(_ size: Int, none: Int64? = nil, bits: Int? = nil) -> FieldDescription {
      FieldDescription("x", .unsigned, .bytes(size), none: none, bits: bits)
    }
    #expect(
      limits(FieldDescription("x", .enumeration, .bytes(1), values: Colour.self)) == [
        "minimum-1": .number(0), "minimum": .number(1), "maximum": .number(3),
        "maximum+1": .number(4), "invalid": .number(2),
      ])
    #expect(
      limits(FieldDescription("x", .signed, .bytes(2))) == [
        "minimum": .number(-32768), "maximum": .number(32767),
      ])
    #expect(limits(unsigned(4)) == ["minimum": .number(0), "maximum": .number(0xFFFF_FFFF)])
    #expect(limits(unsigned(8)) == ["minimum": .zeros, "maximum": .ones])
    #expect(limits(unsigned(2, none: 0xFFFF))["maximum+1"] == .number(0xFFFF))
    #expect(limits(unsigned(1, bits: 6))["maximum"] == .number(63))
    #expect(limits(FieldDescription("x", .list(unsigned(1)), .bytes(3))) == [:])
    #expect(FieldValue.number(-2).bytes(2) == [0xFE, 0xFF])
    #expect(FieldValue.number(0x0102).bytes(3) == [0x02, 0x01, 0x00])
  }

  @Test("fields are found in the bytes of a message as far as these go")
  func places() {
    let message = Self.message
    let bytes: [UInt8] = [1, 0, 5, 0, 7, 6, 0, 2, 10, 11, 20, 21, 0x41, 0x42, 9, 9, 9]
    let places = message.places(in: bytes)
    #expect(
      places.map { "\($0.name) \($0.offset)+\($0.length)" } == [
        "colour 0+1", "knob 1+1", "distance 2+2", "rssi 4+1", "slots 5+2", "num 7+1",
        "pairs.left 8+1", "pairs.right 9+1", "pairs.left 10+1", "pairs.right 11+1", "name 12+2",
        "rest 14+3",
      ])
    #expect(message.places(in: [1, 0, 5]).map(\.name) == ["colour", "knob"])
    #expect(message.places(in: []) == [])
  }

  @Test("the names of the mutants are unique, and every suite has some")
  func names() throws {
    for suite in MutationSubject.suites {
      let subject = try #require(MutationSubject(suite, cases: [], limits: RigLimits()))
      let ids = subject.mutants.map(\.id)
      #expect(ids.count > 80)
      #expect(Set(ids).count == ids.count)
      #expect(ids.allSatisfy { $0.hasPrefix("\(suite)/") })
    }
    #expect(MutationSubject("phone", cases: [], limits: RigLimits()) == nil)
  }

  // MARK: The list of equivalents

  private static let head = "version: 1\nequivalents:\n"

  @Test("a list of equivalents gives the clause of each mutant")
  func list() throws {
    let list = try EquivalentMutants.parse(
      Self.head + "  - {mutant: uci/A/swap, clause: §1, reason: both orders are taken}\n",
      file: "list.yaml", known: ["uci/A/swap"])
    #expect(list.clauses == ["uci/A/swap": "§1"])
    #expect(list.entries.first?.line == 3)
  }

  @Test(
    "a fault of the list is told with its place",
    arguments: [
      ("  - {mutant: uci/A/swop, clause: c, reason: r}", "3:14", "did you mean `uci/A/swap`"),
      ("  - {mutant: uci/A/swap, reason: r}", "3:", "clause"),
      ("  - {mutant: uci/A/swap, clause: c, reason: \"\"}", "3:", "reason"),
      (
        "  - {mutant: uci/A/swap, clause: c, reason: r}\n"
          + "  - {mutant: uci/A/swap, clause: c, reason: r}", "4:14", "each mutant once"
      ),
      ("  - uci/A/swap", "3:", "a mapping"),
    ])
  func faults(_ entry: String, _ place: String, _ words: String) {
    do throws(DocumentErrors) {
      _ = try EquivalentMutants.parse(
        Self.head + entry, file: "list.yaml", known: ["uci/A/swap", "uci/B/drop"])
      Issue.record("no fault was found")
    } catch {
      #expect(error.description.contains("list.yaml:\(place)"), "\(error)")
      #expect(error.description.contains(words), "\(error)")
    }
  }

  @Test("the list in the program names mutants that there are")
  func shipped() throws {
    let known = try MutationSubject.suites.flatMap { suite in
      try #require(MutationSubject(suite, cases: [], limits: RigLimits())).mutants.map(\.id)
    }
    let list = try EquivalentMutants.shipped(known: known)
    for suite in MutationSubject.suites {
      let all = known.count { $0.hasPrefix("\(suite)/") }
      let listed = list.entries.count { $0.mutant.hasPrefix("\(suite)/") }
      #expect(Double(listed) <= Double(all) * MutationReport.mostEquivalents / 100)
    }
  }
}
