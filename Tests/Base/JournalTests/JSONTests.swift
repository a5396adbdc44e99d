import Journal
import Testing

@Suite("JSON")
struct JSONTests {
  @Test(
    "a value is read",
    arguments: [
      ("null", JSONValue.null), (" true ", .bool(true)), ("-0", .integer(0)),
      ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(0x1p63)),
      ("1e3", .number(1000)), ("-2.5E-1", .number(-0.25)), ("[]", .array([])), ("{}", .object([])),
      (#""\u00e9\ud83d\ude00\/\b\f""#, .string("é😀/\u{8}\u{C}")),
      (
        #"{"b":[1,{"a":null}],"a":2}"#,
        .object([
          .init("b", .array([.integer(1), .object([.init("a", .null)])])), .init("a", .integer(2)),
        ])
      ),
    ])
  func accepted(text: String, value: JSONValue) throws {
    #expect(try JSONParser.parse(Array(text.utf8)) == value)
    #expect(try JSONParser.parse(Array(value.indented.utf8)) == value)
    #expect(try JSONParser.parse(value.encoded) == value)
  }

  @Test(
    "what is not JSON is refused",
    arguments: [
      "", " ", "nul", "truex", "01", "1.", ".5", "+1", "1e", "-", "1e999", "\"", "\"\\x\"",
      "\"\\u12g4\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"a\nb\"", "[1,]", "[1",
      "[", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{1:2}", "1 2", "NaN", "Infinity", "'a'",
    ])
  func refused(text: String) {
    #expect(throws: JSONError.self) { try JSONParser.parse(Array(text.utf8)) }
  }

  @Test("text that is not UTF-8 is refused")
  func notUTF8() {
    for bytes: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x9F]] {
      #expect(throws: JSONError.self) { try JSONParser.parse([0x22] + bytes + [0x22]) }
    }
  }

  @Test("nesting and number of values are bounded")
  func bounded() throws {
    func nested(_ depth: Int) -> [UInt8] {
      [UInt8](repeating: UInt8(ascii: "["), count: depth)
        + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
    }
    #expect(throws: Never.self) { try JSONParser.parse(nested(JSONParser.maximumDepth)) }
    #expect(throws: JSONError.self) { try JSONParser.parse(nested(JSONParser.maximumDepth + 1)) }
    #expect(throws: JSONError.self) { try JSONParser.parse(nested(1_000_000)) }
    let wide = "[" + String(repeating: "0,", count: JSONParser.maximumValues) + "0]"
    #expect(throws: JSONError.self) { try JSONParser.parse(Array(wide.utf8)) }
  }

  @Test("any bytes are read or refused, and what is read is written and read the same")
  func anything() throws {
    var random = SplitMix(state: 1)
    let alphabet = Array(#"{}[]",:\u0d8e-+.1tfnrulas "#.utf8) + [0x0A, 0xC3, 0xA9, 0xFF]
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0..<24, using: &random)).map { _ in
        alphabet[Int.random(in: alphabet.indices, using: &random)]
      }
      guard let value = try? JSONParser.parse(bytes) else { continue }
      #expect(try JSONParser.parse(value.encoded) == value)
    }
  }
}

/// A small generator, so that a failure can be had again.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
