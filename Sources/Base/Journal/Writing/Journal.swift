public import Errors
public import LabRuntime
import Synchronization

/// The record of a run: everything that happens is emitted here, and every report is made from it.
///
/// It may be used from any thread. Lines stand in the order of the calls, and their times never go
/// back. A sink that fails is written to no more, so that its file is whole up to the failure; the
/// run goes on, observers go on, and `failure` and `close` tell.
public final class Journal: Sendable {
  /// Longest line; readers may refuse longer ones. An event that needs more is replaced by a note.
  public static let maximumLineLength = 4 << 20

  /// Called with each entry; see `observe`.
  public typealias Observer = @Sendable (JournalEntry) -> Void

  private struct State {
    var writer = JSONWriter()
    var last: Int64 = 0
    var failure: RigError?
    var isClosed = false
    var observers: [Observer] = []
    var undelivered: [JournalEntry] = []
    var isDelivering = false
  }

  private let now: @Sendable () -> LabInstant
  private let sink: any JournalSink
  private let state = Mutex(State())

  /// A journal that takes its times from `now` and writes to `sink`.
  ///
  /// `now` is called with the lock of the journal held and must not emit.
  public init(now: @escaping @Sendable () -> LabInstant, sink: any JournalSink) {
    self.now = now
    self.sink = sink
  }

  /// Why the sink was given up; `nil` while it works.
  public var failure: RigError? { state.withLock { $0.failure } }

  /// Writes an event. With a live sink it has left the process when this returns.
  ///
  /// - Parameter instant: when it happened, such as the moment of a read; now where `nil`. A time
  ///   before that of the last line is moved up to it.
  public func emit(_ event: Event, at instant: LabInstant? = nil) {
    let mustDeliver = state.withLock { state in
      if state.isClosed { return false }
      let time = max(state.last, (instant ?? now()).microseconds)
      state.last = time
      let entry = write(JournalEntry(microseconds: time, event: event), &state)
      if state.observers.isEmpty { return false }
      state.undelivered.append(entry)
      if state.isDelivering { return false }
      state.isDelivering = true
      return true
    }
    if mustDeliver { deliver() }
  }

  /// Adds an observer of all entries to come.
  ///
  /// Observers are called in the order of the lines, one entry at a time, outside the lock: an
  /// observer may emit, and what it emits is delivered after the entry at hand. Where several
  /// threads emit, the entry of one may be delivered on another, shortly after its `emit` returned.
  public func observe(_ observer: @escaping Observer) {
    state.withLock { $0.observers.append(observer) }
  }

  /// Makes all lines so far durable; call it at each verdict, and at least once a second in a live
  /// run. Others may emit meanwhile.
  public func sync() {
    if state.withLock({ $0.isClosed || $0.failure != nil }) { return }
    do throws(RigError) {
      try sink.sync()
    } catch {
      state.withLock { $0.failure = $0.failure ?? error }
    }
  }

  /// Ends the journal; later events are dropped. Throws the first failure of the sink, each time.
  public func close() throws(RigError) {
    try state.withLock { state throws(RigError) in
      if !state.isClosed {
        state.isClosed = true
        do throws(RigError) {
          try sink.close()
        } catch {
          state.failure = state.failure ?? error
        }
      }
      if let failure = state.failure { throw failure }
    }
  }

  /// Writes the entry, or a note in its place where its line would be too long; gives that which
  /// stands in the journal, since observers shall know no more than a reader.
  private func write(_ entry: JournalEntry, _ state: inout State) -> JournalEntry {
    guard state.failure == nil else { return entry }
    var entry = entry
    state.writer.removeAll()
    entry.encode(into: &state.writer)
    if state.writer.bytes.count > Self.maximumLineLength {
      let text = "an event \(entry.event.kind) of \(state.writer.bytes.count) bytes was left out"
      state.writer = JSONWriter()
      entry = JournalEntry(microseconds: entry.microseconds, event: .note(Event.Remark(text)))
      entry.encode(into: &state.writer)
    }
    do throws(RigError) {
      try sink.append(state.writer.bytes)
    } catch {
      state.failure = error
    }
    return entry
  }

  private func deliver() {
    while true {
      let (entries, observers) = state.withLock { state in
        let entries = state.undelivered
        state.undelivered = []
        if entries.isEmpty { state.isDelivering = false }
        return (entries, state.observers)
      }
      if entries.isEmpty { return }
      for entry in entries {
        for observer in observers { observer(entry) }
      }
    }
  }
}
