import Files
public import FirmwareImages
import FoundationEssentials
import Glibc
import Journal
import Notation

/// The file of an image. It is looked at before it is opened: what is no plain file may keep a
/// reader waiting for ever.
public enum ImageFile {
  /// Looks whether a path leads to a file with something in it; nothing is opened.
  ///
  /// - Throws: ``FlashError`` `image`.
  public static func check(_ path: String) throws(FlashError) {
    guard !path.isEmpty else { throw failed("the name of the image is empty") }
    let shown = PrintableText.escaped(path)
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      throw failed("\(shown): the image cannot be read: \(FileReason.reason(ofNumber: errno))")
    }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    if let obstacle = isFolder ? "a folder" : InputFile.obstacle(path) {
      throw failed("\(shown): the image cannot be read: it is \(obstacle), not a file")
    }
    // The files of /proc have no size, and some of them wait until there is something to read.
    guard status.st_size > 0 || status.st_mode & S_IFMT != S_IFREG else {
      throw failed("\(shown): the image cannot be read: it is empty")
    }
  }

  private static func failed(_ message: String) -> FlashError {
    FlashError(.image, message, advice: "Give the path of an image.")
  }

  /// The most bytes of a file that is taken for an image.
  public static let largest = 64 << 20

  /// Reads the file of an image.
  ///
  /// - Throws: ``FlashError`` `image` where it cannot be read or is no image.
  public static func read(
    _ path: String, base: UInt32? = nil
  ) throws(FlashError) -> FirmwareImage {
    try check(path)
    let shown = PrintableText.escaped(path)
    let bytes: [UInt8]
    do { bytes = try SystemFile(reading: path).read(upTo: largest + 1) } catch {
      throw failed("\(shown): the image cannot be read: \(FileReason.reason(of: error))")
    }
    guard bytes.count <= largest else {
      throw failed("\(shown) has more than 64 MiB: that is no image for a kit")
    }
    let image: FirmwareImage
    do throws(ImageError) {
      image = try FirmwareImage(
        bytes: bytes, named: URL(filePath: path).lastPathComponent, base: base)
    } catch { throw failed("\(shown): \(error)") }
    guard base == nil || image.format.takesBase else {
      throw failed(
        "\(shown) is \(image.format.name), which says itself where it goes: leave --base out")
    }
    return image
  }
}
