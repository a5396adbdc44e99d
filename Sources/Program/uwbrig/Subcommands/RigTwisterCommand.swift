import ArgumentParser
import Boards
import Files
import FoundationEssentials
import Journal
import Links
import Notation
import RigFile
import Terminal

/// `rig twister`: the hardware map of Zephyr's twister, from and to a rig file.
struct RigTwisterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "twister",
    abstract: "Writes a rig file from twister's hardware map, or the map from a rig file.",
    discussion: """
      Which way is seen from the file: a hardware map is a list, a rig file is none. Neither way loses \
      anything: what a rig has no word for is kept below its key twister, what twister has no word for \
      in the notes of the map. Comments are lost. Boards are named by their serial numbers and not by \
      the numbers of their serial ports, so that no other board is opened or flashed in their place. What \
      speaks on them is not in a map: fill in firmware.
      """)

  @Argument(help: ArgumentHelp("A hardware map, or a rig file.", valueName: "file"))
  var file: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; one that exists is not overwritten. Default: standard output.",
      valueName: "file"))
  var out: String?

  @OptionGroup var profiles: ProfileOptions
  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let text = try read()
    let names = try profiles.library().profiles.map(\.name)
    let inventory = USBTree.system.snapshot()
    var map = TwisterMap(
      TwisterMap.Surroundings(
        interface: { serial, path in inventory.interface(serial, path) },
        path: { serial, interface in
          (try? inventory.device(.serial(serial)).terminal(interface: interface))?.path
        }, profiles: names))
    let written: String
    if TwisterMap.isMap(text) {
      written = try map.rig(of: text, file: file)
      // What was written has to be a rig.
      _ = try RigFile.parse(written, file: out ?? file, directory: "")
    } else {
      written = map.map(of: try RigFile.load(file))
    }
    guard let out else {
      Output.result(String(written.dropLast()))
      return tell(map)
    }
    do {
      try Data(written.utf8).write(to: URL(filePath: out), options: .withoutOverwriting)
    } catch {
      throw Failure(
        .usage,
        "--out: \(PrintableText.quoted(out)) "
          + (FileManager.default.fileExists(atPath: out)
            ? "is there already: name another file, or remove it"
            : "cannot be written: \(FileReason.reason(of: error))"))
    }
    tell(map)
  }

  private func tell(_ map: TwisterMap) {
    for remark in map.remarks { common.remark("Note: \(PrintableText.escaped(remark))") }
  }

  private func read() throws -> String {
    guard let bytes = try? Data(contentsOf: URL(filePath: file)) else {
      throw Failure(.usage, "\(PrintableText.escaped(file)): there is no such file")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension USBInventory {
  /// The number of the interface whose terminal a path leads to; nil where the device is not here.
  fileprivate func interface(_ serial: String, _ path: String) -> Int? {
    guard let device = try? device(.serial(serial)) else { return nil }
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    return device.interfaces.first { interface in
      interface.terminals.contains { $0.path == target || $0.path == path }
    }?.number
  }
}
