/// The board's side of a boot protocol as a pure value, written from what real bootloaders do and not
/// from our programmers.
public protocol Bootloader: Sendable {
  /// The flash that it writes: what was really stored, comparable and lasting over a restart.
  var flash: FlashMemory { get set }
  /// Power comes, or the board is reset into its bootloader. State in memory is lost, flash is not.
  mutating func start() -> [BootloaderAction]
  /// Takes bytes from the line, in pieces of any size.
  mutating func receive(_ bytes: [UInt8]) -> [BootloaderAction]
}

/// Actions of a bootloader, in order.
public enum BootloaderAction: Equatable, Sendable {
  case send([UInt8])
  /// It works for so long before the next action: flash times.
  case busy(microseconds: Int)
  case setRate(Int)
  /// It resets itself: into what answers on this line again (its owner calls `start`), or
  /// into an application that does not know the protocol.
  case restart(intoBootloader: Bool)
}

/// How long flash takes, in microseconds, for `BootloaderAction.busy`.
public struct FlashTimes: Equatable, Sendable {
  /// Erasing one page.
  public var pageErase: Int
  /// Writing one word of four bytes.
  public var wordWrite: Int

  /// Flash that takes no time, for measurements of the protocol alone.
  public static let none = FlashTimes(pageErase: 0, wordWrite: 0)
  /// nRF52 series (product specifications: at most 85 ms a page and 41 µs a word).
  public static let nRF52 = FlashTimes(pageErase: 85_000, wordWrite: 41)

  /// The time that these operations take, saturating.
  public func time(erasing pages: Int, writing bytes: Int) -> Int {
    let erase = max(0, pages).multipliedReportingOverflow(by: max(0, pageErase))
    let write = (max(0, bytes) / 4 + 1).multipliedReportingOverflow(by: max(0, wordWrite))
    guard !erase.overflow, !write.overflow, bytes > 0 || pages > 0 else { return 0 }
    let sum = erase.partialValue.addingReportingOverflow(bytes > 0 ? write.partialValue : 0)
    return sum.overflow ? Int.max : sum.partialValue
  }
}
