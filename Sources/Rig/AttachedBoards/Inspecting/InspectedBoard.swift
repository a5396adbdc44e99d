import Boards
package import Inspection
import Journal

/// A board with all that it says of itself.
package struct InspectedBoard: Sendable {
  package var name: String
  package var title: String?
  package var profile: String?
  package var channels: [ChannelReport] = []
  /// Whether a channel did not answer that ought to.
  package var isSilent = false

  /// Takes a report; `isExpected` where its failure is the board's, and not just less to be known.
  mutating func add(_ report: ChannelReport, isExpected: Bool) {
    channels.append(report)
    if isExpected, report.failure != nil { isSilent = true }
  }

  mutating func take(_ match: BoardMatch) {
    guard let likeliest = match.likeliest else { return }
    switch match.certainty {
    case .certain: (title, profile) = (likeliest.title, likeliest.name)
    case .ambiguous:
      title = match.candidates.prefix(4).map(\.profile.title).joined(separator: ", or ")
    case .mayBe: title = "perhaps \(likeliest.title)"
    }
  }
}
