package import Reports

/// The files that a run is told to read and to write, as its options name them.
package struct RunFiles: Sendable {
  /// A document of the run, with the option that names its file.
  package struct Place: Sendable {
    package let kind: DocumentWriter.Kind
    package let option: String
    package let path: String?

    package init(kind: DocumentWriter.Kind, option: String, path: String?) {
      self.kind = kind
      self.option = option
      self.path = path
    }
  }

  package var rig: String?
  /// The words of the filter, in which scenarios are named.
  package var filters: [String] = []
  /// The folder of the run; nil for one below `out`.
  package var out: String?
  package var documents: [Place] = []
  /// A further copy of the journal.
  package var events: String?
  package var quarantine: String?
  package var waivers: String?
  package var ledger: String?

  package init(
    rig: String? = nil, filters: [String] = [], out: String? = nil, documents: [Place] = [],
    events: String? = nil, quarantine: String? = nil, waivers: String? = nil, ledger: String? = nil
  ) {
    self.rig = rig
    self.filters = filters
    self.out = out
    self.documents = documents
    self.events = events
    self.quarantine = quarantine
    self.waivers = waivers
    self.ledger = ledger
  }
}
