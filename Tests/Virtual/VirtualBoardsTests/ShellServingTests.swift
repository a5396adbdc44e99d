import BootProtocols
import Errors
import LabRuntime
import Links
import Testing
import VirtualBoards

/// Lets a shell live in a simulated lab while `body` runs.
private func performing(
  _ make: ShellFirmware, rate: Int?, misbehaviour: String? = nil,
  _ body: @escaping @Sendable (Lab, FrameLink) async throws -> Void
) throws {
  let lab = Lab.simulated(seed: 1)
  let board = VirtualShell(
    lab: lab, settings: .init(name: "board", rate: rate),
    shell: try make.shell(named: "board", misbehaviour: misbehaviour))
  try lab.run {
    let port = MemoryPort(lab, name: "board")
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await board.serve(port) }
      let frames = FrameLink(try await port.open(), cutter: PassingCutter(), lab: lab)
      try await body(lab, frames)
      frames.close()
      port.close()
      group.cancelAll()
    }
  }
}

/// What is said until nothing more comes for two seconds.
private func listen(_ frames: FrameLink, _ lab: Lab) async throws -> String {
  var said: [UInt8] = []
  while true {
    do throws(RigError) {
      said += try await frames.receive(until: lab.now.advanced(by: .seconds(2))).bytes
    } catch {
      guard error.code == .timedOut else { throw error }
      return String(decoding: said, as: UTF8.self)
    }
  }
}

@Suite("A virtual shell behind a link")
struct ShellServingTests {
  @Test("Qorvo's command line answers what is typed, and keeps what was saved over a restart")
  func qorvo() throws {
    try performing(.qorvoCLI, rate: 115_200) { lab, frames in
      try await frames.send(Array("STAT\r\n".utf8))
      let status = try await listen(frames, lab)
      #expect(status.contains("DWM3001CDK"))
      try await frames.send(Array("LISTCAL\r\n".utf8))
      let calibration = try await listen(frames, lab)
      #expect(calibration.contains("ant0.ch9.ant_delay"))
    }
  }

  @Test("a line has its rate: an answer takes as long as its bytes")
  func rate() throws {
    try performing(.qorvoCLI, rate: 9600) { lab, frames in
      let start = lab.now
      try await frames.send(Array("STAT\r\n".utf8))
      let answer = try await listen(frames, lab)
      let taken = start.duration(to: lab.now) - .seconds(2)
      let least = Duration.microseconds(Int64(answer.utf8.count + 6) * 1_000_000 / 960)
      #expect(taken >= least)
      #expect(taken <= least + .milliseconds(50))
    }
  }

  @Test("two carriage returns open the DWM1001's shell, and one alone is refused a second later")
  func dwm1001() throws {
    try performing(.dwm1001, rate: nil) { lab, frames in
      try await frames.send([0x0D])
      let refusal = try await listen(frames, lab)
      #expect(Array(refusal.utf8) == [0x40, 0x01, 0x01])
      try await frames.send([0x0D, 0x0D])
      let banner = try await listen(frames, lab)
      #expect(banner.hasSuffix("dwm> "))
    }
  }

  @Test("a shell that falls silent says nothing")
  func silent() throws {
    try performing(.qorvoCLI, rate: nil, misbehaviour: "falls-silent") { lab, frames in
      try await frames.send(Array("STAT\r\n".utf8))
      #expect(try await listen(frames, lab).isEmpty)
    }
  }

  @Test(
    "every misbehaviour has a name, and one that is none is refused",
    arguments: ShellFirmware.allCases)
  func misbehaviours(make: ShellFirmware) throws {
    for name in make.misbehaviours { _ = try make.shell(named: "board", misbehaviour: name) }
    #expect(throws: RigError.self) {
      _ = try make.shell(named: "board", misbehaviour: "sings")
    }
  }
}
