import Foundation
import Journal
public import RunStore
public import WireFormat

/// Reads a capture from a file, item by item, in memory that does not grow with it.
public struct CaptureFile: ~Copyable {
  private static let piece = 1 << 16

  private let path: String
  private let file: FileHandle
  private var reader = PcapngReader()
  private var reachedEnd = false

  /// Opens a file.
  public init(path: String) throws(RunStoreError) {
    self.path = path
    if let obstacle = InputFile.obstacle(path) {
      throw RunStoreError(
        .readCapture, path: path, reason: "it is \(obstacle), not a file",
        advice: "name a capture that is written to its end")
    }
    do {
      file = try FileHandle(forReadingFrom: URL(filePath: path))
    } catch {
      throw Self.failure(path, error)
    }
  }

  deinit { try? file.close() }

  /// The next item; `nil` at the end of the file.
  ///
  /// - Throws: ``RunStoreError`` when the file cannot be read, or is no sound capture: then the reason
  ///   names the byte. What came before stays good.
  public mutating func next() throws(RunStoreError) -> CaptureItem? {
    while true {
      do throws(WireError) {
        if let item = try reader.next() { return item }
        if reachedEnd {
          try reader.finish()
          return nil
        }
      } catch {
        throw RunStoreError(
          .readCapture, path: path, reason: error.description,
          advice: "name a pcapng file that was written to its end")
      }
      do {
        let bytes = try file.read(upToCount: Self.piece) ?? Data()
        reachedEnd = bytes.isEmpty
        reader.feed([UInt8](bytes))
      } catch {
        throw Self.failure(path, error)
      }
    }
  }

  private static func failure(_ path: String, _ cause: any Error) -> RunStoreError {
    let error = RunStoreError(.readCapture, path: path, cause: cause)
    return RunStoreError(
      error.code, path: path, reason: error.reason, advice: "name a capture that you may read")
  }
}

extension RunStoreError.Code {
  /// A capture cannot be read.
  public static let readCapture = RunStoreError.Code("read the capture")
}
