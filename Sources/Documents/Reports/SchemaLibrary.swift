package import JSONDocuments
import Journal
import RunStore

/// The documents that a run leaves behind and that `report` prints, by the names that `uwbrig schema`
/// takes.
package enum SchemaLibrary {
  /// The documents, in the order in which their schemas are offered.
  package static let documents: [any Document.Type] = [
    RunRecord.self, RunResult.self, CaseDocument.self, ReportDocument.self, RunListDocument.self,
    ComparisonDocument.self, FlakesDocument.self, PruneDocument.self,
  ]
}
