import Journal
import LabRuntime
import Runner
import UCI
import UCIHost

/// The effects of CORE_DEVICE_RESET.
enum ResetCases {
  static let all: [Case] = [ready, endsSessions, withoutByte, reopened]

  static let ready = Case.uci(
    "UC01", "reset",
    requirement: "A device reset is answered with OK once, and the board says that it is ready.",
    source: "observed: DWM3001CDK, pica; AOSP"
  ) { context, host in
    let reset = CoreDeviceResetCommand(resetConfig: .uwbsReset)
    try await context.expect(.ok, for: reset, from: host, "a reset is carried out")
    // READY may come before the response, behind it, or both.
    try await context.expectTold(.ready, by: host, "the board is ready after a reset")
    try await context.fence(host, "nothing but states follows a reset") { $0.isState }
  }

  static let endsSessions = Case.uci(
    "UC02", "reset with sessions",
    requirement: "A device reset ends every session.",
    source: "observed: DWM3001CDK; AOSP, whose host forgets its sessions upon a reset"
  ) { context, host in
    let session = try await context.configuredSession(on: host)
    try await host.reset()
    try await context.expectGone(session, "no session lives through a reset")
    try await context.expectCount(
      0, on: host, "sessions after a reset", asking: "sessions are counted after a reset")
  }

  static let withoutByte = Case.uci(
    "UC03", "reset without its byte", .inferred,
    requirement: "A device reset without its one byte is refused and ends no session.",
    source: "observed: DWM3001CDK and pica, which answer SYNTAX_ERROR", tags: ["malformed"]
  ) { context, host in
    let session = try await context.session(on: host)
    let reset = UCIPacket(
      .command, gid: CoreDeviceResetCommand.gid, oid: CoreDeviceResetCommand.oid)
    let status = try await host.exchange(reset).packet.status
    try context.require(
      status.map { $0 != .ok } ?? false, "a reset without its byte is refused",
      expected: UCIStatus.syntaxError.name(host), got: status?.name(host) ?? "no status")
    try await context.expect(
      .ok, for: session.stateCommand, from: host, "a refused reset ends no session")
    try await context.expectTaken(by: session, "a session is configured behind a refused reset")
  }

  static let reopened = Case.uci(
    "UC29", "the link closed and opened again",
    requirement:
      "A board answers on a link that was closed and opened again, whatever it did before.",
    source: "observed: Qorvo host tools, which reopen the port for each program",
    parameters: ["idle", "ranging"]
  ) { context, host in
    try await context.expect(
      .ok, for: CoreGetCapsInfoCommand(), from: host, "capabilities are told on the first link")
    if context.parameter == "ranging" { _ = try await context.rangingSession(on: host) }
    let board = try context.uci()
    for _ in 1...3 {
      board.disconnect()
      try await context.lab.sleep(for: .milliseconds(100), label: "before the link is opened again")
      try await board.connect()
      let host = try board.host()
      // Of the first bytes on a port a receiver may lose some.
      _ = try await host.contact(CoreGetDeviceInfoCommand().packet)
      try await context.expect(
        .ok, for: SessionGetCountCommand(), from: host, "a link that was opened again is answered")
      // What it can do is what it could: the frame watch compares.
      try await context.expect(
        .ok, for: CoreGetCapsInfoCommand(), from: host,
        "capabilities are told on a link that was opened again")
    }
    try await board.host().reset()
  }
}
