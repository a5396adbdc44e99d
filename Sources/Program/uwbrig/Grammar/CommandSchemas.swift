import Boards
import JSONDocuments
import Journal
import Reports
import Rig
import Scenarios

/// The JSON schemas of all documents that the program reads and writes.
enum CommandSchemas {
  private enum Source {
    /// Written by hand, as a file beside this one or of the room that reads such documents.
    case text(String, () -> String)
    /// Read off a type.
    case type(any Document.Type)

    var name: String {
      switch self {
      case .text(let name, _): name
      // `list` for uwbrig.list/1.
      case .type(let type):
        String(type.schema.trimmingPrefix("uwbrig.").prefix { $0 != "/" })
      }
    }
  }

  private static func file(_ name: String, _ bytes: [UInt8]) -> Source {
    .text(name) { String(decoding: bytes, as: UTF8.self) }
  }

  private static var sources: [Source] {
    [.text("events") { SchemaLibrary.events }] + SchemaLibrary.documents.map(Source.type) + [
      .type(CaseListDocument.self), .type(DecodeDocument.self), .type(VirtualDocument.self),
      file("boards", PackageResources.boards_json), .type(ReplayDocument.self),
      .type(RangeRound.self), .type(RangeSummary.self), .type(RangeDifference.self),
      .type(ConsolePacket.self), .type(ConsoleRefusal.self), .type(ConsoleSilence.self),
      file("flash", PackageResources.flash_json),
      file("inspect", PackageResources.inspect_json), file("power", PackageResources.power_json),
      .type(SoakDocument.self), .type(MutateDocument.self), .type(RigCheckDocument.self),
      .type(DoctorDocument.self), .type(UdevCheckDocument.self), .type(UdevRulesDocument.self),
      .type(UdevInstallDocument.self), .type(RigInitDocument.self),
      file("quarantine", PackageResources.quarantine_json),
      file("waivers", PackageResources.waivers_json), .text("rig") { ShippedRigs.schema },
      .text("scenario") { Scenario.schema }, .text("board") { ProfileLibrary.schema },
    ]
  }

  /// The names that `schema` knows, in the order in which they are offered.
  static var names: [String] {
    sources.map(\.name).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// The schema of that name; nil where there is none.
  static func schema(named name: String) throws -> String? {
    let own = sources.filter { $0.name == name }
    if case .text(_, let text)? = own.first { return text() }
    let types = own.compactMap { if case .type(let type) = $0 { type } else { nil } }
    return types.isEmpty ? nil : try DocumentSchema.of(types).indented
  }
}
