import Conformance
import Journal
import Rehearsals
import RigFile
import Runner
import Testing

@Suite("The accessory suite keeps the contract of verdicts")
struct AccessoryContractTests {
  /// Boards that are wrong in general, not in one requirement.
  static let hostile = [
    "answers-nothing", "floods", "late-did-stop", "no-did-stop", "starts-late", "stop-as-start",
    "wedges-after-third-retry", "dies-on-unknown",
  ]

  @Test("whatever a board does, every case ends with a verdict on the board", arguments: hostile)
  func ends(_ misbehaviour: String) throws {
    let file = try LoopbackBench.rig(changing: ["lock": ["misbehaviour: \(misbehaviour)"]])
    let cases = Suites.accessory.filter { !$0.tags.contains("slow") }
    let result = try LoopbackBench.run(cases, on: file, board: "lock")
    #expect(result.finished.contains { $0.verdict == .fail })
    for ended in result.finished {
      #expect(
        [.pass, .fail, .finding, .skip].contains(ended.verdict),
        "\(ended.instance): \(ended.verdict.rawValue) \(ended.reason)")
    }
  }

  @Test("without a radio, what needs none is still judged")
  func withoutRadio() throws {
    let text = """
      version: 1
      name: bare
      time: virtual
      boards:
        - {name: lock, firmware: ni-accessory, link: virtual}
      """
    let file = try RigFile.parse(text, file: "bare.yaml", directory: "")
    let cases = Suites.accessory.filter { !$0.tags.contains("slow") }
    let result = try LoopbackBench.run(cases, on: file)
    for ended in result.finished {
      #expect([.pass, .skip].contains(ended.verdict), "\(ended.instance): \(ended.reason)")
    }
    for id in ["C10[0xFFFFFFFF]", "T02", "S04", "R07[starting]"] {
      #expect(result.verdict("\(id)@lock") == .pass, "\(id)")
    }
    for id in ["C04", "S05", "R06[ranging]"] {
      #expect(result.verdict("\(id)@lock") == .skip, "\(id)")
    }
  }

  @Test("a framing that cannot carry a message without a byte is a reason to skip")
  func emptyMessages() throws {
    let file = try LoopbackBench.rig(changing: ["lock": ["framing: slip"]])
    let cases = Suites.accessory.filter { ["R03", "F01", "C18", "N01"].contains($0.id) }
    let result = try LoopbackBench.run(cases, on: file, board: "lock")
    #expect(result.verdict("R03@lock") == .skip)
    #expect(result.verdict("N01@lock") == .pass)
    #expect(result.finished.allSatisfy { [.pass, .skip].contains($0.verdict) })
  }

  @Test(
    "a board of version 1.0 gets the 28 bytes of its version", arguments: ["C01", "C02", "T04"])
  func oldest(_ id: String) throws {
    let file = try LoopbackBench.rig(changing: ["lock": ["claims: {acd: \"1.0\"}"]])
    let result = try LoopbackBench.run(
      Suites.accessory.filter { $0.id == id }, on: file, board: "lock")
    #expect(result.verdict("\(id)@lock") == .pass)
  }

  @Test("a vendor's message is allowed where the rig file claims it, and nowhere else")
  func vendorMessages() throws {
    let notices = "misbehaviour: sends-vendor-notice"
    let claimed = "claims: {acd: \"1.1\", vendor-ids: [0x04]}"
    let cases = Suites.accessory.filter { ["C01", "C02", "R04", "S07"].contains($0.id) }
    for (lines, verdict) in [([notices], Verdict.fail), ([notices, claimed], .pass)] {
      let file = try LoopbackBench.rig(changing: ["lock": lines])
      let result = try LoopbackBench.run(cases, on: file, board: "lock")
      let ofCases = result.finished.filter { !$0.instance.hasPrefix("W") }
      #expect(ofCases.count == cases.count)
      for ended in ofCases { #expect(ended.verdict == verdict, "\(ended.instance)") }
    }
  }
}
