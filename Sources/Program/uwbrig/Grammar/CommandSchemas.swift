import AttachedBoards
import Boards
import Calibration
import JSONDocuments
import Journal
import Printing
import Ranging
import Reports
import RigFile
import Runs
import Scenarios
import Settings
import Simulation

/// The JSON schemas of all documents that the program reads and writes.
enum CommandSchemas {
  private enum Source {
    /// Written by hand, of documents that are read and of those without a type.
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

  private static var sources: [Source] {
    let documents: [any Document.Type] =
      SchemaLibrary.documents + [
        BoardsDocument.self, BoardsEventDocument.self, ScanDocument.self, InspectDocument.self,
        FlashDocument.self,
        PowerDocument.self, CaseListDocument.self, DecodeDocument.self, VirtualDocument.self,
        ReplayDocument.self, SharingDocument.self,
        RangeRound.self, RangeSummary.self, RangeDifference.self, ExplainDocument.self,
        AccuracyHistoryDocument.self, CalibrationDocument.self, CalibrationUndoDocument.self,
        CalibrationWorldsDocument.self,
        ConsolePacket.self,
        ConsoleRefusal.self, ConsoleSilence.self, SoakDocument.self, MutateDocument.self,
        RigCheckDocument.self, DoctorDocument.self, UdevCheckDocument.self,
        UdevRulesDocument.self, UdevInstallDocument.self, RigInitDocument.self, ConfigDocument.self,
        FleetListDocument.self, FleetExportDocument.self, FleetBenchesDocument.self,
        FleetClientsDocument.self, ExportWiresharkDocument.self, ViewDocument.self,
        RigTwisterDocument.self,
      ]
    return documents.map(Source.type)
      + Embedded.schemas.map { file in .text(String(file.name.dropLast(5))) { file.text } } + [
        .text("events") { EventSchema.json.indented }, .text("rig") { ShippedRigs.schema },
        .text("scenario") { Scenario.schema }, .text("board") { ProfileLibrary.schema },
        .text("project") { ProjectFile.schema },
      ]
  }

  /// The names that `schema` knows.
  static var names: [String] { Set(sources.map(\.name)).sorted() }

  static func schema(named name: String) throws -> String? {
    let own = sources.filter { $0.name == name }
    if case .text(_, let text)? = own.first { return text() }
    let types = own.compactMap { if case .type(let type) = $0 { type } else { nil } }
    return types.isEmpty ? nil : try DocumentSchema.of(types).indented
  }
}
