import ArgumentParser
import Journal

/// A verb that the grammar knows and this build does not have.
protocol UnbuiltVerb: ParsableCommand {
  /// The verb with those above it.
  static var words: String { get }
}

extension UnbuiltVerb {
  mutating func run() throws { throw Failure.notAvailable(Self.words) }

  fileprivate static func described(_ abstract: String) -> CommandConfiguration {
    CommandConfiguration(
      commandName: words.split(separator: " ").last.map(String.init),
      abstract: abstract, discussion: "Not available in this build.")
  }
}

/// The arguments of a verb that is not built: whatever is written, the answer is the same.
struct UnbuiltArguments: ParsableArguments {
  @OptionGroup var common: CommonOptions

  @Option(help: ArgumentHelp("The rig file.", valueName: "file"))
  var rig: String?

  @Argument(parsing: .allUnrecognized, help: "What the verb is about.")
  var arguments: [String] = []
}

struct ExportVerb: UnbuiltVerb {
  static let words = "export"
  static let configuration = described("Offers the boards of this computer to others.")
  @OptionGroup var given: UnbuiltArguments
}
