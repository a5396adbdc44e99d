import Boards
import BootProtocols
import Errors
import Inspection
import LabRuntime
import Links
import Synchronization
import Testing

@Suite("Asking a port what speaks there")
struct PortProbeTests {
  @Test("every virtual board is recognised by its own question", arguments: TestBoard.allCases)
  func recognised(_ board: TestBoard) throws {
    let found = try withPort(board.serve) { port, lab in
      try await PortProbe.ask([board.firmware], on: try await port.open(), lab: lab)
    }
    #expect(found.value.firmware == board.firmware)
  }

  @Test(
    "questions that are meant for others are answered by nobody",
    arguments: TestBoard.allCases)
  func others(_ board: TestBoard) throws {
    let kinds = Firmware.probed.filter { $0 != board.firmware }
    let found = try withPort(board.serve) { port, lab in
      try await PortProbe.ask(kinds, on: try await port.open(), lab: lab)
    }
    #expect(found.value.firmware == nil)
  }

  @Test(
    "a board that was asked for all that it is not still answers", arguments: TestBoard.allCases)
  func unharmed(_ board: TestBoard) throws {
    let kinds = Firmware.probed.filter { $0 != board.firmware }
    let found = try withPort(board.serve) { port, lab in
      _ = try await PortProbe.ask(kinds, on: try await port.open(), lab: lab)
      return try await PortProbe.ask([board.firmware], on: try await port.open(), lab: lab)
    }
    #expect(found.value.firmware == board.firmware)
  }

  @Test("silence ends when every question has had its time")
  func silence() throws {
    let found = try withPort(chatter([], every: .zero)) { port, lab in
      try await PortProbe.ask(
        Firmware.probed, on: try await port.open(), settle: .milliseconds(100), lab: lab)
    }
    #expect(found.value == ProbeResult(firmware: nil))
    let limits = Firmware.probed.compactMap { ProbeQuestion($0) }.map { question in
      (question.limit + question.gap * (question.pieces.count - 1)) * question.attempts
    }
    #expect(found.time == limits.reduce(.milliseconds(100), +))
  }

  @Test(
    "a port that never stops talking is left alone after a while",
    arguments: [[UInt8](repeating: 0xFF, count: 512), Array("I (123) wifi: state\r\n".utf8)])
  func flood(_ words: [UInt8]) throws {
    let found = try withPort(chatter(words, every: .microseconds(100))) { port, lab in
      try await PortProbe.ask(Firmware.probed, on: try await port.open(), lab: lab)
    }
    #expect(found.value.firmware == nil)
    #expect(found.value.heard.count == 64)
    #expect(found.time < .seconds(10))
  }

  @Test("random bytes are nobody")
  func garbage() throws {
    let found = try withPort { port, lab in
      var random = lab.random("garbage")
      while let link = try? await port.connections.receive() {
        link.start { _ in }
        for _ in 0..<400 {
          let bytes = (0..<64).map { _ in UInt8(truncatingIfNeeded: random.next()) }
          do throws(RigError) { try await link.send(bytes) } catch { break }
          try await lab.sleep(for: .milliseconds(10), label: "more garbage")
        }
      }
    } _: { port, lab in
      try await PortProbe.ask(Firmware.probed, on: try await port.open(), lab: lab)
    }
    #expect(found.value.firmware == nil)
    #expect(!found.value.heard.isEmpty)
  }

  @Test("a board that is unplugged meanwhile is an error, and the port is free again")
  func unplugged() throws {
    let found = try withPort { port, lab in
      while let link = try? await port.connections.receive() {
        link.start { _ in }
        try await lab.sleep(for: .milliseconds(200), label: "the unplugging")
        link.close()
      }
    } _: { port, lab -> RigError? in
      let link = try await port.open()
      do throws(RigError) { _ = try await PortProbe.ask([.uci], on: link, lab: lab) } catch {
        (try await port.open()).close()
        return error
      }
      return nil
    }
    #expect(found.value?.code == .closed)
  }

  @Test(
    "a kit with UCI is recognised whose first question is lost behind half a command, or that was opened inside a packet",
    arguments: [([0x20, 0x02], []), ([], [0x62, 0x00, 0x00, 0x40, 0, 0, 0])] as [([UInt8], [UInt8])]
  )
  func firstContact(_ half: [UInt8], _ rest: [UInt8]) throws {
    let information: [UInt8] = [0x40, 2, 0, 10, 0, 0, 2, 0, 2, 0, 2, 1, 0x10, 0]
    let found = try withPort { port, lab in
      while let link = try? await port.connections.receive() {
        let heard = LabChannel<[UInt8]>(lab, label: "a command")
        link.start { event in
          if case .received(let chunk) = event { heard.send(chunk.bytes) } else { heard.close() }
        }
        var (held, late) = (half, rest)
        while let bytes = try? await heard.receive() {
          if !late.isEmpty { try? await link.send(late) }
          late = []
          // What waits for its rest for more than 100 ms is flushed, with what comes then.
          guard held.isEmpty else {
            held = []
            continue
          }
          if bytes == [0x20, 2, 0, 0] { try? await link.send(information) }
        }
      }
    } _: { port, lab in
      try await PortProbe.ask([.uci, .shell(.qorvoCLI)], on: try await port.open(), lab: lab)
    }
    #expect(found.value.firmware == .uci)
  }

  @Test("an accessory that was asked is told to stop")
  func farewell() throws {
    let said = Mutex<[[UInt8]]>([])
    let data: [UInt8] = [1, 0, 0, 0, 20] + [UInt8](repeating: 0, count: 10)
    let uwb: [UInt8] =
      [1, 0, 0, 0, 0x3F, 0xF5, 0x03, 0x00, 0xB8, 0x0B, 0x00, 0x00, 0, 0, 0, 0]
      + [0x01, 0x02, 0x00, 0x00, 0x64]
    let answer = [0x01] + data + [UInt8(uwb.count)] + uwb
    let found = try withPort { port, lab in
      while let link = try? await port.connections.receive() {
        let heard = LabChannel<[UInt8]>(lab, label: "a message")
        link.start { event in
          if case .received(let chunk) = event { heard.send(chunk.bytes) } else { heard.close() }
        }
        while let bytes = try? await heard.receive() {
          said.withLock { $0.append(bytes) }
          if bytes == [1, 0, 0x0A] { try? await link.send([UInt8(answer.count), 0] + answer) }
        }
      }
    } _: { port, lab in
      try await PortProbe.ask([.niAccessory], on: try await port.open(), lab: lab)
    }
    #expect(found.value.detail == "configuration data 1.0")
    #expect(said.withLock { $0 } == [[1, 0, 0x0A], [1, 0, 0x0C]])
  }
}
