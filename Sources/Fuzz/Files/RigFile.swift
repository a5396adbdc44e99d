import Notation
import RigFile

extension FuzzTarget {
  /// The text of rig files.
  static let rigFile = FuzzTarget("RigFile") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    checkRefusals {
      let rig = try RigFile.parse(text, file: "fuzz.yaml", directory: "/rigs")
      expect(!rig.boards.isEmpty, "a rig without boards")
      let names = rig.boards.map(\.name).sorted()
      expect(zip(names, names.dropFirst()).allSatisfy { $0 != $1 }, "a name has two boards")
      for missing in rig.notAvailable { expectPrintable(missing.description, "what is missing") }
    }
  }
}
