import ArgumentParser
import JSONDocuments
import Reports
import Terminal

/// `export`: what other programs need to know of this one's formats.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes files that other programs read.",
    subcommands: [ExportWiresharkCommand.self])

  @OptionGroup var common: CommonOptions
}

/// `export wireshark`
struct ExportWiresharkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wireshark",
    abstract: "Prints a Lua script with which Wireshark dissects the messages of accessories.",
    discussion: """
      Copy it into the folder that Wireshark's Help > About Wireshark > Folders calls "Lua Plugins". \
      It dissects the accessory protocol and Ranging OOB in the captures of a run, field by field. \
      Wireshark 4.4 and later dissects UCI packets without it.
      """)

  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    guard common.json else { return Output.result(WiresharkScript.text) }
    ExportWiresharkDocument(text: WiresharkScript.text).print()
  }
}

struct ExportWiresharkDocument: Document {
  static let schema = "uwbrig.export-wireshark/1"
  static let about = "What `uwbrig export wireshark --json` prints."

  var file = "uwbrig.lua"
  var text: String
}
