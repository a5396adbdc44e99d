import Foundation
import Journal
import TestSupport
import Testing

@Suite("console")
struct ConsoleTests {
  @Test("commands by name and in hexadecimal, with everything that comes back")
  func conversation() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(
      ["console", "mobile"],
      input: """
        # what is it?
        CORE_GET_DEVICE_INFO_CMD
        session_init session_id=42
        SESSION_SET_APP_CONFIG_CMD session_token=1 CHANNEL_NUMBER=5 0x77=0102
        2f 3f 00 00
        SESSION_GET_STATE_CMD session_token=0x1
        """)
    #expect(ending.status == 0)
    try expectSnapshot(ending.output, "console-uci.txt")
    #expect(ending.errors.contains("mobile speaks fira2+qorvo"))
  }

  @Test("rounds are printed while the console waits")
  func unsolicited() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(
      ["console", "mobile", "--quiet"],
      input: """
        SESSION_INIT_CMD session_id=7
        SESSION_SET_APP_CONFIG_CMD session_token=1 controller RANGING_DURATION=100
        SESSION_START_CMD session_token=1
        wait 250ms
        SESSION_STOP_CMD session_token=1
        """)
    #expect(ending.status == 0)
    let rounds = ending.output.split(separator: "\n").filter { $0.contains("RANGING_RX_TIMEOUT") }
    #expect(rounds.count == 2, "\(ending.output)")
  }

  @Test("an accessory is talked to by the names of its messages")
  func accessory() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(
      ["console", "lock"], input: "initialize\nconfigure\nwait 500ms\nstop\n0c\n")
    #expect(ending.status == 0)
    try expectSnapshot(ending.output, "console-accessory.txt")
  }

  @Test("an accessory for both kinds of phone is talked to in both protocols")
  func bothPhones() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(
      ["console", "lock", "--rig", "Rigs/both-phones.yaml"],
      input: "initialize\noob-capabilities version=3 uwb\n0c\n01060100\nhelp\n")
    #expect(ending.status == 0)
    try expectSnapshot(ending.output, "console-both-phones.txt")
    #expect(ending.errors.contains("oob-"), "\(ending.errors)")
    let refused = try program.run(
      ["console", "lock", "--rig", "Rigs/both-phones.yaml"], input: "oob-configur\n")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("did you mean \"oob-configure\"?"), "\(refused.errors)")
  }

  @Test(
    "a line that is no command is refused with its number, and the rest goes on",
    arguments: [
      ("bogus", "line 1: \"bogus\" is neither hexadecimal nor a command; help lists the commands"),
      (
        "CORE_GET_DEVICE_INF_CMD",
        "did you mean \"CORE_GET_DEVICE_INFO_CMD\"?"
      ),
      ("SESSION_INIT_CMD", "line 1: SESSION_INIT_CMD: session_id= is missing"),
      ("SESSION_INIT_CMD id=1", "expected session_id, session_type, got"),
      ("SESSION_INIT_CMD session_id=4294967296", "session_id takes a number of 4 bytes"),
      (
        "SESSION_SET_APP_CONFIG_CMD session_token=1 CHANNEL_NUMBER=7",
        "CHANNEL_NUMBER: expected CHANNEL_5 (5)"
      ),
      ("SESSION_STATUS_CMD", "is neither hexadecimal nor a command"),
      ("wait long", "wait takes a span of time, such as wait 500ms"),
      ("break 11s", "break takes at most 10s, such as break 250ms"),
      ("break 1s 2s", "break takes at most 10s, such as break 250ms"),
      ("\u{1B}[2J", "\\u{1b}[2J"),
    ])
  func refused(_ line: String, _ words: String) throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(
      ["console", "mobile"], input: "\(line)\nSESSION_GET_COUNT_CMD\n")
    #expect(ending.status == 1)
    #expect(ending.errors.contains(words), "\(ending.errors)")
    #expect(!ending.errors.contains("\u{1B}"))
    #expect(ending.output.contains("SESSION_GET_COUNT_RSP OK"))
  }

  @Test("--json is one object a line, as the schema says", arguments: [[], ["--raw"]])
  func json(_ more: [String]) throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(
      ["console", "mobile", "--json"] + more, input: "CORE_DEVICE_RESET_CMD\nbogus\n")
    #expect(ending.status == 1)
    let kinds = try expectLines(ending.output, as: "console", program)
    #expect(kinds == ["packet", "packet", "packet", "refused"] || kinds.count == 5)
    #expect(ending.output.contains("\"dir\":\"out\",\"hex\":\"2000000100\""))
    #expect(ending.output.contains("\"fields\"") == more.isEmpty)
  }

  @Test("--raw prints the bytes alone")
  func raw() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(
      ["console", "mobile", "--raw"], input: "SESSION_GET_COUNT_CMD\n")
    #expect(
      ending.output == """
             0.000000 s  → mobile  21050000
             0.000000 s  mobile →  410500020000

        """)
  }

  @Test("over a pseudo-terminal, in real time, the input ends after the last answer")
  func live() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(
      ["console", "mobile", "--rig", "Rigs/loopback-pty.yaml", "--quiet"],
      input: "CORE_DEVICE_RESET_CMD\nCORE_GET_DEVICE_INFO_CMD\n")
    #expect(ending.status == 0)
    #expect(ending.output.contains("CORE_DEVICE_RESET_RSP OK"))
    #expect(ending.output.contains("CORE_GET_DEVICE_INFO_RSP OK, uci_version 2.0.0"))
  }

  @Test(
    "an interrupt ends the console, in virtual time too",
    arguments: ["Rigs/loopback.yaml", "Rigs/loopback-pty.yaml"])
  func interrupt(_ rig: String) throws {
    let program = try Program()
    defer { program.clean() }
    let process = try program.start(
      ["console", "mobile", "--rig", rig], input: .pipe, errors: .pipe)
    #expect(!process.errors.availableData.isEmpty)
    process.signal(SIGINT)
    #expect(try process.wait() == .exit(130))
  }

  @Test("a command without an answer is status 1, a link that ends is status 3")
  func unanswered() throws {
    let program = try Program()
    defer { program.clean() }
    for (link, limit, status, words) in [
      ("exec:exec sleep 1000", "50ms", Int32(1), "SESSION_GET_COUNT_CMD: no answer within 50ms"),
      ("exec:exec true", "300s", 3, "Error: exec:exec true: "),
    ] {
      try program.write(
        """
        version: 1
        boards:
          - {name: mute, firmware: uci, link: "\(link)"}
        limits: {uci-response: \(limit)}
        """, to: "mute.yaml")
      let ending = try program.run(
        ["console", "mute", "--rig", "mute.yaml", "--quiet"],
        input: "SESSION_GET_COUNT_CMD\n")
      #expect(ending.status == status)
      #expect(ending.errors.contains(words), "\(ending.errors)")
    }
  }
}
