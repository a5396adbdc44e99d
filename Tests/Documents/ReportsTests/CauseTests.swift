import JSONDocuments
import Journal
import Reports
import Testing

@Suite("The cause of failures")
struct CauseTests {
  private func broken(
    _ requirement: String, got: String, expected: String = "OK", isPrerequisite: Bool = false
  ) -> (event: Event, reason: String) {
    let assertion = Event.Assertion(
      requirement: requirement, ok: false, expected: expected, got: got,
      isPrerequisite: isPrerequisite)
    return (.assertion(assertion), "\(requirement): expected \(expected), received \(got)")
  }

  private func fail(
    _ script: inout Script, _ id: String, on board: String = "lock", _ requirement: String,
    got: String
  ) {
    let broken = broken(requirement, got: got)
    script.instance(id, on: [board], .fail, broken.reason) { $0.add(broken.event) }
  }

  /// The names of the instances of each group.
  private func groups(_ script: Script) throws -> [[String]] {
    let json = RunResult(try RunReport.read(script.bytes)).json
    return (json["groups"]?.array ?? []).map { group in
      (group["instances"]?.array ?? []).compactMap(\.string)
    }
  }

  private func terminal(_ script: Script, width: Int = 80) throws -> String {
    SummaryRenderer(width: width, color: false, describe: describe)
      .render(try RunReport.read(script.bytes))
  }

  @Test("one assertion with one answer on one board is one cause, whatever times it took")
  func oneCause() throws {
    var script = Script()
    fail(&script, "A1", "it starts", got: "none within 2.0 seconds")
    fail(&script, "A2", "it starts", got: "UWB_DID_STOP")
    fail(&script, "B1[4]", "it starts", got: "none within 4.0 seconds")
    fail(&script, "B1[4]", on: "tag", "it starts", got: "none within 4.0 seconds")
    fail(&script, "C1", "it stops", got: "none within 2.0 seconds")
    fail(&script, "C2", "it starts", got: "none within 12ms")
    #expect(
      try groups(script) == [
        ["A1@lock", "B1[4]@lock"], ["A2@lock"], ["B1[4]@tag"], ["C1@lock"], ["C2@lock"],
      ])
  }

  @Test("as much as is asked for is told: first the cases that tell their groups best")
  func most() throws {
    var script = Script()
    for number in 1...9 { fail(&script, "A\(number)", "it starts", got: "nothing") }
    fail(&script, "B1", "it stops", got: "nothing")
    fail(&script, "B2", "it rests", got: "nothing")
    let report = try RunReport.read(script.bytes)
    let result = RunResult(report, onlyProblems: true, most: 2)
    #expect(try schemaFaults(result) == [])
    let json = result.json
    let told = json["cases"]?.array?.compactMap { $0["instance"]?.string }
    #expect(told == ["A1@lock", "B1@lock"])
    let groups = json["groups"]?.array ?? []
    #expect(groups.map { $0["count"] } == [.integer(9), .integer(1)])
    #expect(
      groups.map { $0["instances"]?.array?.compactMap(\.string) }
        == [["A1@lock", "A2@lock"], ["B1@lock"]])
    #expect(json["left_out"]?["cases"] == .integer(9))
    #expect(json["left_out"]?["groups"] == .integer(1))
    #expect(RunResult(report, most: 40).json["left_out"] == nil)
  }

  @Test("the parameter of a case does not make another cause, a status does")
  func parameters() throws {
    var script = Script()
    fail(&script, "UP01[DEVICE_TYPE]", "DEVICE_TYPE 01 is taken", got: "REJECTED (0x01)")
    fail(&script, "UP01[STS_LENGTH]", "STS_LENGTH 02 is taken", got: "REJECTED (0x01)")
    fail(&script, "UP01[SFD_ID]", "SFD_ID 02 is taken", got: "FAILED (0x02)")
    fail(&script, "UP02", "SFD_ID 02 is taken", got: "BUSY (0x0c)")
    #expect(
      try groups(script) == [
        ["UP01[DEVICE_TYPE]@lock", "UP01[STS_LENGTH]@lock"], ["UP01[SFD_ID]@lock"], ["UP02@lock"],
      ])
  }

  @Test("deaths come first, then what has made most failures, in every document")
  func order() throws {
    var script = Script()
    fail(&script, "A1", "it is answered", got: "nothing")
    for index in 0..<110 { fail(&script, "B\(index)", "it starts", got: "nothing") }
    for parameter in ["0x04", "0x09"] {
      let reason = "device died: it hung up after \(parameter.dropFirst(2)), then 0c; it is gone"
      script.instance("R01[\(parameter)]", on: ["lock"], .fail, reason) { script in
        script.add(
          .boardClosed(
            .init(
              board: "lock", identity: "", virtual: true, reason: Event.BoardChange.linkEnded)))
      }
    }
    let groups = try groups(script)
    #expect(groups.map(\.count) == [2, 110, 1])
    #expect(groups.first == ["R01[0x04]@lock", "R01[0x09]@lock"])
    let report = try RunReport.read(script.bytes)
    let documents = [
      try terminal(script),
      try String(
        HTMLDocument(report, describe: describe).render().split(separator: "<h2>Failed")[1]),
      JobSummary(report, describe: describe).render(),
    ]
    for document in documents {
      let places = ["2 cases on lock", "110 cases on lock", "A1@lock"].map {
        document.firstRange(of: $0)?.lowerBound
      }
      #expect(places.allSatisfy { $0 != nil })
      #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
    }
    let annotations = GitHubAnnotations(report).lines
    #expect(annotations.map { $0.contains("like it") } == [true, true, false])
    #expect(annotations[1].contains("FAIL B0@lock and 109 more like it"))
    #expect(!documents[0].contains("B60"))
    #expect(documents[1].contains("B60") && documents[2].contains("B60"))
  }

  @Test("a block of many failures says its sentence once")
  func once() throws {
    var script = Script()
    for index in 0..<40 { fail(&script, "B\(index)", "it starts at once", got: "nothing at all") }
    let text = try terminal(script)
    #expect(text.ranges(of: "it starts at once").count == 1)
    #expect(text.ranges(of: "nothing at all").count == 1)
    let page = try HTMLDocument(try RunReport.read(script.bytes), describe: describe).render()
    let block = page[
      ..<(page.firstRange(of: "<summary>All 40 cases")?.lowerBound ?? page.startIndex)]
    // Once in the line that opens it, which is not shown while it is open, and once below.
    #expect(block.ranges(of: "it starts at once").count == 2)
    #expect(block.ranges(of: "nothing at all").count == 2)
  }

  @Test(
    "the stimulus and the moment are among the frames, however much came between; tidying up is not"
  )
  func excerpt() throws {
    var script = Script()
    let broken = broken("a stop is answered", got: "nothing")
    script.add(
      .boardOpened(.init(board: "lock", identity: "", virtual: true, firmware: "ni-accessory")))
    script.instance("S1", on: ["lock"], .fail, broken.reason) { script in
      script.frame("lock", .out, [0x0B, 0x77])
      for _ in 0..<70 { script.frame("lock", .in, [0x02, 0x55]) }
      script.frame("lock", .out, [0x0C])
      script.frame("lock", .out, [0x0A])
      script.add(broken.event)
      script.frame("lock", .in, [0x03, 0x66])
      script.frame("lock", .out, [0x0C, 0xEE])
      script.frame("lock", .in, [0x03, 0xEE])
    }
    let report = try RunReport.read(script.bytes)
    let text = try terminal(script)
    #expect(text.contains("→ lock  0b 77  CONFIGURE_AND_START"))
    #expect(text.contains("… 67 more"))
    let mark = try #require(text.firstRange(of: "here it failed"))
    let late = try #require(text.firstRange(of: "03 66"))
    #expect(mark.lowerBound < late.lowerBound)
    for document in [
      text, try HTMLDocument(report, describe: describe).render(),
      JobSummary(report, describe: describe).render(),
    ] {
      #expect(document.contains("0b 77") && document.contains("03 66"))
      #expect(document.contains("here it failed"))
      #expect(!document.contains("0c ee") && !document.contains("03 ee"))
    }
  }

  @Test("a stimulus that was sent past the framing is among the frames, its pieces as one")
  func raw() throws {
    var script = Script()
    let broken = broken("a message in pieces is answered", got: "nothing")
    script.add(
      .boardOpened(.init(board: "lock", identity: "", virtual: true, firmware: "ni-accessory")))
    script.instance("F02", on: ["lock"], .fail, broken.reason) { script in
      script.frame("lock", .out, [0x0C])
      script.add(.chunk(.init(board: "lock", direction: .out, bytes: [1, 0, 0x0C])))
      for byte: UInt8 in [1, 0, 0x0A] {
        script.add(.chunk(.init(board: "lock", direction: .out, bytes: [byte])))
      }
      script.add(broken.event)
    }
    let text = try terminal(script, width: 100)
    #expect(text.contains("→ lock  01 00 0a  3 bytes past the framing, in 3 writes"))
    #expect(!text.contains("01 00 0c"))
  }

  @Test(
    "a prerequisite that fails is told as one, and the requirement that was not reached as such")
  func prerequisite() throws {
    var script = Script()
    let broken = broken(
      "SESSION_SET_APP_CONFIG_CMD", got: "the board refused it", isPrerequisite: true)
    let reason = "prerequisite not met: SESSION_SET_APP_CONFIG_CMD: the board refused it"
    script.instance("UF02", on: ["lock"], .fail, reason) { $0.add(broken.event) }
    let text = try terminal(script, width: 100)
    #expect(text.contains("assertion   prerequisite not met: SESSION_SET_APP_CONFIG_CMD\n"))
    #expect(text.contains("not reached The accessory answers the message"))
    #expect(!text.contains("requirement "))
    let page = try HTMLDocument(try RunReport.read(script.bytes), describe: describe).render()
    #expect(page.contains("Prerequisite not met: SESSION_SET_APP_CONFIG_CMD"))
    // One that broke its own requirement tells the cause of all of them.
    let own = self.broken("SESSION_SET_APP_CONFIG_CMD", got: "the board refused it")
    script.instance("US09", on: ["lock"], .fail, own.reason) { $0.add(own.event) }
    let group = RunResult(try RunReport.read(script.bytes)).json["groups"]?.array?.first
    #expect(group?["count"] == .integer(2))
    #expect(group?["leading"] == .string("US09@lock"))
    #expect(group?["prerequisite"] == .bool(false))
  }

  private func strayScript(waived: String? = nil) -> Script {
    var script = Script()
    fail(&script, "A0", "it rests", got: "did-stop")
    script.instance("A1", on: ["lock"], .pass) { script in
      script.add(
        .ruleBroken(
          .init(
            rule: "W10", board: "lock", during: "A1@lock", bytes: [3], expected: "nothing",
            got: "did-stop without a stop and without a session", unasked: "did-stop")))
    }
    fail(&script, "A2", "it starts", got: "did-stop (1 byte)")
    fail(&script, "A3", "a fence is answered", got: "configuration data, did-stop")
    fail(&script, "A4", "it starts", got: "did-stop-late")
    fail(&script, "A5", on: "tag", "it starts", got: "did-stop")
    fail(&script, "A6", "it starts", got: "nothing")
    script.instance("W10", on: ["lock"], .fail, "unsolicited did-stop", waived: waived)
    return script
  }

  @Test("what a board was seen to send unasked is the cause where that is what was received")
  func unasked() throws {
    let script = strayScript()
    #expect(
      try groups(script) == [
        ["A2@lock", "A3@lock", "W10@lock"], ["A0@lock"], ["A4@lock"], ["A5@tag"], ["A6@lock"],
      ])
    let group = RunResult(try RunReport.read(script.bytes)).json["groups"]?.array?.first
    #expect(group?["leading"] == .string("W10@lock"))
    #expect(try terminal(script).contains("3 cases on lock"))
    #expect(try terminal(script).contains("unsolicited did-stop"))
  }

  @Test("a broken rule that is waived takes no failure with it")
  func waivedRule() throws {
    #expect(try groups(strayScript(waived: "known")).contains(["A2@lock"]))
  }

  /// A board that sends bytes between frames, and fails with and without them.
  private func noisyScript() -> Script {
    var script = Script()
    func fail(
      _ script: inout Script, _ id: String, _ requirement: String, got: String, _ bytes: [UInt8]
    ) {
      let broken = broken(requirement, got: got)
      script.instance(id, on: ["lock"], .fail, broken.reason) { script in
        script.frame("lock", .out, [0x0C])
        if !bytes.isEmpty {
          script.add(.chunk(.init(board: "lock", direction: .in, bytes: [0x2D] + bytes)))
        }
        if bytes.count == 1 { script.frame("lock", .in, bytes) }
        script.add(broken.event)
      }
    }
    script.instance("A1", on: ["lock"], .pass) { script in
      script.add(
        .ruleBroken(
          .init(
            rule: "W01", board: "lock", during: "A1@lock", bytes: [], expected: "frames alone",
            got: "10 bytes", isNoise: true)))
    }
    // Its answer was lost in the noise, whatever was asserted.
    fail(&script, "A2", "it starts", got: "nothing", [1, 0, 2])
    fail(&script, "A3", "it stops", got: "bytes that make no frame: 2d0100", [1, 0])
    // It did not answer at all, or with a frame that is wrong: another fault.
    fail(&script, "B1", "it rests", got: "nothing", [])
    fail(&script, "B2", "it wakes", got: "did-stop", [3])
    script.instance("W01", on: ["lock"], .fail, "bytes between frames")
    return script
  }

  @Test("bytes between frames are the cause where an answer was lost in them, and nowhere else")
  func noise() throws {
    #expect(
      try groups(noisyScript()) == [["A2@lock", "A3@lock", "W01@lock"], ["B1@lock"], ["B2@lock"]])
    let group = RunResult(try RunReport.read(noisyScript().bytes)).json["groups"]?.array?.first
    #expect(group?["leading"] == .string("W01@lock"))
    for document in [
      try terminal(noisyScript()),
      try HTMLDocument(try RunReport.read(noisyScript().bytes), describe: describe).render(),
      JobSummary(try RunReport.read(noisyScript().bytes), describe: describe).render(),
    ] {
      #expect(document.contains("3 cases on lock"))
    }
  }

  @Test("two faults of one board are two groups, each with its rule")
  func twoRules() throws {
    var script = noisyScript()
    script.instance("C0", on: ["lock"], .pass) { script in
      script.add(
        .ruleBroken(
          .init(
            rule: "W07", board: "lock", during: "C0@lock", bytes: [1], expected: "nothing",
            got: "configuration data without an initialize",
            unasked: "accessory-configuration-data")))
    }
    for number in 1...2 {
      fail(
        &script, "C\(number)", "it starts", got: "accessory-configuration-data (38 bytes)")
    }
    script.instance("W07", on: ["lock"], .fail, "unsolicited configuration data")
    #expect(
      try groups(script) == [
        ["A2@lock", "A3@lock", "W01@lock"], ["C1@lock", "C2@lock", "W07@lock"], ["B1@lock"],
        ["B2@lock"],
      ])
  }

  @Test("a rule on what a message says is no cause of others")
  func contents() throws {
    var script = Script()
    script.instance("A1", on: ["lock"], .pass) { script in
      script.add(
        .ruleBroken(
          .init(
            rule: "W04", board: "lock", during: "A1@lock", bytes: [1], expected: "RFU: zeros",
            got: "did-stop without zeros")))
    }
    fail(&script, "A2", "it starts", got: "did-stop")
    script.instance("W04", on: ["lock"], .fail, "reserved bytes")
    #expect(try groups(script) == [["A2@lock"], ["W04@lock"]])
  }
}
