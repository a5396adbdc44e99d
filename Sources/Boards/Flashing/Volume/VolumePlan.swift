import BootProtocols
import Errors
import FirmwareImages
import LabRuntime
import Notation
import WireFormat

/// What is going to be copied to the drive of a UF2 bootloader, before anything is touched.
struct VolumePlan: Sendable {
  let image: FirmwareImage
  /// Where the drive is mounted; nil for where the board's identity leads to.
  let volume: String?
  private let file: [UInt8]

  var bytes: Int { file.count }

  /// How long a drive may stay after the last byte before it counts as one that does not take the
  /// image, and how often it is looked at.
  private static let patience = (all: Duration.seconds(30), step: Duration.milliseconds(100))
  private static let piece = 16 << 10

  /// Plans to copy an image; what is no UF2 file is made one.
  ///
  /// - Parameter family: the chip's family, where it is known: a UF2 file needs it.
  /// - Parameter volume: where the drive is mounted; nil for where the board's identity leads to.
  /// - Throws: ``FlashError`` `image`.
  init(_ image: FirmwareImage, family: UInt32?, volume: String? = nil) throws(FlashError) {
    self.volume = volume
    self.image = image
    func unsuitable(_ why: String, _ advice: String) -> FlashError {
      FlashError(
        .image, "\(image.name) (\(image.format.name)) cannot be copied to a UF2 drive: \(why)",
        advice: advice)
    }
    var family = family
    if case .uf2(let file) = image.detail, file.families.count == 1 {
      family = file.families[0].identifier ?? family
    }
    guard !image.contents.isEmpty else {
      throw unsuitable("there is nothing in it for one chip", "Give the UF2 file of this board.")
    }
    guard !image.baseIsAssumed else {
      throw unsuitable("the file does not say where it goes", "Give the address: --base 0x26000.")
    }
    if let outside = image.contents.segments.first(where: {
      $0.range.upperBound > LoaderReach.endOfMemories
    }) {
      throw unsuitable(
        "0x\(String(outside.address, radix: 16)) is in no memory of any chip",
        "Check the base address, and that the file is whole.")
    }
    guard let family else {
      throw unsuitable(
        "which family the chip is of is not known",
        "Give a UF2 file, which says it, or the board a profile in the rig file.")
    }
    do throws(ImageError) { file = try UF2File.bytes(of: image.contents, family: family) } catch {
      throw unsuitable(error.description, "Give the UF2 file of the build.")
    }
  }

  /// Copies the file to a drive that was found by the board's identity, and waits until the
  /// bootloader has left with it.
  ///
  /// - Throws: ``FlashError``; `verify` when the drive stays.
  func perform(
    _ lab: Lab, to volume: UF2Volume, report: (LineSession.Report) -> Void
  ) async throws(FlashError) {
    let told = [volume.bootloader, volume.model, volume.board].filter { !$0.isEmpty }
    report(.note(told.joined(separator: ", ")))
    guard volume.isThere else {
      throw FlashError(
        .line, "the drive at \(PrintableText.escaped(volume.path)) is another one now",
        advice: "Nothing was written to it. Flash again.")
    }
    let written = try await copy(lab, volume, report)
    let end = lab.now.advanced(by: Self.patience.all)
    while volume.isThere {
      guard lab.now < end else {
        throw FlashError(
          .verification,
          "the bootloader has the whole file and does not leave: it does not take the image",
          advice: "Is it for this board (\(volume.board.isEmpty ? volume.model : volume.board))?",
          imageTouched: true)
      }
      try await lab.pause(
        Self.patience.step, "the bootloader to leave with the image", isTouched: true)
    }
    guard written == file.count else {
      throw FlashError(
        .line, "the drive went after \(written) of \(file.count) bytes",
        advice: "Connect the board, and flash again.", imageTouched: written > 0)
    }
    report(.note("the bootloader has left with the image"))
  }

  private func copy(
    _ lab: Lab, _ volume: UF2Volume, _ report: (LineSession.Report) -> Void
  ) async throws(FlashError) -> Int {
    guard var target = VolumeFile(volume.path + "/FLASH.UF2") else {
      throw FlashError(
        .line, "no file can be made on the drive at \(PrintableText.escaped(volume.path))",
        advice: "May you write to it, and is it not mounted read-only?")
    }
    var done = 0
    report(.progress(BootProgress(phase: "write", done: 0, total: file.count)))
    while done < file.count {
      if Task.isCancelled { throw FlashError.interrupted(done > 0) }
      let end = min(done + Self.piece, file.count)
      let count = target.write(Array(file[done..<end]))
      done += count
      guard count == Self.piece || done == file.count else { break }
      // A bootloader leaves with the last block, and the system then says that it could not write
      // it.
      if !target.failure.isEmpty, done < file.count { break }
      report(.progress(BootProgress(phase: "write", done: done, total: file.count)))
      // Other tasks run between two blocking writes.
      try await lab.pause(.microseconds(100), "the next piece for a drive", isTouched: done > 0)
    }
    if done < file.count, volume.isThere {
      throw FlashError(
        .line, "the drive took \(done) of \(file.count) bytes: \(target.failure)",
        advice: "Flash again.", imageTouched: done > 0)
    }
    return done
  }
}
