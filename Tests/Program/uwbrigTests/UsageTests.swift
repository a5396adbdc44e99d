import Foundation
import Testing

@Suite("Wrong calls")
struct UsageTests {
  /// A wrong call by the name of its snapshot.
  struct Call: CustomTestStringConvertible, Sendable {
    let name: String
    let arguments: [String]

    init(_ name: String, _ arguments: String...) {
      self.name = name
      self.arguments = arguments
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let calls: [Call] = [
    Call("no-subcommand"), Call("misspelt-subcommand", "rnu"),
    Call("unknown-subcommand", "frobnicate"),
    Call("misspelt-rig-subcommand", "rig", "chek", "x"), Call("rig-without-subcommand", "rig"),
    Call("flag-before-subcommand", "--json", "list"),
    Call("misspelt-flag", "run", "--sed", "1"), Call("negative-seed", "run", "--seed=-1"),
    Call("max-fail-zero", "run", "--max-fail", "0"),
    Call("timeout-without-unit", "run", "--timeout", "5"),
    Call("timeout-nothing", "run", "--run-timeout", "0s"),
    Call("unknown-progress", "run", "--progress", "fancy"),
    Call("unknown-color", "list", "--color", "sometimes"),
    Call("quiet-and-verbose", "list", "--quiet", "--verbose"),
    Call("unknown-case", "run", "nosuch"), Call("broken-filter", "list", "id(N01"),
    Call("unknown-class", "list", "class(requird)"),
    Call("scenario", "run", "walk.yaml"),
    Call("unknown-board", "run", "--board", "lok"),
    Call("no-such-rig", "run", "--rig", "nope.yaml"),
    Call("list-board-without-rig", "list", "--board", "lock"),
    Call("unknown-schema", "schema", "event"), Call("schema-without-name", "schema"),
    Call("decode-no-hexadecimal", "decode", "zz"),
    Call("decode-capture", "decode", "walk.pcapng"),
    Call("decode-unknown-protocol", "decode", "--protocol", "uwb", "00"),
    Call("decode-unknown-dialect", "decode", "--dialect", "fira3", "20020000"),
    Call("virtual-nothing", "virtual"),
    Call("virtual-rig-alone", "virtual", "--rig", "Rigs/loopback.yaml"),
    Call("virtual-port", "virtual", "--uci-tcp", "99999"),
    Call("virtual-personality", "virtual", "--uci-tcp", "0", "--personality", "fira2-qorv"),
    Call("virtual-framing", "virtual", "--accessory-tcp", "0", "--framing", "cob"),
    Call("range-nothing", "range"), Call("range-one-board", "range", "mobile"),
    Call("range-accessory", "range", "mobile", "lock"),
    Call("range-twice", "range", "mobile", "mobile"),
    Call("range-unknown-board", "range", "mobile", "anchr"),
    Call("range-unknown-parameter", "range", "mobile", "anchor", "CHANEL_NUMBER=9"),
    Call("range-channel", "range", "mobile", "anchor", "--channel", "7"),
    Call("range-interval", "range", "mobile", "anchor", "--interval", "1500us"),
    Call("range-rounds", "range", "mobile", "anchor", "--rounds", "0"),
    Call("range-bytes", "range", "mobile", "anchor", "--controlee", "STATIC_STS_IV=0102"),
    Call("console-unknown-board", "console", "mobil"),
    Call("inspect-unknown-board", "inspect", "mobil"), Call("inspect-nothing", "inspect"),
    Call("inspect-diff-one", "inspect", "--diff", "lock"),
    Call("inspect-two", "inspect", "lock", "tag"),
    Call("udev-without-subcommand", "udev"), Call("misspelt-udev-subcommand", "udev", "instal"),
    Call("udev-group", "udev", "print", "--group", "x\", RUN+=\"reboot"),
    Call("profiles-missing", "udev", "print", "--profiles", "nowhere"),
    Call("report-nothing", "report"), Call("report-misspelt-subcommand", "report", "lst"),
    Call("report-no-such-run", "report", "nosuch", "--json"),
    Call("report-compare-one", "report", "compare", "a"),
    Call("report-show-nothing", "report", "show"), Call("report-flakes-none", "report", "flakes"),
    Call("report-prune-no-limit", "report", "prune"),
    Call("soak-faults", "soak", "--faults", "nosy"),
    Call("soak-amount", "soak", "--faults", "byte-loss=2"),
    Call("soak-real-time", "soak", "--rig", "Rigs/loopback-pty.yaml"),
    Call("soak-seeds", "soak", "--seeds", "0"),
    Call("mutate-suite", "mutate", "accesory"),
    Call("mutate-mutant", "mutate", "--mutant", "uci/SESSION_STATUS_NTF/swop"),
    Call("mutate-real-time", "mutate", "--rig", "Rigs/loopback-pty.yaml"),
    Call("mutate-sample", "mutate", "--sample", "0"),
    Call("report-prune-size", "report", "prune", "--max-size", "12"),
    Call("quarantine-missing", "run", "N01", "--quarantine", "nope.yaml"),
    Call("control-characters", "run", "--board", "\u{1B}[2Jx"),
  ]

  @Test(
    "a wrong call has status 2, nothing on standard output, and says what is wrong",
    arguments: calls)
  func wrongCall(_ call: Call) throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(call.arguments)
    #expect(ending.status == 2)
    #expect(ending.output.isEmpty)
    try expectSnapshot(ending.errors, "usage-\(call.name).txt")
  }
}
