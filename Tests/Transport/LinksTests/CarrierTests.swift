import Errors
import Foundation
import Journal
import LabRuntime
import Testing
import WireFormat

@testable import Links

/// A board that sends back every frame, on every connection, until its listener is closed.
private func echo(_ listener: any LinkListener, _ lab: Lab) async {
  while let link = try? await listener.connections.receive() {
    let frames = FrameLink(link, cutter: StreamCutter(.length16), lab: lab)
    while let frame = try? await frames.receive(until: nil) { try? await frames.send(frame.bytes) }
    frames.close()
  }
}

/// The far ends that a link can have: one board over each carrier.
private enum Carrier: String, CaseIterable, Sendable {
  case memory, pty, tcp, exec

  func place(_ lab: Lab) throws -> (any LinkSource, (any LinkListener)?) {
    switch self {
    case .memory:
      let port = MemoryPort(lab, name: "virtual:echo")
      return (port, port)
    case .pty:
      let listener = try PtyListener(lab, name: "pty:echo")
      return (SerialPort(lab, path: listener.path, parameters: .standard), listener)
    case .tcp:
      let listener = try TCPListener(lab, address: "127.0.0.1", port: 0)
      return (TCPClient(lab: lab, host: "127.0.0.1", port: listener.port), listener)
    case .exec: return (ExecSource(lab, command: "cat", directory: "/"), nil)
    }
  }
}

/// What is awaited comes: only a hang takes so long.
private let patience = Duration.seconds(300)

/// The state of a process as the system has it, such as " S"; "gone" where there is none.
private func processState(_ process: Int) -> String {
  let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
  return status?.split(separator: ")").last.map { String($0.prefix(2)) } ?? "gone"
}

private func withEcho<Value: Sendable>(
  _ carrier: Carrier, _ body: @escaping @Sendable (Lab, any LinkSource) async throws -> Value
) throws -> Value {
  let lab = Lab.live(seed: 0)
  return try lab.run {
    let (source, listener) = try carrier.place(lab)
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      if let listener {
        group.addTask {
          await echo(listener, lab)
          return nil
        }
      }
      defer { listener?.close() }
      let value = try await lab.withDeadline(
        lab.now.advanced(by: patience), label: "the test"
      ) { try await body(lab, source) }
      listener?.close()
      return value
    }
  }
}

@Suite("Every carrier")
struct CarrierTests {
  @Test("carries frames of every size both ways, in order", arguments: Carrier.allCases)
  fileprivate func frames(_ carrier: Carrier) throws {
    let sizes = [0, 1, 2, 63, 64, 65, 255, 256, 513, 4096]
    let returned = try withEcho(carrier) { lab, source in
      let frames = FrameLink(try await source.open(), cutter: StreamCutter(.length16), lab: lab)
      defer { frames.close() }
      #expect((frames.player != nil) == (carrier != .memory))
      var returned: [Int] = []
      for size in sizes {
        let sent = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ size) }
        async let sending: Void = frames.send(sent)
        let got = try await frames.receive(until: lab.now.advanced(by: patience))
        try await sending
        if got.bytes == sent { returned.append(size) }
      }
      return returned
    }
    #expect(returned == sizes)
  }

  @Test("opens again after a close, and starts clean", arguments: Carrier.allCases)
  fileprivate func reopen(_ carrier: Carrier) throws {
    // Often, because what is lost between two users of a terminal is lost once in a hundred times.
    let rounds = 300
    let count = try withEcho(carrier) { lab, source in
      var answered = 0
      for number in 0..<rounds {
        let round = UInt8(truncatingIfNeeded: number)
        let frames = FrameLink(try await source.open(), cutter: StreamCutter(.length16), lab: lab)
        try await frames.send([round])
        if try await frames.receive(until: lab.now.advanced(by: patience)).bytes == [round] {
          answered += 1
        }
        frames.close()
      }
      return answered
    }
    #expect(count == rounds)
  }

  @Test("takes its time right after the read", arguments: [Carrier.pty, .tcp, .memory])
  fileprivate func stamps(_ carrier: Carrier) throws {
    let inOrder = try withEcho(carrier) { lab, source in
      let frames = FrameLink(try await source.open(), cutter: StreamCutter(.length16), lab: lab)
      defer { frames.close() }
      let before = lab.now
      try await frames.send([1])
      let frame = try await frames.receive(until: before.advanced(by: patience))
      return before <= frame.at && frame.at <= lab.now
    }
    #expect(inOrder)
  }
}

@Suite("The end of a link")
struct LinkEndTests {
  @Test("what came before the end is received, then the reason")
  func program() throws {
    let lab = Lab.live(seed: 0)
    let (first, error) = try lab.run {
      let source = ExecSource(lab, command: "printf '\\001\\000\\003'", directory: "/")
      let frames = FrameLink(try await source.open(), cutter: StreamCutter(.length16), lab: lab)
      defer { frames.close() }
      let deadline = lab.now.advanced(by: patience)
      let first = try await frames.receive(until: deadline).bytes
      do throws(RigError) {
        _ = try await frames.receive(until: deadline)
        return (first, nil as RigError?)
      } catch { return (first, error) }
    }
    #expect(first == [3])
    #expect(error?.code == .closed)
  }

  @Test("closing the link ends the program and all that it started")
  func processGroup() throws {
    let lab = Lab.live(seed: 0)
    let (process, state) = try lab.run {
      let source = ExecSource(
        lab, command: "sleep 1000 & printf '\\010\\000%08d' $!; wait",
        directory: "/")
      let frames = FrameLink(
        try await source.open(), cutter: StreamCutter(.length16), lab: lab)
      let text = try await frames.receive(until: lab.now.advanced(by: patience)).bytes
      frames.close()
      let process = pid_t(String(decoding: text, as: UTF8.self)) ?? 0
      // Gone, or a zombie that waits for init: a zombie takes signals, so read its state.
      var state = ""
      let deadline = lab.now.advanced(by: patience)
      while state != "gone", state != " Z", lab.now < deadline {
        state = processState(Int(process))
        try await lab.sleep(for: .milliseconds(10), label: "the process to end")
      }
      return (process, state)
    }
    try #require(process > 0)
    #expect(state == "gone" || state == " Z", "process \(process) is in state \(state)")
  }

  @Test(
    "a device that is gone, foreign or forbidden is told apart",
    arguments: [
      ("/dev/no-such-port", RigError.Code.notFound), ("/dev/null", .failed),
    ])
  func opening(path: String, code: RigError.Code) throws {
    let lab = Lab.live(seed: 0)
    let error = try lab.run {
      do throws(RigError) {
        _ = try await SerialPort(lab, path: path, parameters: .standard).open()
        return nil as RigError?
      } catch { return error }
    }
    #expect(error?.code == code)
    #expect(error?.advice.isEmpty == false)
  }

  @Test("one terminal has one owner")
  func exclusive() throws {
    let lab = Lab.live(seed: 0)
    let error = try lab.run {
      let listener = try PtyListener(lab, name: "pty:one")
      defer { listener.close() }
      let port = SerialPort(lab, path: listener.path, parameters: .standard)
      let first = try await port.open()
      defer { first.close() }
      do throws(RigError) {
        _ = try await port.open()
        return nil as RigError?
      } catch { return error }
    }
    #expect(error?.code == .busy)
  }

  @Test("a terminal that goes away is an event, not a silence")
  func unplug() throws {
    let lab = Lab.live(seed: 0)
    let error = try lab.run {
      let listener = try PtyListener(lab, name: "pty:unplugged")
      let port = SerialPort(lab, path: listener.path, parameters: .standard)
      let frames = FrameLink(try await port.open(), cutter: MessageCutter(), lab: lab)
      defer { frames.close() }
      listener.close()
      do throws(RigError) {
        _ = try await frames.receive(until: lab.now.advanced(by: patience))
        return nil as RigError?
      } catch { return error }
    }
    #expect(error?.code == .closed)
  }

  @Test("a flood fills the carrier, not us")
  func flood() throws {
    let lab = Lab.live(seed: 0)
    try lab.run {
      let source = ExecSource(
        lab, command: "printf '%016x\n' $$; exec yes 0123456789abcdef", directory: "/")
      let frames = FrameLink(try await source.open(), cutter: StreamCutter(.hexline), lab: lab)
      defer { frames.close() }
      let number = try await frames.receive(until: lab.now.advanced(by: patience)).bytes
      let process = number.reduce(0) { $0 << 8 | Int($1) }
      // The owner looks away until as much is held as may be, and the flood stands still.
      let deadline = lab.now.advanced(by: patience)
      while frames.unreadBytes <= FrameLink.limit || processState(process) != " S",
        lab.now < deadline
      {
        try await lab.sleep(for: .milliseconds(10), label: "the owner looks away")
      }
      let held = frames.unreadBytes
      #expect(held > FrameLink.limit)
      #expect(held <= FrameLink.limit + 65536)
      // And goes on where it was held back, without a gap.
      for _ in 0..<200_000 {
        let frame = try await frames.receive(until: lab.now.advanced(by: patience))
        guard frame.bytes == [0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef] else {
          Issue.record("frame \(frame.bytes)")
          return
        }
      }
    }
  }
}
