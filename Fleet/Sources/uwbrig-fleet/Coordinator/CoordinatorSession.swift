import GRPCCore
import SwiftProtobuf
import Synchronization

/// A session with a coordinator, from its first snapshot to its end.
final class CoordinatorSession: Sendable {
  /// The time within which a coordinator says something on the stream when it is asked, whatever its
  /// exporters do.
  private static let patience = Duration.seconds(4)
  /// The same for its first word: many who begin at once wait for each other, and would for ever if they
  /// all began anew.
  private static let firstPatience = Duration.seconds(10)

  private struct State {
    var syncs: [UInt64: CheckedContinuation<Void, any Error>] = [:]
    var last: UInt64 = 0
    var isOver = false
    /// When something came last.
    var heard: ContinuousClock.Instant?
    /// Whether something has come since this was last looked at.
    var wasHeard = false
  }

  let calls: CoordinatorCalls
  private let outgoing: AsyncStream<Labgrid_ClientInMessage>.Continuation
  private let state = Mutex(State())

  private init(
    _ calls: CoordinatorCalls, _ outgoing: AsyncStream<Labgrid_ClientInMessage>.Continuation
  ) {
    self.calls = calls
    self.outgoing = outgoing
  }

  /// Opens a session and keeps it until it fails.
  ///
  /// - Parameters:
  ///   - update: is given what the coordinator shows, in order.
  ///   - begun: is given the session once its first snapshot is complete.
  ///   - isKept: whether the session is wanted still; it ends where it is not.
  static func run(
    at address: CoordinatorAddress, as owner: String,
    update: @Sendable @escaping ([Labgrid_UpdateResponse]) async -> Void,
    begun: @Sendable @escaping (CoordinatorSession) async -> Void,
    isKept: @Sendable @escaping () async -> Bool
  ) async throws {
    try await CoordinatorCalls.connecting(to: address) { calls in
      let (messages, outgoing) = AsyncStream.makeStream(of: Labgrid_ClientInMessage.self)
      let session = CoordinatorSession(calls, outgoing)
      defer { session.end() }
      outgoing.yield(
        .with {
          $0.startup.version = "26.0"
          $0.startup.name = owner
        })
      outgoing.yield(.with { $0.subscribe.allPlaces = true })
      outgoing.yield(.with { $0.subscribe.allResources = true })
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await calls.clientStream(messages) { message in
            session.heard()
            if !message.updates.isEmpty { await update(message.updates) }
            if message.hasSync { session.answered(message.sync.id) }
          }
          throw Failure("the coordinator has ended the session")
        }
        group.addTask {
          try await session.sync(within: Self.firstPatience)
          await begun(session)
          while await isKept() {
            try await Task.sleep(for: .seconds(1))
            // A coordinator that speaks is there.
            if !session.wasHeard() { try await session.sync() }
          }
        }
        do { try await group.next() } catch {
          session.end()
          throw error
        }
        group.cancelAll()
      }
    }
  }

  /// Waits until the mirror shows all that was done before.
  ///
  /// - Parameter limit: how long the coordinator may be silent until then.
  func sync(within limit: Duration = CoordinatorSession.patience) async throws {
    let asked = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.exchange() }
      group.addTask {
        // One with a long list to show is slow, and there.
        var end = asked + limit
        while ContinuousClock.now < end {
          try await Task.sleep(until: end, clock: .continuous)
          end = max(asked, self.state.withLock { $0.heard } ?? asked) + limit
        }
        throw Failure("the coordinator does not answer")
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func exchange() async throws {
    let id = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.withLock { state in
          if !state.isOver, !Task.isCancelled { state.syncs[id] = continuation }
          return state.isOver || Task.isCancelled
        }
        if isOver { return continuation.resume(throwing: Failure("the session has ended")) }
        outgoing.yield(.with { $0.sync.id = id })
      }
    } onCancel: {
      state.withLock { $0.syncs.removeValue(forKey: id) }?.resume(throwing: CancellationError())
    }
  }

  private func heard() {
    state.withLock { state in
      state.heard = .now
      state.wasHeard = true
    }
  }

  private func wasHeard() -> Bool {
    state.withLock { state in
      defer { state.wasHeard = false }
      return state.wasHeard
    }
  }

  private func answered(_ id: UInt64) {
    state.withLock { $0.syncs.removeValue(forKey: id) }?.resume()
  }

  private func end() {
    outgoing.finish()
    let waiting = state.withLock { state in
      state.isOver = true
      defer { state.syncs = [:] }
      return state.syncs
    }
    for continuation in waiting.values {
      continuation.resume(throwing: Failure("the session has ended"))
    }
  }
}

/// What failed, in words for a person.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }

  /// The words of the coordinator where it gave some.
  init(_ error: any Error) {
    if let error = error as? Failure {
      self = error
    } else if let error = error as? RPCError {
      description =
        switch error.code {
        case .unavailable: "it cannot be reached: \(error.message)"
        case .deadlineExceeded: "it did not answer in time"
        default: error.message
        }
    } else {
      description = "\(error)"
    }
  }
}
