import Bluetooth
import Boards
public import BootProtocols
import Errors
import FirmwareImages
public import Flashing
import FoundationEssentials
public import Links
public import RigFile

extension BenchBoard: FlashableBoard {
  /// Its line, opened as often as a flash needs it.
  public var line: any LinkSource { BoardLine(board: self) }

  /// The service of a Bluetooth LE device that carries a boot protocol; else its line.
  public func line(for boot: BootProtocol) -> any LinkSource {
    guard let source = session.source as? BLESource, let service = boot.bluetoothService else {
      return line
    }
    return BoardLine(board: self, channel: source.updating(service))
  }

  /// Its port, where it is found by its USB identity.
  public var identifiedPort: (any IdentifiedPort)? { usbPort }

  /// Closes its line, if it is open.
  public func release(reason: String) { session.close(reason: reason) }

  /// Brings the board to an image that a file asks for, unless it has it.
  ///
  /// - Parameter folder: where a relative path of the image begins.
  /// - Throws: ``FlashError``.
  public func flash(
    _ image: RigBoard.Image, from folder: String, report: (LineSession.Report) -> Void
  ) async throws(FlashError) -> FlashOutcome {
    var image = image
    if !image.file.hasPrefix("/"), !folder.isEmpty { image.file = "\(folder)/\(image.file)" }
    let environment = ProcessInfo.processInfo.environment
    var request = FlashRequest()
    request.skipsIfThere = true
    request.method = try .named(image.method)
    request.searchPath = environment["PATH"] ?? ""
    if !folder.isEmpty { request.backupFolder = folder }
    let profiles: ProfileLibrary
    do { profiles = try .usual() } catch {
      throw FlashError(
        .refused, "\(error)", advice: "Correct the profile.")
    }
    let flash = try BoardFlash(try image.read(), to: description.flashTarget(profiles), request)
    if let finding = flash.findings.first(where: { $0.severity == .error }) {
      throw FlashError(.image, finding.sentence, advice: finding.advice)
    }
    return try await flash.perform(on: self) { report($1) }
  }
}

/// A board's own link as a place to open again and again.
private struct BoardLine: LinkSource {
  let board: BenchBoard
  /// Another channel of the board; nil for its own.
  var channel: BLESource?

  var name: String { board.name }

  func open() async throws(RigError) -> any Link { try await board.session.openLine(channel) }
}
