import Boards
import FoundationEssentials
import Glibc
import Links
import Notation

/// The drive of a UF2 bootloader: what it says of itself, and whether it is still the same.
struct UF2Volume: Equatable, Sendable {
  let path: String
  /// What the bootloader calls the board: `Model:` of its `INFO_UF2.TXT`; fit for a terminal.
  let model: String
  /// Which board it is: `Board-ID:` of the same file; fit for a terminal.
  let board: String
  /// The first line: the bootloader's name and version; fit for a terminal.
  let bootloader: String
  /// The file system that it was when it was found.
  let device: UInt64
  private let information: [UInt8]

  private static let mostInformation = 8192

  /// Reads what the drive at a path says of itself.
  ///
  /// - Throws: ``FlashError`` for a folder that is no drive of a UF2 bootloader.
  init(at path: String) throws(FlashError) {
    let shown = PrintableText.escaped(path)
    guard let device = Self.device(of: path) else {
      throw FlashError(
        .line, "\(shown) is not there", advice: "Is the drive mounted?")
    }
    let contents = SystemFiles.bytes(path + "/INFO_UF2.TXT", limit: Self.mostInformation)
    guard let contents, !contents.isEmpty else {
      throw FlashError(
        .refused, "\(shown) is no drive of a UF2 bootloader: it has no INFO_UF2.TXT",
        advice: "Nothing was written to it. Bring the board into its bootloader: often by pressing "
          + "its reset button twice.")
    }
    let text = String(decoding: contents, as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    guard let first = lines.first, first.hasPrefix("UF2 Bootloader") else {
      throw FlashError(
        .refused, "the INFO_UF2.TXT of \(shown) is not that of a UF2 bootloader",
        advice: "Nothing was written to it.")
    }
    func value(_ key: String) -> String {
      let line = lines.first { $0.hasPrefix(key + ":") } ?? ""
      let text = line.dropFirst(key.count + 1).drop { $0 == " " }
      return PrintableText.escaped(String(text), limit: 80)
    }
    self.path = path
    self.device = device
    information = contents
    bootloader = PrintableText.escaped(first, limit: 80)
    model = value("Model")
    board = value("Board-ID")
  }

  /// Whether the same drive is still there.
  var isThere: Bool {
    Self.device(of: path) == device
      && SystemFiles.bytes(path + "/INFO_UF2.TXT", limit: Self.mostInformation) == information
  }

  private static func device(of path: String) -> UInt64? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return UInt64(status.st_dev)
  }
}

/// A file on a drive that may vanish while it is written.
@safe
struct VolumeFile: ~Copyable {
  private let descriptor: Int32
  /// The failure in words; empty while there is none.
  private(set) var failure = ""

  init?(_ path: String) {
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Writes a piece and waits until the drive has it; how many bytes the system took.
  mutating func write(_ bytes: [UInt8]) -> Int {
    var done = 0
    while done < bytes.count {
      let rest = Array(bytes[done...])
      let count = unsafe Glibc.write(descriptor, rest, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        failure = SystemError.description(errno)
        return done
      }
      done += count
    }
    if fsync(descriptor) != 0, errno != EINVAL { failure = SystemError.description(errno) }
    return done
  }
}
