import Errors
import LabRuntime
import Synchronization

/// Work in pieces on several threads, the results in the order of the pieces.
struct AllCores: Sendable {
  var threads = 1
  /// A piece that gives no sign of life for so long by the wall's clock hangs.
  var patience = Duration.seconds(120)

  struct Outcome<Result: Sendable>: Sendable {
    /// By piece; nil for what was not done.
    var results: [Result?]
    /// The piece that did not return; it ends the work.
    var hung: Int?
  }

  private struct State {
    var next = 0
    var running: [Int: (piece: Int, since: LabInstant)] = [:]
    var isOver = false
  }

  /// Does all pieces.
  ///
  /// - Parameters:
  ///   - stop: asked while the work goes on.
  ///   - progress: called after each piece, on the calling thread.
  ///   - work: does a piece; what it is given with it is a sign of life.
  func map<Piece: Sendable, Result: Sendable>(
    _ pieces: [Piece], stop: @escaping @Sendable () -> Bool,
    progress: @escaping @Sendable (Result) -> Void,
    _ work: @escaping @Sendable (Piece, () -> Void) -> Result
  ) throws -> Outcome<Result> {
    let wall = Lab.live(seed: 0)
    let queue = Queue()
    let done = LabChannel<(piece: Int, result: Result)?>(wall, label: "a piece of work")
    let threads = max(1, min(threads, pieces.count))
    for thread in 0..<threads {
      WorkerThread.start("worker \(thread)") {
        while let piece = queue.take(thread, of: pieces.count, at: wall.now) {
          let result = work(pieces[piece]) { queue.touch(thread, at: wall.now) }
          wall.post { done.send((piece, result)) }
        }
        wall.post { done.send(nil) }
      }
    }
    let patience = patience
    return try wall.run {
      var outcome = Outcome<Result>(results: Array(repeating: nil, count: pieces.count))
      var left = threads
      while left > 0 {
        do throws(RigError) {
          guard
            let (piece, result) = try await done.receive(
              until: wall.now.advanced(by: .seconds(1)))
          else {
            left -= 1
            continue
          }
          outcome.results[piece] = result
          progress(result)
        } catch {
          if let piece = queue.hung(at: wall.now, patience) {
            outcome.hung = piece
            queue.end()
            break
          }
        }
        if stop() { queue.end() }
      }
      return outcome
    }
  }

  private final class Queue: Sendable {
    private let state = Mutex(State())

    func take(_ thread: Int, of count: Int, at now: LabInstant) -> Int? {
      state.withLock { queue in
        queue.running[thread] = nil
        guard !queue.isOver, queue.next < count else { return nil }
        defer { queue.next += 1 }
        queue.running[thread] = (queue.next, now)
        return queue.next
      }
    }

    func touch(_ thread: Int, at now: LabInstant) {
      state.withLock { $0.running[thread]?.since = now }
    }

    func end() { state.withLock { $0.isOver = true } }

    func hung(at now: LabInstant, _ patience: Duration) -> Int? {
      state.withLock { queue in
        queue.running.values.filter { $0.since.duration(to: now) > patience }.map(\.piece).min()
      }
    }
  }
}
