package import Errors
import Files
import FoundationEssentials
import Journal
import RunStore
package import WireFormat

/// Reads a capture from a file, item by item, in memory that does not grow with it.
package struct CaptureFile: ~Copyable {
  private static let piece = 1 << 16

  private let path: String
  private let file: SystemFile
  private var reader = PcapngReader()
  private var reachedEnd = false

  package init(path: String) throws(RigError) {
    self.path = path
    if let obstacle = InputFile.obstacle(path) {
      throw RigError(
        failingTo: .readCapture, path, reason: "it is \(obstacle), not a file",
        advice: "Name a capture that is written to its end")
    }
    do {
      file = try SystemFile(reading: path)
    } catch {
      throw Self.failure(path, error)
    }
  }

  /// The next item; `nil` at the end of the file.
  ///
  /// - Throws: ``RigError`` when the file cannot be read, or is no sound capture: then the reason
  ///   names the byte. What came before stays good.
  package mutating func next() throws(RigError) -> CaptureItem? {
    while true {
      do throws(WireError) {
        if let item = try reader.next() { return item }
        if reachedEnd {
          try reader.finish()
          return nil
        }
      } catch {
        throw RigError(
          failingTo: .readCapture, path, reason: error.description,
          advice: "Name a pcapng file that was written to its end")
      }
      do {
        let bytes = try file.read(upTo: Self.piece)
        reachedEnd = bytes.isEmpty
        reader.feed(bytes)
      } catch {
        throw Self.failure(path, error)
      }
    }
  }

  private static func failure(_ path: String, _ cause: any Error) -> RigError {
    let error = RigError(failingTo: .readCapture, path, cause: cause)
    return RigError(
      failingTo: error.code, path, reason: error.reason, advice: "Name a capture that you may read")
  }
}

extension RigError.Code {
  /// A capture cannot be read.
  static let readCapture = Self("read the capture")
}
