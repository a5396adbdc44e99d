import Boards
import BootProtocols
import Errors
import FirmwareImages
import LabRuntime

/// A way to flash, decided on for one board and one image. A new way is a type of its own in a file
/// of its own, and an entry of ``BoardFlash/routes``.
protocol FlashRoute: Sendable {
  static var methods: [FlashMethod] { get }
  /// Plans it by the first of the methods; the others are its alternatives. Nothing is opened.
  init(
    _ image: FirmwareImage, to target: FlashTarget, by methods: [FlashMethod],
    _ request: FlashRequest
  ) throws(FlashError)

  var image: FirmwareImage { get }
  var method: FlashMethod { get }
  var title: String { get }
  /// Whether it is done by programs of others or with devices of this computer, which know no virtual
  /// time.
  var needsRealTime: Bool { get }
  /// Whether the bootloader is entered while it is talked to, and not before.
  var entersByItself: Bool { get }
  /// Whether it has a use for an option.
  func takes(_ option: FlashRequest.Option) -> Bool
  /// Findings about the image before the board is touched, errors first.
  func findings(on map: FlashMap) -> [ImageFinding]
  /// The outline for a person.
  ///
  /// - Parameter link: the board's link, fit for a terminal.
  func outline(by link: String) -> FlashOutline
  /// The same with the program that carries it out, where it needs one.
  func readied(_ lab: Lab) async throws(FlashError) -> Self
  /// Carries it out, and verifies where that is asked for.
  func perform(
    on board: OpenTarget, _ report: (Int, LineSession.Report) -> Void
  ) async throws(FlashError) -> FlashOutcome
}

extension FlashRoute {
  var needsRealTime: Bool { true }
  var entersByItself: Bool { false }
  func findings(on map: FlashMap) -> [ImageFinding] {
    image.findings(for: FlashJob(map: map, method: method))
  }
  func readied(_ lab: Lab) async throws(FlashError) -> Self { self }
}

/// How a flash that did not fail ended.
public struct FlashOutcome: Equatable, Sendable {
  /// Whether anything was written; else the board had the image.
  public var isWritten: Bool
  /// Whether it is proved that the board has the image.
  public var isProved: Bool
}

/// The open board of a flash, with its way into the bootloader.
struct OpenTarget {
  let board: any FlashableBoard
  let name: String
  let entry: BootloaderEntry
  /// Whether it has to be brought into its bootloader first.
  let isEntered: Bool
  /// The bootloader's USB device, as the board's profile describes it.
  let part: BoardProfile.Part?

  var lab: Lab { board.lab }

  var entrance: BoardEntrance {
    BoardEntrance(
      lab: lab, source: board.line, port: board.identifiedPort, entry: entry, part: part)
  }

  /// The device in its bootloader, for methods that are no terminal's.
  func device(_ report: (LineSession.Report) -> Void) async throws(FlashError) -> USBDevice {
    isEntered ? try await entrance.device(report) : try entrance.deviceNow()
  }
}

extension Lab {
  func pause(
    _ duration: Duration, _ label: String, isTouched: Bool = false
  ) async throws(FlashError) {
    do throws(RigError) { try await sleep(for: duration, label: label) } catch {
      throw FlashError.interrupted(isTouched)
    }
  }
}
