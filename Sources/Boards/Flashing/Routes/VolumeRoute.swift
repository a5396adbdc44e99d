import Boards
import BootProtocols
import FirmwareImages
import LabRuntime
import Notation

/// By a copy to the drive of a UF2 bootloader.
extension VolumePlan: FlashRoute {
  static let methods: [FlashMethod] = [.uf2]

  init(
    _ image: FirmwareImage, to target: FlashTarget, by methods: [FlashMethod],
    _ request: FlashRequest
  ) throws(FlashError) {
    try self.init(image, family: target.chip?.uf2Family, volume: request.volume)
  }

  var method: FlashMethod { .uf2 }
  var title: String { "UF2 by copy" }
  func takes(_ option: FlashRequest.Option) -> Bool { option == .entry || option == .volume }

  func perform(
    on board: OpenTarget, _ report: (Int, LineSession.Report) -> Void
  ) async throws(FlashError) -> FlashOutcome {
    let drive = try await drive(of: board) { report(0, $0) }
    try await perform(board.lab, to: drive) { report(0, $0) }
    return FlashOutcome(isWritten: true, isProved: false)
  }

  /// The bootloader's drive: the one that was asked for, or that of the board's own USB device.
  private func drive(
    of board: OpenTarget, _ report: (LineSession.Report) -> Void
  ) async throws(FlashError) -> UF2Volume {
    let hasDevice = board.board.identifiedPort != nil
    // Where the board has an identity, the drive has to be its own, whatever path was given.
    let device = hasDevice ? try await board.device(report) : nil
    if !hasDevice, board.isEntered { _ = try await board.entrance.line(report) }
    let end = board.lab.now.advanced(by: .seconds(20))
    while true {
      do throws(FlashError) {
        return try VolumeSearch(device: device, asked: volume).find(.now(), board: board.name)
      } catch {
        guard error.code == .line, board.lab.now < end, device != nil || board.isEntered else {
          throw error
        }
      }
      try await board.lab.pause(.milliseconds(200), "the drive of \(board.name)")
    }
  }
}
