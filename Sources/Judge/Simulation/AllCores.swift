import Errors
import LabRuntime
import Synchronization

/// Work in pieces on several threads.
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

  /// Does all pieces, and gives the results in their order.
  ///
  /// - Parameters:
  ///   - stop: asked while the work goes on.
  ///   - progress: called after each piece with how many are done, on the calling thread.
  ///   - work: does a piece; what it is given with it is a sign of life.
  func map<Piece: Sendable, Result: Sendable>(
    _ pieces: [Piece], stop: @escaping @Sendable () -> Bool,
    progress: @escaping @Sendable (Int) -> Void,
    _ work: @escaping @Sendable (Piece, () -> Void) -> Result
  ) throws -> Outcome<Result> {
    let places = Mutex(pieces.indices.makeIterator())
    let results = Mutex<[Int: Result]>([:])
    var cores = self
    cores.threads = min(threads, pieces.count)
    let hung = try cores.perform(
      next: { places.withLock { $0.next() } }, stop: stop,
      taken: { place, result in
        let count = results.withLock { results in
          results[place] = result
          return results.count
        }
        progress(count)
      }
    ) { place, beat in work(pieces[place], beat) }
    return Outcome(
      results: results.withLock { results in pieces.indices.map { results[$0] } }, hung: hung)
  }

  /// Does pieces until there are none, and returns the one that did not return; it ends the work.
  ///
  /// - Parameters:
  ///   - next: the next piece for a thread, one thread at a time.
  ///   - stop: asked while the work goes on.
  ///   - taken: called after each piece, on the calling thread.
  ///   - work: does a piece; what it is given with it is a sign of life.
  func perform<Piece: Sendable, Result: Sendable>(
    next: @escaping @Sendable () -> Piece?, stop: @escaping @Sendable () -> Bool,
    taken: @escaping @Sendable (Piece, Result) -> Void,
    _ work: @escaping @Sendable (Piece, () -> Void) -> Result
  ) throws -> Piece? {
    let wall = Lab.live(seed: 0)
    let queue = Queue(next)
    let done = LabChannel<(piece: Piece, result: Result)?>(wall, label: "a piece of work")
    for thread in 0..<threads {
      WorkerThread.start("worker \(thread)") {
        while let piece = queue.take(thread, at: wall.now) {
          let result = work(piece) { queue.touch(thread, at: wall.now) }
          wall.post { done.send((piece, result)) }
        }
        wall.post { done.send(nil) }
      }
    }
    let (threads, patience) = (threads, patience)
    return try wall.run {
      var left = threads
      var looked = wall.now
      while left > 0 {
        do throws(RigError) {
          guard
            let (piece, result) = try await done.receive(
              until: wall.now.advanced(by: .seconds(1)))
          else {
            left -= 1
            continue
          }
          taken(piece, result)
        } catch {}
        // Others may go on beside a piece that hangs: it is looked for while they do, too.
        if looked.duration(to: wall.now) >= .seconds(1) {
          looked = wall.now
          if let hung = queue.hung(at: looked, patience) {
            queue.end()
            return hung
          }
        }
        if stop() { queue.end() }
      }
      return nil
    }
  }

  /// The pieces that the threads share.
  private final class Queue<Piece: Sendable>: Sendable {
    private struct State {
      var running: [Int: (piece: Piece, since: LabInstant)] = [:]
      var isOver = false
    }

    private let next: @Sendable () -> Piece?
    private let state = Mutex(State())

    init(_ next: @escaping @Sendable () -> Piece?) { self.next = next }

    func take(_ thread: Int, at now: LabInstant) -> Piece? {
      state.withLock { state in
        let piece = state.isOver ? nil : next()
        state.running[thread] = piece.map { ($0, now) }
        return piece
      }
    }

    func touch(_ thread: Int, at now: LabInstant) {
      state.withLock { $0.running[thread]?.since = now }
    }

    func end() { state.withLock { $0.isOver = true } }

    /// The piece that has been silent for the longest, where that is too long.
    func hung(at now: LabInstant, _ patience: Duration) -> Piece? {
      state.withLock { state in
        state.running.values.filter { $0.since.duration(to: now) > patience }
          .min { $0.since < $1.since }?.piece
      }
    }
  }
}
