/// A text shell on a board as a pure value. It reads no clock: times are given, in microseconds since
/// any start, and never run backwards.
public protocol DeviceShell: Sendable {
  mutating func start(at now: UInt64) -> [ShellAction]
  /// Takes bytes from the line, in pieces of any size.
  mutating func receive(_ bytes: [UInt8], at now: UInt64) -> [ShellAction]
  /// When it wants to speak unasked, or nil while it has nothing to say.
  var wakesAt: UInt64? { get }
  mutating func wake(at now: UInt64) -> [ShellAction]
  /// What the radio has measured in the round that ``ShellAction/measures(block:)`` has asked for.
  mutating func measured(_ measurements: [ShellMeasurement]) -> [ShellAction]
  /// Units by which the antenna delay of a channel is above that of the factory.
  func raised(channel: Int) -> Double
}

extension DeviceShell {
  /// A shell without a radio prints nothing of it.
  public mutating func measured(_ measurements: [ShellMeasurement]) -> [ShellAction] { [] }
  /// A shell without calibration leaves the delay as it is.
  public func raised(channel: Int) -> Double { 0 }
}

/// Actions of a shell, in order.
public enum ShellAction: Equatable, Sendable {
  case send([UInt8])
  /// The board resets itself, and starts again.
  case restart
  /// The radio ranges with these parameters from now on; nil: it is off.
  case ranges(ShellRanging?)
  /// A round of the session takes place.
  case measures(block: UInt32)

  static func line(_ text: String) -> ShellAction { .send(Array((text + "\r\n").utf8)) }
}

/// Lines out of a line that is typed: either end of line counts, and what is too long is cut.
struct ShellInput: Sendable {
  private var held: [UInt8] = []
  private var endedWithReturn = false
  private let limit: Int

  init(limit: Int = 256) { self.limit = limit }

  mutating func reset() {
    held.removeAll()
    endedWithReturn = false
  }

  /// The line that this byte ends, or nil. The second half of CR LF ends none.
  mutating func feed(_ byte: UInt8) -> String? {
    let followsReturn = endedWithReturn
    endedWithReturn = byte == 0x0D
    switch byte {
    case 0x0A where followsReturn: return nil
    case 0x0D, 0x0A:
      defer { held.removeAll() }
      return BootText.printable(held)
    case 0x08, 0x7F:
      _ = held.popLast()
      return nil
    default:
      if held.count < limit { held.append(byte) }
      return nil
    }
  }
}

/// JSON as shells print it, which is not always quite JSON; nothing is refused that can be read.
public indirect enum ShellValue: Equatable, Sendable {
  case text(String)
  /// A number or a word, as it stands there.
  case word(String)
  case list([ShellValue])
  /// Names and values in the order in which they came.
  case fields([Field])

  /// One name and its value.
  public struct Field: Equatable, Sendable {
    /// As it is written.
    public var name: String
    /// The value of the name.
    public var value: ShellValue

    /// A name with its value.
    public init(_ name: String, _ value: ShellValue) {
      self.name = name
      self.value = value
    }
  }

  /// The value of a field.
  public subscript(_ name: String) -> ShellValue? {
    guard case .fields(let fields) = self else { return nil }
    return fields.first { $0.name == name }?.value
  }

  /// The text or word.
  public var string: String? {
    switch self {
    case .text(let text), .word(let text): text
    case .list, .fields: nil
    }
  }

  /// From text; nil where it does not begin a value, ends early, or nests more than 16 deep.
  public init?(_ bytes: some Sequence<UInt8>) {
    var reader = ShellValueReader(bytes: Array(bytes))
    guard let value = reader.value(depth: 0) else { return nil }
    self = value
  }
}

private struct ShellValueReader {
  let bytes: [UInt8]
  var place = 0

  mutating func value(depth: Int) -> ShellValue? {
    guard depth < 16 else { return nil }
    skipSpace()
    switch peek {
    case UInt8(ascii: "\""): return text().map { .text($0) }
    case UInt8(ascii: "{"): return fields(depth)
    case UInt8(ascii: "["): return list(depth)
    default:
      let start = place
      while let byte = peek, !Self.ends.contains(byte), byte > 0x20 { place += 1 }
      return place > start ? .word(BootText.printable(bytes[start..<place])) : nil
    }
  }

  private static let ends = Array(",]}:\"{[".utf8)

  private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte <= 0x20 { place += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard peek == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func text() -> String? {
    guard take("\"") else { return nil }
    var held: [UInt8] = []
    while let byte = peek {
      place += 1
      if byte == UInt8(ascii: "\"") { return BootText.printable(held) }
      if byte == UInt8(ascii: "\\"), let escaped = peek {
        held.append(escaped)
        place += 1
      } else if byte >= 0x20 {
        // A line break inside a string is the shell's and not the value's.
        held.append(byte)
      }
    }
    return nil
  }

  private mutating func list(_ depth: Int) -> ShellValue? {
    guard take("[") else { return nil }
    var values: [ShellValue] = []
    while !take("]") {
      guard let value = value(depth: depth + 1) else { return nil }
      values.append(value)
      if !take(",") {
        guard take("]") else { return nil }
        break
      }
    }
    return .list(values)
  }

  private mutating func fields(_ depth: Int) -> ShellValue? {
    guard take("{") else { return nil }
    var fields: [ShellValue.Field] = []
    while !take("}") {
      skipSpace()
      guard let name = text(), take(":"), let value = value(depth: depth + 1) else { return nil }
      fields.append(ShellValue.Field(name, value))
      if !take(",") {
        guard take("}") else { return nil }
        break
      }
    }
    return .fields(fields)
  }
}
