import Files
import FirmwareImages
import FoundationEssentials

/// The content of preserved pages, read out before they were erased.
struct PageCopy: Sendable {
  let area: FlashMap.Area
  let bytes: [UInt8]

  /// Whether anything was there, and not the program of firmware with another layout.
  var isSettings: Bool { bytes.contains { $0 != 0xFF } && !area.isProgram(bytes) }

  /// Keeps it in a file of its own, in a folder that is made where there is none and never in the place
  /// of an earlier copy, and says so.
  ///
  /// - Throws: ``FlashError`` `tool`; nothing was written to the board.
  func keep(
    behind serial: String, in folder: String, _ report: (LineSession.Report) -> Void
  ) throws(FlashError) {
    let file = try write("\(serial)-\(area.name)", in: folder)
    let doubt =
      area.isProgram(bytes) ? ", though it looks like program, as of other firmware" : ""
    report(.remark("a copy of \(area.name) is kept in \(file)\(doubt)"))
  }

  /// Writes it; the path of the file.
  private func write(_ name: String, in folder: String) throws(FlashError) -> String {
    let safe = String(name.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" })
    func failed(_ why: String, _ advice: String) -> FlashError {
      FlashError(.tool, why, advice: advice, by: .probe)
    }
    var place = ""
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      for number in 1...9999 {
        let file = "\(folder)/\(safe)" + (number == 1 ? "" : "-\(number)") + ".bin"
        guard !FileManager.default.fileExists(atPath: file) else { continue }
        place = file
        try Data(bytes).write(to: URL(filePath: file), options: .atomic)
        return file
      }
    } catch {
      throw failed(
        "the copy of \(area.name) cannot be kept in \(place.isEmpty ? folder : place): "
          + FileReason.reason(of: error), "Fix that, or give another folder: --backup DIR.")
    }
    throw failed("\(folder) is full of copies of \(safe)", "Move them away.")
  }
}
