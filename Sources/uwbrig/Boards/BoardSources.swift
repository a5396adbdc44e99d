import Boards

/// Where `boards` has from what devices do not say of themselves.
struct BoardSources: Sendable {
  /// What kinds of devices are.
  var knowledge: any BoardKnowledge = BoardKnowledgeList([DescriptorKnowledge()])
  /// Who has taken a board for a run, in words; nil when nobody has.
  var holder: @Sendable (USBDevice) -> String? = { _ in nil }
  /// What firmware a board was last seen with; nil where it was never asked.
  var firmware: @Sendable (USBDevice) -> String? = { _ in nil }

  /// What this build has.
  static let standard = BoardSources()
}
