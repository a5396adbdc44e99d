import Journal
package import RunStore

/// Makes documents from a report and writes them, each once however many places it goes to.
package struct DocumentWriter {
  /// Documents by the names of their files.
  package enum Kind: String, CaseIterable {
    case junit = "junit.xml"
    case ctrf = "ctrf.json"
    case tap = "results.tap"
    case html = "report.html"
  }

  private let report: RunReport
  private let record: RunRecord?
  private let background: HTMLDocument.Background
  private let complain: (String) -> Void
  package private(set) var isWhole = true
  package private(set) var written: [String] = []

  /// - Parameter complain: told what could not be written.
  package init(
    _ report: RunReport, record: RunRecord?, background: HTMLDocument.Background,
    complain: @escaping (String) -> Void
  ) {
    self.background = background
    self.complain = complain
    self.report = report
    self.record = record
  }

  /// Writes a document to the places; says so where it cannot.
  package mutating func write(_ kind: Kind, to places: [String]) {
    guard !places.isEmpty else { return }
    let made = Result { try make(kind) }
    guard attempt({ _ = try made.get() }), let bytes = try? made.get() else { return }
    for place in places {
      if attempt({ try RunDirectory.write(bytes, to: place) }) { written.append(place) }
    }
  }

  /// Does what may fail; false, and said, where it did.
  @discardableResult
  package mutating func attempt(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch {
      complain("Error: \(error)")
      isWhole = false
      return false
    }
  }

  private func make(_ kind: Kind) throws -> [UInt8] {
    let describe = FrameWords.describer
    return switch kind {
    case .junit: Array(JUnitDocument(report, record: record, describe: describe).render().utf8)
    case .ctrf: Array(CTRFDocument(report, record: record).json.indented.utf8)
    case .tap: Array(TAPDocument(report).render().utf8)
    case .html:
      Array(
        try HTMLDocument(
          report, record: record, background: background, describe: describe,
          round: FrameWords.round
        ).render().utf8)
    }
  }
}
