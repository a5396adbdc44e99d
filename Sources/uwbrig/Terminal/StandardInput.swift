import Glibc

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
struct InputLines {
  /// A line as it was read.
  enum Line: Equatable {
    case text(String)
    /// More bytes than a line may have.
    case tooLong
  }

  /// Bytes that a line may have.
  static let longest = 1 << 20

  private var input = StandardInput()
  private var pending: [UInt8] = []
  private var ready: [Line] = []
  private var isOverlong = false
  private var isAtEnd = false

  /// The next line without its end; nil when there is none.
  mutating func next() -> Line? {
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
