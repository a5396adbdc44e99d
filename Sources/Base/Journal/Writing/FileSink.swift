public import Errors
import Synchronization

/// A journal in a file.
public final class FileSink: JournalSink {
  /// When lines leave the process.
  public enum Mode: Sendable {
    /// Each line by itself, before `append` returns: a killed process loses nothing that was
    /// emitted. `sync` waits for the disk.
    case live
    /// In large blocks, at `sync` and at `close`, without waiting for the disk: for simulated labs,
    /// whose runs can be had again from their seed.
    case buffered
  }

  private struct State: ~Copyable {
    var file: OwnedDescriptor
    var block: [UInt8] = []
  }

  private static let blockSize = 1 << 18

  /// The file, as it was named.
  public let path: String
  /// When lines leave the process.
  public let mode: Mode
  private let state: Mutex<State>

  /// Makes or empties the file.
  public init(path: String, mode: Mode) throws(RigError) {
    self.path = path
    self.mode = mode
    state = Mutex(State(file: try OwnedDescriptor(writing: path)))
  }

  /// Takes one line with its newline.
  public func append(_ line: [UInt8]) throws(RigError) {
    try state.withLock { state throws(RigError) in
      guard state.file.isOpen else { throw RigError(.closed, "the journal \(path)") }
      switch mode {
      case .live: try state.file.write(line)
      case .buffered:
        state.block.append(contentsOf: line)
        if state.block.count >= Self.blockSize { try Self.flush(&state) }
      }
    }
  }

  /// Writes out what is held back; a live sink also waits for the disk, without holding up `append`.
  public func sync() throws(RigError) {
    switch mode {
    case .buffered:
      try state.withLock { state throws(RigError) in
        if state.file.isOpen { try Self.flush(&state) }
      }
    case .live:
      let file = try state.withLock { state throws(RigError) in
        state.file.isOpen ? try state.file.duplicate() : OwnedDescriptor()
      }
      if file.isOpen { try file.sync() }
    }
  }

  /// Writes out what is held back, waits for the disk where live, and closes the file.
  public func close() throws(RigError) {
    try state.withLock { state throws(RigError) in
      guard state.file.isOpen else { return }
      try Self.flush(&state)
      if mode == .live { try state.file.sync() }
      try state.file.close()
    }
  }

  private static func flush(_ state: inout State) throws(RigError) {
    guard !state.block.isEmpty else { return }
    // Emptied first: a block that failed once must not be written twice.
    let block = state.block
    state.block = []
    state.block.reserveCapacity(block.count)
    try state.file.write(block)
  }
}
