import BootProtocols

extension ProbeTool {
  /// Names of the program's file, the likeliest first.
  var executables: [String] {
    switch self {
    case .nrfutil: ["nrfutil"]
    case .jlink: ["JLinkExe", "JLink"]
    case .openocd: ["openocd"]
    case .pyocd: ["pyocd"]
    case .probeRS: ["probe-rs"]
    }
  }

  /// The oldest version whose command line and words are known here.
  var oldest: ToolVersion {
    switch self {
    case .nrfutil: ToolVersion(7)
    case .jlink: ToolVersion(6, 88)
    case .openocd: ToolVersion(0, 12)
    case .pyocd: ToolVersion(0, 36)
    case .probeRS: ToolVersion(0, 24)
    }
  }

  /// Whether this way was tried with the program itself, and not only with what its makers write of
  /// it.
  var isVerified: Bool { self == .openocd }

  /// Whether preserved pages can be read out before they are erased.
  var readsBack: Bool { self == .openocd || self == .jlink || self == .pyocd }

  /// Whether it unlocks a chip on demand.
  var recovers: Bool { self != .jlink }

  var source: String {
    switch self {
    case .nrfutil:
      "It is a program of Nordic's, not the nrfutil of PyPI, and needs: nrfutil install device"
    case .jlink: "It comes with SEGGER's J-Link software."
    case .openocd: "sudo apt-get install openocd"
    case .pyocd: "pipx install pyocd"
    case .probeRS: "See https://probe.rs; cargo install probe-rs-tools"
    }
  }

  /// How it is proved that the chip has what was sent.
  var verification: String {
    self == .openocd
      ? "a checksum of the flash, computed on the chip" : "read back and compared by \(title)"
  }
}

/// A version such as 0.12.0.
struct ToolVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
  var numbers: [Int]

  init(_ numbers: Int...) { self.numbers = numbers }

  /// The first version in a text: digits, a point, digits.
  init?(in text: String) {
    for word in text.prefix(4096).split(whereSeparator: { $0.isWhitespace }) {
      let start = word.drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }
      let numbers = start.split(separator: ".").compactMap { Int($0) }
      // A word such as "4000kHz" is none, and neither is a date.
      guard word.first.map({ $0.isNumber || $0 == "v" || $0 == "V" }) ?? false else { continue }
      guard numbers.count > 1, numbers[0] < 1000 else { continue }
      self.numbers = numbers
      return
    }
    return nil
  }

  /// Missing numbers count as 0.
  static func < (a: ToolVersion, b: ToolVersion) -> Bool {
    let count = max(a.numbers.count, b.numbers.count)
    func padded(_ numbers: [Int]) -> [Int] {
      numbers + Array(repeating: 0, count: count - numbers.count)
    }
    return padded(a.numbers).lexicographicallyPrecedes(padded(b.numbers))
  }

  /// `0.12.0`.
  var description: String { numbers.map(String.init).joined(separator: ".") }
}
