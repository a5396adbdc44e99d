/// The flash of a board with MCUboot: two slots, whose images change places at a reset, page by page
/// over a scratch page. A page of marks tells how far that was, so that a power cut does no harm.
struct MCUbootSlots: Sendable {
  enum Swap: UInt8, Sendable {
    case none = 0
    /// The new image runs once.
    case test = 1
    case permanent = 2
    case revert = 3
  }

  /// The place of a slot. Its last page holds the trailer and no image.
  struct Slot: Equatable, Sendable {
    var start: UInt32
    var size: Int
  }

  static let magic: [UInt8] = [
    0x77, 0xC2, 0x95, 0xF3, 0x60, 0xD2, 0xEF, 0x7F, 0x35, 0x52, 0x50, 0x0F, 0x2C, 0xB6, 0x79, 0x80,
  ]
  private static let committed: UInt8 = 0x5A

  var flash: FlashMemory
  let slots: [Slot]
  let scratch: UInt32
  let journal: UInt32
  let times: FlashTimes
  /// Flash work since this was last looked at, microseconds.
  var busy = 0

  private var page: Int { flash.pageSize }

  func room(_ slot: Int) -> Int { max(0, slots[slot].size - page) }

  // MARK: Flash

  mutating func erase(_ address: UInt32, count: Int) {
    let before = flash.erasedPages
    _ = flash.erase(address, count: count)
    busy &+= times.time(erasing: flash.erasedPages - before, writing: 0)
  }

  @discardableResult
  mutating func write(_ bytes: [UInt8], at address: UInt32) -> Bool {
    busy &+= times.time(erasing: 0, writing: bytes.count)
    return flash.write(bytes, at: address)
  }

  func address(_ slot: Int, _ offset: Int) -> UInt32 {
    slots[slot].start &+ UInt32(truncatingIfNeeded: offset)
  }

  private func byte(_ slot: Int, fromEnd distance: Int) -> UInt8 {
    flash.read(address(slot, slots[slot].size - distance), count: 1)?.first ?? 0xFF
  }

  // MARK: Trailers

  private func hasMagic(_ slot: Int) -> Bool {
    flash.read(address(slot, slots[slot].size - 16), count: 16) == Self.magic
  }

  private func isConfirmed(_ slot: Int) -> Bool { byte(slot, fromEnd: 24) == 1 }

  private func wasCopied(_ slot: Int) -> Bool { byte(slot, fromEnd: 32) == 1 }

  mutating func eraseTrailer(_ slot: Int) {
    erase(address(slot, slots[slot].size - page), count: page)
  }

  var pending: Swap {
    if hasMagic(1) { return isConfirmed(1) ? .permanent : .test }
    return hasMagic(0) && wasCopied(0) && !isConfirmed(0) ? .revert : .none
  }

  /// Has the second slot's image take over at the next reset.
  mutating func schedule(permanent: Bool) {
    if permanent { write([1], at: address(1, slots[1].size - 24)) }
    if !hasMagic(1) { write(Self.magic, at: address(1, slots[1].size - 16)) }
  }

  mutating func confirm() {
    guard hasMagic(0), !isConfirmed(0) else { return }
    write([1], at: address(0, slots[0].size - 24))
  }

  func image(_ slot: Int) -> SMPImage? {
    guard let start = flash.read(slots[slot].start, count: 4), SMPImage.hasMagic(start),
      let bytes = flash.read(slots[slot].start, count: room(slot))
    else { return nil }
    return SMPImage(bytes)
  }

  // MARK: Boot

  /// The work of MCUboot before it starts an application.
  mutating func boot() {
    if let (swap, pages) = interrupted { return finish(swap, pages: pages) }
    let swap = pending
    guard swap != .none else { return }
    guard let new = image(1), new.isIntact, new.isBootable else {
      // An image that is none never runs, and is not looked at again.
      eraseTrailer(1)
      if swap == .revert { confirm() }
      return
    }
    let size = max(new.size, image(0)?.size ?? 0)
    let pages = min((size + page - 1) / page, min(room(0), room(1)) / page)
    erase(journal, count: page)
    write([swap.rawValue, UInt8(truncatingIfNeeded: pages), UInt8(pages >> 8 & 0xFF)], at: journal)
    write([Self.committed], at: journal &+ 8)
    finish(swap, pages: pages)
  }

  private var interrupted: (Swap, Int)? {
    guard let head = flash.read(journal, count: 9), head[8] == Self.committed,
      let swap = Swap(rawValue: head[0]), swap != .none
    else { return nil }
    let pages = Int(head[1]) | Int(head[2]) << 8
    return pages <= min(room(0), room(1)) / page && 16 + 3 * pages <= page ? (swap, pages) : nil
  }

  private mutating func finish(_ swap: Swap, pages: Int) {
    for index in 0..<(3 * pages) where !flash.isPowerLost {
      let mark = journal &+ 16 &+ UInt32(index)
      guard flash.read(mark, count: 1)?.first != 0 else { continue }
      let offset = index / 3 * page
      switch index % 3 {
      case 0: copy(from: address(0, offset), to: scratch)
      case 1: copy(from: address(1, offset), to: address(0, offset))
      default: copy(from: scratch, to: address(1, offset))
      }
      write([0], at: mark)
    }
    guard !flash.isPowerLost else { return }
    eraseTrailer(0)
    write([1], at: address(0, slots[0].size - 32))
    if swap != .test { write([1], at: address(0, slots[0].size - 24)) }
    write(Self.magic, at: address(0, slots[0].size - 16))
    eraseTrailer(1)
    guard !flash.isPowerLost else { return }
    erase(journal, count: page)
  }

  private mutating func copy(from source: UInt32, to target: UInt32) {
    guard let bytes = flash.read(source, count: page) else { return }
    erase(target, count: page)
    write(bytes, at: target)
  }
}
