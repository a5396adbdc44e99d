import ArgumentParser
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
    abstract: "Prints a Lua script by which Wireshark shows the messages of accessories.",
    discussion: """
      Copy it into the folder that Wireshark's Help > About Wireshark > Folders calls "Lua Plugins". \
      It shows the accessory protocol and Ranging OOB in the captures of a run, field by field. UCI \
      packets are shown by Wireshark 4.4 and later itself.
      """)

  @OptionGroup var common: CommonOptions

  mutating func run() throws { Output.result(WiresharkScript.text) }
}
