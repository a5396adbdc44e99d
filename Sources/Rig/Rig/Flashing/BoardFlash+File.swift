public import Boards
public import BootProtocols
public import FirmwareImages
public import Flashing
import Foundation
import Notation
import WireFormat

extension BoardFlash {
  /// The most bytes of a file that is taken for an image.
  public static let largestFile = 64 << 20

  /// Reads the file of an image.
  ///
  /// - Throws: ``FlashError`` `image` where it cannot be read or is no image.
  public static func image(
    at path: String, base: UInt32? = nil
  ) throws(FlashError) -> FirmwareImage {
    func failed(_ message: String) -> FlashError {
      FlashError(.image, message, advice: "Give the path of an image.", imageTouched: false)
    }
    try ImageFile.check(path)
    let shown = PrintableText.escaped(path)
    var bytes: [UInt8] = []
    do {
      let handle = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? handle.close() }
      bytes = Array(try handle.read(upToCount: largestFile + 1) ?? Data())
    } catch {
      throw failed("\(shown): the image cannot be read: \(FileReason.words(error))")
    }
    guard bytes.count <= largestFile else {
      throw failed("\(shown) has more than 64 MiB: that is no image for a kit")
    }
    let image: FirmwareImage
    do throws(ImageError) {
      image = try FirmwareImage(
        bytes: bytes, named: URL(filePath: path).lastPathComponent,
        options: FirmwareImage.Options(base: base))
    } catch { throw failed("\(shown): \(error)") }
    guard base == nil || image.format.takesBase else {
      throw failed(
        "\(shown) is \(image.format.name), which says itself where it goes: leave --base out")
    }
    return image
  }

  /// The image that a file asks for: read, and compared with the digest where there is one.
  ///
  /// - Throws: ``FlashError`` `image`.
  public static func image(_ wanted: RigBoard.Image) throws(FlashError) -> FirmwareImage {
    let image = try image(at: wanted.file)
    let digest = Hexadecimal.encode(image.fileDigest)
    guard let expected = wanted.sha256, expected != digest else { return image }
    throw FlashError(
      .image,
      "\(PrintableText.escaped(wanted.file)) is not the image that is meant: its SHA-256 is "
        + "\(digest), not \(expected)",
      advice: "Take the right file, or change the digest.", imageTouched: false)
  }

  /// The words of all methods.
  public static var methodNames: [String] { supported.map(\.rawValue) }

  /// The method of a word in a file; nil leaves it to the board.
  ///
  /// - Throws: ``FlashError`` `image` for a word that is none, with the nearest that is.
  public static func method(named name: String) throws(FlashError) -> FlashMethod? {
    if name == "auto" { return nil }
    if let method = FlashMethod(rawValue: name), supported.contains(method) { return method }
    let names = ["auto"] + methodNames
    let hint = NearestName.nearest(to: name, among: names).map { "; did you mean \"\($0)\"?" }
    throw FlashError(
      .image,
      "method: found \(PrintableText.quoted(name, limit: 60)), allowed "
        + names.joined(separator: ", ") + (hint ?? ""), advice: "Correct it.", imageTouched: false)
  }

  /// The board profiles that are built in, and the user's own from their usual place.
  ///
  /// Throws `DocumentErrors` with every fault.
  public static func profiles() throws -> ProfileLibrary {
    let own = ProfileLibrary.userDirectory(ProcessInfo.processInfo.environment)
    return try ProfileLibrary.load(directories: own.map { [$0] } ?? [])
  }
}

extension FirmwareImage.Format {
  /// Whether somebody else has to say where the first byte goes.
  fileprivate var takesBase: Bool {
    switch self {
    case .binary, .mcuboot, .esp: true
    case .intelHex, .elf, .uf2, .dfuPackage, .dfuSe: false
    }
  }
}
