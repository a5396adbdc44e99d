public import Errors

/// Reads a journal line by line, in memory of fixed size, whatever the file holds.
public struct JournalReader: ~Copyable {
  /// The content of one line.
  public enum Record: Sendable, Equatable {
    case entry(JournalEntry)
    /// A line that is no event; lines count from 1.
    case damaged(line: Int, reason: String)
  }

  private static let chunk = 1 << 16

  private let file: OwnedDescriptor
  private var buffer: [UInt8]
  private var start = 0
  private var reachedEnd = false
  private var line = 0
  /// Of a journal that is still written: where no line end is before, and whether a line too long goes
  /// on.
  private var searched = 0
  private var isSkipping = false

  /// Whether the last line did not end in a newline: the writer was killed, or is still writing.
  /// Meaningful when `next` has returned `nil`.
  public private(set) var isTorn = false

  /// Reads a file.
  public init(path: String) throws(RigError) {
    file = try OwnedDescriptor(reading: path)
    buffer = []
  }

  /// Reads a journal in memory.
  public init(bytes: [UInt8]) {
    file = OwnedDescriptor()
    buffer = bytes
  }

  /// The next line that is not empty; `nil` at the end.
  ///
  /// A torn last line is given as an entry where it is whole but for its newline, and otherwise
  /// passed over; `isTorn` tells.
  public mutating func next() throws(RigError) -> Record? {
    while true {
      let (text, isWhole, isTooLong) = try nextLine()
      guard let text else { return nil }
      line += 1
      if isTooLong {
        if !isWhole { isTorn = true }
        return .damaged(line: line, reason: "longer than \(Journal.maximumLineLength) bytes")
      }
      if text.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { continue }
      let record = Self.record(text, line: line)
      if isWhole { return record }
      isTorn = true
      if case .entry = record { return record }
    }
  }

  /// The next line of a journal that may still be written; `nil` while no whole one is there. Lines
  /// that come later are given by later calls.
  public mutating func nextWritten() throws(RigError) -> Record? {
    while true {
      guard let end = buffer[searched...].firstIndex(of: 0x0A) else {
        searched = buffer.count
        if buffer.count - start > Journal.maximumLineLength {
          isSkipping = true
          start = buffer.count
        }
        if start > 0 {
          buffer.removeSubrange(..<start)
          searched -= start
          start = 0
        }
        guard try file.read(into: &buffer, limit: Self.chunk) > 0 else { return nil }
        continue
      }
      let text = buffer[start..<end]
      start = end + 1
      searched = start
      line += 1
      if isSkipping || text.count > Journal.maximumLineLength {
        isSkipping = false
        return .damaged(line: line, reason: "longer than \(Journal.maximumLineLength) bytes")
      }
      if !text.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { return Self.record(text, line: line) }
    }
  }

  private static func record(_ text: ArraySlice<UInt8>, line: Int) -> Record {
    if let entry = TransferLine.entry(text) { return .entry(entry) }
    do throws(JSONError) {
      let json = try JSONParser.parse(text)
      do throws(EventError) {
        return .entry(try JournalEntry(json: json))
      } catch {
        return .damaged(line: line, reason: error.description)
      }
    } catch {
      return .damaged(line: line, reason: error.description)
    }
  }

  /// The next line without its newline, whether a newline ended it, and whether it was cut.
  private mutating func nextLine() throws(RigError) -> (ArraySlice<UInt8>?, Bool, Bool) {
    var searched = start
    var isTooLong = false
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        let text = buffer[start..<end]
        start = end + 1
        return (text, true, isTooLong || text.count > Journal.maximumLineLength)
      }
      if buffer.count - start > Journal.maximumLineLength {
        isTooLong = true
        start = buffer.count
      }
      searched = buffer.count
      if reachedEnd {
        let text = buffer[start...]
        start = buffer.count
        return (text.isEmpty && !isTooLong ? nil : text, false, isTooLong)
      }
      if start > 0 {
        buffer.removeSubrange(..<start)
        searched -= start
        start = 0
      }
      reachedEnd = try file.read(into: &buffer, limit: Self.chunk) == 0
    }
  }
}
