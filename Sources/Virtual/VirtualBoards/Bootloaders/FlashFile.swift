package import BootProtocols
package import Errors
import Files
import FoundationEssentials
import Links
import Notation

/// A file that holds the flash of a virtual board, byte for byte.
package struct FlashFile: Sendable {
  private let path: String
  private let file: SystemFile

  /// Opens the file and puts what it holds into `flash`; makes it where there is none.
  package init(_ path: String, board: String, flash: inout FlashMemory) throws(RigError) {
    self.path = path
    func failed(_ why: String) -> RigError {
      RigError(
        .usage, "board \(board)", reason: "the flash file \(PrintableText.escaped(path)) \(why)")
    }
    let files = FileManager.default
    let size = flash.bytes.count
    if !files.fileExists(atPath: path) {
      guard files.createFile(atPath: path, contents: Data(flash.bytes)) else {
        throw failed("cannot be made: is its folder there, and may you write to it?")
      }
    } else {
      // Looked at before it is read: it may be anything.
      let found = FileStatus.size(of: path) ?? -1
      guard found == size, let contents = files.contents(atPath: path), contents.count == size
      else {
        throw failed(
          "has \(found) bytes, and the board's flash \(size); remove it, or name another")
      }
      flash.load(Array(contents), at: flash.base)
    }
    _ = flash.takeChanges()
    do { file = try SystemFile(updating: path) } catch {
      throw failed("cannot be written: may you write to it?")
    }
  }

  package func store(_ bytes: [UInt8], _ changes: Range<Int>) {
    // A disk that is full shows when the file is compared; the board itself goes on.
    _ = try? file.seek(to: changes.lowerBound)
    try? file.write(Array(bytes[changes]))
  }
}
