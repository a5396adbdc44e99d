import BootProtocols
import FirmwareImages

/// Over USB DFU.
extension DFUPlan: FlashRoute {
  static let methods: [FlashMethod] = [.usbDFU]

  init(
    _ image: FirmwareImage, to target: FlashTarget, by methods: [FlashMethod],
    _ request: FlashRequest
  ) throws(FlashError) {
    try self.init(image, verifies: request.verifies)
  }

  var method: FlashMethod { .usbDFU }
  var title: String { "USB DFU" }
  func takes(_ option: FlashRequest.Option) -> Bool { option == .entry }

  func perform(
    on board: OpenTarget, _ report: (Int, LineSession.Report) -> Void
  ) async throws(FlashError) -> FlashOutcome {
    let connection = try LibUSBDFU(try await board.device { report(0, $0) })
    defer { connection.close() }
    let isProved = isProved(on: connection)
    try await perform(board.lab, on: connection) { report(0, $0) }
    return FlashOutcome(isWritten: true, isProved: isProved)
  }
}
