import Glibc

/// The three streams that every program is given.
package enum StandardStreams {
  /// Opens `/dev/null` in place of standard streams that are closed, so that no file which is
  /// opened later is taken for one of them. Called before anything is opened.
  package static func openMissing() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
      // The lowest free number is this one.
      _ = unsafe open("/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY)
    }
  }

  /// Waits until standard output has no reader any more; for ever where it has one. False where
  /// that cannot be learnt.
  package static func waitForLossOfOutput() -> Bool {
    // Of what is not asked for only a hang-up and an error are told.
    var watched = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    while unsafe poll(&watched, 1, -1) <= 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }
}

/// Bytes from standard input, as they come.
struct StandardInput {
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// What can be read now, after waiting for it; empty at the end.
  mutating func read() -> ArraySlice<UInt8> {
    while true {
      let count = unsafe Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      if count > 0 { return buffer.prefix(count) }
      if count == 0 || errno != EINTR { return [] }
    }
  }
}

/// Lines of standard input, bounded in length.
package struct InputLines {
  package enum Line: Equatable {
    case text(String)
    /// More bytes than a line may have.
    case tooLong
  }

  package static let longest = 1 << 20

  private var input = StandardInput()
  private var pending: [UInt8] = []
  private var ready: [Line] = []
  private var isOverlong = false
  private var isAtEnd = false

  package init() {}

  package mutating func next() -> Line? {
    while ready.isEmpty, !isAtEnd {
      let bytes = input.read()
      if bytes.isEmpty {
        isAtEnd = true
        if !pending.isEmpty || isOverlong { finishLine() }
      }
      for byte in bytes {
        if byte == 0x0A {
          finishLine()
        } else if pending.count < Self.longest {
          pending.append(byte)
        } else {
          isOverlong = true
        }
      }
      // Taken from the end.
      ready.reverse()
    }
    return ready.popLast()
  }

  private mutating func finishLine() {
    ready.append(isOverlong ? .tooLong : .text(String(decoding: pending, as: UTF8.self)))
    pending.removeAll(keepingCapacity: true)
    isOverlong = false
  }
}
