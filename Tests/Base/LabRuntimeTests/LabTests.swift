import Errors
import LabRuntime
import Synchronization
import Testing

/// Six tasks that sleep, send and receive; the history is the order in which they got to run.
private func history(seed: UInt64) throws -> [String] {
  let lab = Lab.simulated(seed: seed)
  return try lab.run {
    let seen = LabChannel<String>(lab, label: "history")
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<6 {
        group.addTask {
          for step in 0..<4 {
            try? await lab.sleep(for: .milliseconds(step % 2), label: "step")
            seen.send("\(task).\(step)@\(lab.now.microseconds)")
          }
        }
      }
    }
    var order: [String] = []
    while let next = seen.tryReceive() { order.append(next) }
    return order
  }
}

@Suite("The simulated lab")
struct SimulatedLabTests {
  @Test("the same seed gives the same history", arguments: [0, 1, 7, 4242] as [UInt64])
  func sameSeed(seed: UInt64) throws {
    #expect(try history(seed: seed) == history(seed: seed))
  }

  @Test("other seeds give other histories")
  func otherSeeds() throws {
    let histories = try (0..<50).map { try history(seed: $0) }
    #expect(Set(histories).count == 50)
    #expect(Set(histories.map { $0.sorted() }).count == 1)
  }

  @Test("an hour of lab time passes at once, exactly")
  func hour() throws {
    let lab = Lab.simulated(seed: 0)
    let end = try lab.run {
      for _ in 0..<3600 { try await lab.sleep(for: .seconds(1), label: "second") }
      return lab.now
    }
    #expect(end.nanoseconds == 3600 * 1_000_000_000)
  }

  @Test("what is always there is told apart from what a run waits for, with all that it starts")
  func background() throws {
    let lab = Lab.simulated(seed: 0)
    let things = try lab.run {
      let (quiet, shared) = (LabGate(lab, label: "quiet"), LabGate(lab, label: "shared"))
      return await withTaskGroup(of: Void.self) { group in
        group.addTask {
          await Lab.inBackground {
            await withTaskGroup(of: Void.self) { inner in
              inner.addTask { try? await quiet.wait() }
              inner.addTask { try? await shared.wait() }
            }
          }
        }
        group.addTask { try? await shared.wait() }
        try? await lab.sleep(for: .seconds(1), label: "a second")
        defer { group.cancelAll() }
        return lab.awaitedThings
      }
    }
    #expect(things.map(\.words) == ["quiet", "shared (2 times)"])
    #expect(things.map(\.isBackground) == [true, false])
    #expect(lab.foreignEnqueues == 0)
  }

  @Test("nothing is late in simulated time, whatever the machine does")
  func simulatedLateness() {
    let lab = Lab.simulated(seed: 0)
    #expect(lab.lateness(at: lab.now) == .zero)
    #expect(lab.lostTime(from: .zero, to: lab.now) == .zero)
  }

  @Test("a deadlock is found and names who waits for what")
  func deadlock() {
    let lab = Lab.simulated(seed: 0)
    let channel = LabChannel<Int>(lab, label: "a frame from lock")
    let error = #expect(throws: RigError.self) {
      try lab.run { _ = try await channel.receive() }
    }
    #expect(error?.code == .deadlock)
    #expect(error?.context == "a frame from lock")
  }

  @Test("a deadlock names what waits in the background only where nothing else waits")
  func deadlockInBackground() {
    func label(_ foreground: Bool) -> String? {
      let lab = Lab.simulated(seed: 0)
      let board = LabGate(lab, label: "what a board waits for")
      let answer = LabGate(lab, label: "an answer")
      return #expect(throws: RigError.self) {
        try lab.run {
          async let serving: Void = Lab.inBackground { try await board.wait() }
          if foreground { try await answer.wait() }
          try await serving
        }
      }?.context
    }
    #expect(label(true) == "an answer")
    #expect(label(false) == "what a board waits for")
  }

  @Test("a job from a foreign thread is counted")
  func foreign() throws {
    let lab = Lab.simulated(seed: 0)
    try lab.run {
      let gate = LabGate(lab, label: "opened from outside")
      async let opened: Void = gate.wait()
      // The waiting task must be suspended before the intruder comes.
      try await lab.sleep(for: .milliseconds(1), label: "settle")
      WorkerThread.start("intruder") { gate.open() }
      while lab.foreignEnqueues == 0 {
        try await lab.sleep(for: .milliseconds(1), label: "until the intruder was here")
      }
      try await opened
    }
    #expect(lab.foreignEnqueues > 0)
  }

  @Test("the inbox is not a foreign enqueue")
  func inbox() throws {
    let lab = Lab.simulated(seed: 0)
    let got = try lab.run {
      let channel = LabChannel<Int>(lab, label: "from outside")
      lab.post { channel.send(7) }
      return try await channel.receive(until: lab.now.advanced(by: .seconds(1)))
    }
    #expect(got == 7)
    #expect(lab.foreignEnqueues == 0)
  }
}

@Suite("Waiting, in both labs")
struct WaitingTests {
  static let labs: [@Sendable () -> Lab] = [{ .simulated(seed: 3) }, { .live(seed: 3) }]

  @Test("a deadline ends a receive", arguments: [0, 1])
  func deadline(index: Int) throws {
    let lab = Self.labs[index]()
    let error = try lab.run {
      let channel = LabChannel<Int>(lab, label: "an answer")
      do throws(RigError) {
        _ = try await channel.receive(until: lab.now.advanced(by: .milliseconds(5)))
        return nil as RigError?
      } catch { return error }
    }
    #expect(error == RigError(.timedOut, "an answer"))
    #expect(lab.now >= LabInstant(nanoseconds: 5_000_000))
  }

  @Test("what was sent before a close is received, then closed", arguments: [0, 1])
  func close(index: Int) throws {
    let lab = Self.labs[index]()
    let (got, error) = try lab.run {
      let channel = LabChannel<Int>(lab, label: "frames")
      channel.send(1)
      channel.close()
      let sentAfter = channel.send(2)
      #expect(!sentAfter)
      let got = try await channel.receive()
      do throws(RigError) {
        _ = try await channel.receive()
        return (got, nil as RigError?)
      } catch { return (got, error) }
    }
    #expect(got == 1)
    #expect(error?.code == .closed)
  }

  @Test("withDeadline cancels a body that waits for ever", arguments: [0, 1])
  func bodyDeadline(index: Int) throws {
    let lab = Self.labs[index]()
    let error = #expect(throws: RigError.self) {
      try lab.run {
        let gate = LabGate(lab, label: "never")
        try await lab.withDeadline(lab.now.advanced(by: .milliseconds(5)), label: "the case") {
          try await gate.wait()
        }
      }
    }
    #expect(error == RigError(.timedOut, "the case"))
  }

  @Test("an opened gate lets everybody through", arguments: [0, 1])
  func gate(index: Int) throws {
    let lab = Self.labs[index]()
    let through = try lab.run {
      let gate = LabGate(lab, label: "start")
      return try await withThrowingTaskGroup(of: Int.self) { group in
        for runner in 0..<5 {
          group.addTask {
            try await gate.wait()
            return runner
          }
        }
        group.addTask {
          gate.open()
          return 5
        }
        return try await group.reduce(0) { $0 + $1 }
      }
    }
    #expect(through == 15)
  }

  @Test("a live lab is woken by another thread")
  func liveWake() throws {
    let lab = Lab.live(seed: 0)
    let got = try lab.run {
      let channel = LabChannel<Int>(lab, label: "from a reader thread")
      WorkerThread.start("reader") { channel.send(9) }
      return try await channel.receive(until: lab.now.advanced(by: .seconds(300)))
    }
    #expect(got == 9)
  }
}

/// A reader that hands over what it has at the third question, and says until then that it has it.
private final class LateReader: LabReading {
  private let questions = Atomic<Int>(0)
  private let answers: LabChannel<Int>

  init(_ answers: LabChannel<Int>) { self.answers = answers }

  var rounds: UInt64 { 0 }
  var hasMore: Bool {
    let question = questions.add(1, ordering: .relaxed).newValue
    if question == 3 { answers.send(7) }
    return question < 3
  }
}

/// A reader that is never through, as where a board does not stop sending.
private final class FloodedReader: LabReading {
  private let asked = Atomic<UInt64>(0)

  var rounds: UInt64 { asked.add(1, ordering: .relaxed).newValue }
  var hasMore: Bool { true }
}

@Suite("Time limits of a lab that was kept from its processor")
struct LateTimeLimitTests {
  @Test("what came while its thread was busy beats a time limit that ran out meanwhile")
  func busy() throws {
    let lab = Lab.live(seed: 0)
    let got = try lab.run {
      let answers = LabChannel<Int>(lab, label: "an answer")
      let limit = lab.now.advanced(by: .milliseconds(5))
      return try await withThrowingTaskGroup(of: Int?.self) { group in
        group.addTask { try await answers.receive(until: limit) }
        group.addTask {
          // Nothing else runs here until both the answer is there and the time is over.
          let sent = SentFlag()
          WorkerThread.start("board") {
            lab.post { answers.send(9) }
            sent.set()
          }
          while lab.now <= limit || !sent.isSet {}
          return nil
        }
        return try await group.reduce(nil) { $0 ?? $1 }
      }
    }
    #expect(got == 9)
  }

  @Test("what its reader has not yet handed over is waited for")
  func reader() throws {
    let lab = Lab.live(seed: 0)
    let got = try lab.run {
      let answers = LabChannel<Int>(lab, label: "an answer")
      lab.hasReader(LateReader(answers))
      return try await answers.receive(until: lab.now.advanced(by: .milliseconds(1)))
    }
    #expect(got == 7)
  }

  @Test("a flood of work or of input holds no time limit up", arguments: [true, false])
  func flood(ofInput: Bool) throws {
    let lab = Lab.live(seed: 0)
    let error = #expect(throws: RigError.self) {
      try lab.run {
        let answers = LabChannel<Int>(lab, label: "an answer")
        if ofInput { lab.hasReader(FloodedReader()) }
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            _ = try await answers.receive(until: lab.now.advanced(by: .milliseconds(1)))
          }
          if !ofInput {
            group.addTask { while !Task.isCancelled { await Task.yield() } }
          }
          try await group.next()
        }
      }
    }
    #expect(error == RigError(.timedOut, "an answer"))
  }
}

private final class SentFlag: Sendable {
  private let flag = Atomic(false)
  var isSet: Bool { flag.load(ordering: .acquiring) }
  func set() { flag.store(true, ordering: .releasing) }
}

@Suite("Random streams")
struct LabRandomTests {
  @Test("a stream depends on seed and name alone")
  func streams() {
    var first = LabRandom(seed: 1, stream: "noise")
    var again = LabRandom(seed: 1, stream: "noise")
    var other = LabRandom(seed: 1, stream: "tokens")
    let numbers = (0..<8).map { _ in first.next() }
    #expect(numbers == (0..<8).map { _ in again.next() })
    #expect(numbers != (0..<8).map { _ in other.next() })
  }

  @Test("unit numbers lie in 0 ..< 1 and fill it")
  func unit() {
    var random = LabRandom(seed: 5, stream: "unit")
    let numbers = (0..<10_000).map { _ in random.unit() }
    #expect(numbers.allSatisfy { $0 >= 0 && $0 < 1 })
    let mean = numbers.reduce(0, +) / 10_000
    #expect((0.48..<0.52).contains(mean))
  }
}
