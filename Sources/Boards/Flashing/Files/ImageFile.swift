import Glibc
import Journal
import Notation

/// The file of an image, before it is opened: what is no plain file may keep a reader waiting for ever.
public enum ImageFile {
  /// Looks whether a path leads to a file with something in it; nothing is opened.
  ///
  /// - Throws: ``FlashError`` `image`.
  public static func check(_ path: String) throws(FlashError) {
    func failed(_ message: String) -> FlashError {
      FlashError(.image, message, advice: "Give the path of an image.", imageTouched: false)
    }
    guard !path.isEmpty else { throw failed("the name of the image is empty") }
    let shown = PrintableText.escaped(path)
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      throw failed("\(shown): the image cannot be read: \(FileReason.words(ofNumber: errno))")
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
}
