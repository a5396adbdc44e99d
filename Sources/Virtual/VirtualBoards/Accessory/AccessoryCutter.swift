import Links
import WireFormat

/// Messages of an accessory in a stream, whatever their length: what is too long for the board is
/// the board's decision.
struct AccessoryCutter: FrameCutter {
  private let framing: StreamFraming
  private var decoder: StreamDecoder
  /// A message longer than this throws the board out of step until the connection ends.
  private let losesFramingBeyond: Int?
  private let needsWholeReads: Bool
  private let strayBytes: [UInt8]
  /// What is sent past the framing.
  private let unframed: [[UInt8]]
  private var isLost = false

  init(
    _ framing: StreamFraming, losesFramingBeyond: Int? = nil, needsWholeReads: Bool = false,
    strayBytes: [UInt8] = [], unframed: [[UInt8]] = []
  ) {
    self.unframed = unframed
    self.framing = framing
    self.needsWholeReads = needsWholeReads
    self.strayBytes = strayBytes
    self.losesFramingBeyond = losesFramingBeyond
    decoder = framing.makeDecoder(limit: 65_535)
  }

  mutating func feed(_ bytes: [UInt8]) -> [StreamItem] {
    guard !isLost else { return [.damage(reason: "framing was lost", bytes: bytes.count)] }
    if needsWholeReads { decoder.reset() }
    var items: [StreamItem] = []
    for item in decoder.feed(bytes) {
      if case .frame(let frame) = item, let limit = losesFramingBeyond, frame.count > limit {
        isLost = true
        return items
      }
      items.append(item)
    }
    return items
  }

  mutating func reset() {
    decoder.reset()
    isLost = false
  }

  func wrap(_ frame: [UInt8]) throws(WireError) -> [UInt8] {
    unframed.contains(frame) ? frame : strayBytes + (try framing.encode(frame))
  }
}
