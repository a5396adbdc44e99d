import ArgumentParser
import Boards
import Files
import FoundationEssentials
import JSONDocuments
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
      The file decides the direction: a hardware map is a YAML list, a rig file is a mapping. Nothing but \
      comments is lost: what has no key in a rig file is kept below its key `twister`, what has no key in a \
      map in its notes. Boards are addressed by their serial numbers, not by ttyACM numbers, so that no \
      other board is opened or flashed in their place. A map does not name the firmware: fill it in.
      """)

  @Argument(
    help: ArgumentHelp("A hardware map, or a rig file.", valueName: "file"),
    completion: Completions.yaml)
  var file: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; an existing file is not overwritten. (default: standard output)",
      valueName: "file"), completion: Completions.yaml)
  var out: String?

  @OptionGroup var profiles: ProfileOptions
  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let text = try read()
    let names = try profiles.library().profiles.map(\.name)
    let inventory = USBTree.system.snapshot()
    var map = TwisterMap(
      interface: { serial, path in inventory.interface(serial, path) },
      path: { serial, interface in
        (try? inventory.device(.serial(serial)).terminal(interface: interface))?.path
      }, profiles: names)
    let written: String
    if TwisterMap.isMap(text) {
      written = try map.rig(of: text, file: file)
      // What was written has to be a rig.
      _ = try RigFile.parse(written, file: out ?? file, directory: "")
    } else {
      written = map.map(of: try RigFile.load(file))
    }
    if let out {
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
    }
    if common.json {
      RigTwisterDocument(file: out, text: written).print()
    } else if out == nil {
      Output.result(String(written.dropLast()))
    }
    for remark in map.remarks { common.remark("Note: \(PrintableText.escaped(remark))") }
  }

  private func read() throws -> String {
    guard let bytes = try? Data(contentsOf: URL(filePath: file)) else {
      throw Failure(.usage, "\(PrintableText.escaped(file)): there is no such file")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

struct RigTwisterDocument: Document {
  static let schema = "uwbrig.rig-twister/1"
  static let about = "What `uwbrig rig twister --json` prints."

  /// The file that was written; nil where there is none.
  var file: String?
  /// The rig file or hardware map, as YAML.
  var text: String
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
