/// Names of USB devices in the kernel's words.
enum USBPath {
  /// True for `1-1.4` and `usb1`; false for interfaces, such as `1-1.4:1.0`.
  static func isDevice(_ name: some StringProtocol) -> Bool {
    if name.hasPrefix("usb") { return isNumber(name.dropFirst(3)) }
    guard let dash = name.firstIndex(of: "-"), isNumber(name[..<dash]) else { return false }
    let ports = name[name.index(after: dash)...].split(
      separator: ".", omittingEmptySubsequences: false)
    // A tree of USB hubs has at most seven tiers.
    return ports.count <= 8 && ports.allSatisfy { isNumber($0) }
  }

  /// The USB device that a path below `/sys/devices` leads through last; nil where it leads through
  /// none.
  static func device(inSystemPath path: String) -> String? {
    path.split(separator: "/").last { isDevice($0) }.map(String.init)
  }

  /// True when numbers in names are to be compared as numbers: `1-2` before `1-10`.
  static func precedes(_ a: String, _ b: String) -> Bool {
    let (first, second) = (parts(a), parts(b))
    for (x, y) in zip(first, second) where x != y {
      switch (x, y) {
      case (.number(let x), .number(let y)): return x < y
      case (.text(let x), .text(let y)): return x < y
      case (.number, .text): return true
      case (.text, .number): return false
      }
    }
    return first.count < second.count
  }

  private enum Part: Equatable {
    case number(Int)
    case text(String)
  }

  private static func parts(_ name: String) -> [Part] {
    var parts: [Part] = []
    for byte in name.utf8 {
      let digit = byte >= 0x30 && byte <= 0x39 ? Int(byte - 0x30) : nil
      switch (parts.last, digit) {
      case (.number(let value)?, let digit?):
        parts[parts.count - 1] = .number(value &* 10 &+ digit)
      case (_, let digit?): parts.append(.number(digit))
      case (.text(let text)?, nil):
        parts[parts.count - 1] = .text(text + String(UnicodeScalar(byte)))
      case (_, nil): parts.append(.text(String(UnicodeScalar(byte))))
      }
    }
    return parts
  }

  private static func isNumber(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.count <= 4 && text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }
}
