import Foundation
import Journal
import Testing

@Suite("The plain form of virtual")
struct PlainServiceTests {
  /// The same orders in the plain form, which is read without the parser, and in one that is not.
  static let pairs: [(plain: [String], parsed: [String])] = [
    (["--uci-tcp", "0"], ["--uci-tcp=0"]),
    (["--accessory-tcp", "0"], ["--accessory-tcp=0"]),
    (
      ["--uci-tcp", "0", "--accessory-tcp", "0", "--listen", "127.0.0.2"],
      ["--uci-tcp=0", "--accessory-tcp=0", "--listen=127.0.0.2"]
    ),
    (["--uci-tcp", "0", "--seed", "7"], ["--quiet", "--uci-tcp", "0", "--seed", "7"]),
    (["--uci-tcp", "0", "--personality", "dwn3001"], ["--uci-tcp=0", "--personality=dwn3001"]),
    (["--uci-tcp", "65536"], ["--uci-tcp=65536"]),
    (["--uci-tcp", "0", "--seed", "-1"], ["--uci-tcp=0", "--seed", "-1"]),
    (["--seed", "1"], ["--seed=1"]),
    (["--uci-tcp", "0", "--listen", "nowhere"], ["--uci-tcp=0", "--listen=nowhere"]),
  ]

  @Test("means what the parser makes of it", arguments: 0..<9)
  func same(_ index: Int) throws {
    let program = try Program()
    defer { program.clean() }
    let pair = Self.pairs[index]
    let endings = try [pair.plain, pair.parsed].map { arguments in
      try program.run(["virtual", "--with-parent"] + arguments)
    }
    let kinds = endings.map { ending in
      ending.output.replacing(/"port":\d+/, with: "port")
    }
    #expect(kinds[0] == kinds[1])
    #expect(endings[0].status == endings[1].status)
    // A wrong value is shown as it was written.
    let words = endings.map { $0.errors.replacing("=", with: " ") }
    #expect(words[0] == words[1])
  }
}
