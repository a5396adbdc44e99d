/// The functional descriptor of a DFU interface: what the device can do.
public struct DFUDescriptor: Equatable, Sendable {
  /// bitCanDnload.
  public var canDownload: Bool
  /// bitCanUpload.
  public var canUpload: Bool
  /// It stays on the bus and answers after it has taken an image.
  public var survivesManifestation: Bool
  /// It leaves the bus by itself after a detach.
  public var detachesItself: Bool
  /// How long a device waits for the reset of the bus after a detach.
  public var detachMilliseconds: Int
  /// The most bytes of one block.
  public var transferSize: Int
  /// 0x0110 for DFU 1.1, 0x011A for DfuSe.
  public var version: UInt16

  /// A device that can everything.
  public init(
    canDownload: Bool = true, canUpload: Bool = true, survivesManifestation: Bool = true,
    detachesItself: Bool = false, detachMilliseconds: Int = 255, transferSize: Int = 1024,
    version: UInt16 = 0x0110
  ) {
    self.canDownload = canDownload
    self.canUpload = canUpload
    self.survivesManifestation = survivesManifestation
    self.detachesItself = detachesItself
    self.detachMilliseconds = min(max(0, detachMilliseconds), 0xFFFF)
    self.transferSize = min(max(1, transferSize), 0xFFFF)
    self.version = version
  }

  /// From nine bytes, or seven as DFU 1.0 had them; nil where it is none.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= 7, bytes[0] >= 7, Int(bytes[0]) <= bytes.count, bytes[1] == 0x21 else {
      return nil
    }
    func word(_ offset: Int) -> Int { Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 }
    guard word(5) > 0 else { return nil }
    self.init(
      canDownload: bytes[2] & 1 != 0, canUpload: bytes[2] & 2 != 0,
      survivesManifestation: bytes[2] & 4 != 0, detachesItself: bytes[2] & 8 != 0,
      detachMilliseconds: word(3), transferSize: word(5),
      version: bytes[0] >= 9 ? UInt16(truncatingIfNeeded: word(7)) : 0x0100)
  }

  /// The first one among the extra bytes of an interface.
  public static func find(in bytes: [UInt8]) -> DFUDescriptor? {
    var rest = bytes[...]
    while let length = rest.first, length >= 2, Int(length) <= rest.count {
      if let found = DFUDescriptor(Array(rest.prefix(Int(length)))) { return found }
      rest = rest.dropFirst(Int(length))
    }
    return nil
  }

  /// The nine bytes.
  public var bytes: [UInt8] {
    let attributes =
      (canDownload ? 1 : 0) | (canUpload ? 2 : 0) | (survivesManifestation ? 4 : 0)
      | (detachesItself ? 8 : 0)
    let words = [detachMilliseconds, transferSize, Int(version)]
    return [9, 0x21, UInt8(attributes)]
      + words.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  /// It takes addresses, after ST's extension.
  public var isDfuSe: Bool { version == 0x011A }
}

/// The memory that the name of an alternate setting describes, after ST: a name, a start address, and
/// runs of sectors such as `04*016Kg`.
public struct DfuSeMemory: Equatable, Sendable {
  /// Sectors of one size that lie behind each other.
  public struct Run: Equatable, Sendable {
    /// Where the first sector begins.
    public var address: UInt32
    /// Bytes of each.
    public var sectorSize: UInt32
    /// How many.
    public var count: UInt32
    /// Letter b, c, f or g.
    public var isErasable: Bool
    /// Letter d, e, f or g.
    public var isWritable: Bool

    var end: UInt64 { UInt64(address) + UInt64(sectorSize) * UInt64(count) }
  }

  /// Without the @.
  public var name: String
  /// In the order of the name.
  public var runs: [Run]

  /// From `@Internal Flash  /0x08000000/04*016Kg,01*064Kg`, or nil where it is no such name.
  public init?(_ text: String) {
    guard text.hasPrefix("@"), text.utf8.count <= 512 else { return nil }
    let parts = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.first, parts.count >= 3, parts.count % 2 == 1 else { return nil }
    var runs: [Run] = []
    for index in stride(from: 1, to: parts.count, by: 2) {
      let place = parts[index].drop { $0 == " " }
      guard place.hasPrefix("0x") || place.hasPrefix("0X"),
        var address = UInt32(place.dropFirst(2), radix: 16).map(UInt64.init)
      else { return nil }
      for sector in parts[index + 1].split(separator: ",") {
        guard let start = UInt32(exactly: address), let run = Run(sector, at: start) else {
          return nil
        }
        runs.append(run)
        address = run.end
      }
    }
    guard !runs.isEmpty else { return nil }
    let trimmed = name.reversed().drop { $0 == " " }.reversed()
    self.name = String(trimmed)
    self.runs = runs
  }

  /// The first address of the sector around `address`, its size, and what may be done with it.
  public func sector(around address: UInt32) -> Run? {
    guard
      let run = runs.first(where: { $0.address <= address && UInt64(address) < $0.end }),
      run.sectorSize > 0
    else { return nil }
    var one = run
    one.count = 1
    one.address = run.address + (address - run.address) / run.sectorSize * run.sectorSize
    return one
  }
}

extension DfuSeMemory.Run {
  /// `04*016Kg`: how many, of which size, in which unit, and a letter for what is allowed.
  fileprivate init?(_ text: Substring, at address: UInt32) {
    let parts = text.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count == 2, let count = UInt32(parts[0].drop { $0 == " " }), count > 0 else {
      return nil
    }
    let digits = parts[1].prefix { ("0"..."9").contains($0) }
    var letters = parts[1].dropFirst(digits.count)
    guard let number = UInt32(digits), number > 0 else { return nil }
    var unit: UInt32 = 1
    switch letters.first {
    case "K": (unit, letters) = (1024, letters.dropFirst())
    case "M": (unit, letters) = (1 << 20, letters.dropFirst())
    case "B", " ": letters = letters.dropFirst()
    default: break
    }
    // The letters a to g are the bits readable, erasable and writable.
    guard letters.utf8.count == 1, let letter = letters.utf8.first,
      (UInt8(ascii: "a")...UInt8(ascii: "g")).contains(letter)
    else { return nil }
    let (size, overflow) = number.multipliedReportingOverflow(by: unit)
    guard !overflow, UInt64(address) + UInt64(size) * UInt64(count) <= 1 << 32 else { return nil }
    let rights = letter - UInt8(ascii: "a") + 1
    self.init(
      address: address, sectorSize: size, count: count, isErasable: rights & 2 != 0,
      isWritable: rights & 4 != 0)
  }
}
