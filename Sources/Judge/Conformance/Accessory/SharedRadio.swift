import LabRuntime
import Runner
import Synchronization
import UCI
import UCIHost

struct Span: Hashable, Sendable {
  var from: LabInstant
  var to: LabInstant

  /// How long it is; never less than nothing.
  var duration: Duration { max(.zero, from.duration(to: to)) }

  func overlap(_ other: Span) -> Duration {
    Span(from: max(from, other.from), to: min(to, other.to)).duration
  }
}

/// One of the phone's radios, which several set-ups share: it does one thing at a time.
final class SharedRadio: Sendable {
  let board: UCIBoard
  let host: UCIHost
  /// Sessions that it took.
  let places: Int
  private let lab: Lab
  private let turn: LabChannel<Void>
  private let busy = Mutex<[Span]>([])

  /// Asks a radio for as many sessions as `limit`, and gives them back.
  init(_ board: UCIBoard, _ context: CaseContext, upTo limit: Int) async throws {
    self.board = board
    lab = context.lab
    host = try board.host()
    turn = LabChannel(lab, label: "a turn at the radio \(board.name)")
    do throws(UCIHostError) {
      places = try await Self.count(on: host, upTo: limit)
    } catch {
      throw CaseEnding.rigFault("the phone's radio \(board.name): \(error)")
    }
    turn.send(())
  }

  private static func count(on host: UCIHost, upTo limit: Int) async throws(UCIHostError) -> Int {
    var tokens: [UInt32] = []
    while tokens.count < limit {
      // Above every number that the model of the phone gives.
      let id = 0x7FFF_0000 + UInt32(clamping: tokens.count)
      let answer = try await host.attempt(
        SessionInitCommand(sessionID: id, sessionType: .firaRanging))
      guard answer.status == .ok else { break }
      tokens.append(answer.sessionHandle ?? id)
    }
    for token in tokens { _ = try await host.call(SessionDeinitCommand(sessionToken: token)) }
    _ = host.takePackets()
    return tokens.count
  }

  /// Does something with the radio when nothing else does.
  func perform<Value: Sendable>(
    _ body: @Sendable (UCIHost) async throws(UCIHostError) -> Value
  ) async throws -> Value {
    _ = try await turn.receive()
    let began = lab.now
    defer {
      busy.withLock { $0.append(Span(from: began, to: lab.now)) }
      turn.send(())
    }
    do throws(UCIHostError) { return try await body(host) } catch {
      // A radio that cannot do it says nothing about the accessory.
      if error.code == .status {
        throw CaseEnding.skip("the phone's radio \(board.name) does not do this: \(error)")
      }
      throw CaseEnding.rigFault("the phone's radio \(board.name): \(error)")
    }
  }

  /// How long it was busy within a span, for whomever.
  func busy(within span: Span) -> Duration {
    busy.withLock { $0 }.reduce(.zero) { $0 + $1.overlap(span) }
  }
}
