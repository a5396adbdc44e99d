public import Boards
public import FirmwareImages
public import Flashing
import Notation
import WireFormat

extension RigBoard {
  /// The board as a flash sees it.
  public func flashTarget(_ profiles: ProfileLibrary) -> FlashTarget {
    FlashTarget(
      name: name, firmware: firmware, link: link,
      profile: profile.flatMap(profiles.profile(named:)), probe: probe, rate: part?.rate)
  }
}

extension RigBoard.Image {
  /// The image, read, and compared with the digest where there is one.
  ///
  /// - Throws: ``FlashError`` `image`.
  public func read() throws(FlashError) -> FirmwareImage {
    let image = try ImageFile.read(file)
    let digest = Hexadecimal.encode(image.fileDigest)
    guard let expected = sha256, expected != digest else { return image }
    throw FlashError(
      .image,
      "\(PrintableText.escaped(file)) is not the image that is meant: its SHA-256 is \(digest), not "
        + expected,
      advice: "Take the right file, or change the digest.")
  }
}
