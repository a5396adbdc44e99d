import Boards
import Inspection
import Journal

/// A board with all that it says of itself.
struct InspectedBoard: Sendable {
  /// What it was called on the command line.
  var name: String
  /// The kind of board, as far as it is known.
  var title: String?
  /// The profile's name.
  var profile: String?
  var channels: [ChannelReport] = []
  /// Whether a channel did not answer that ought to.
  var isSilent = false

  /// Takes a report; `isExpected` where its trouble is the board's, and not just less to be known.
  mutating func add(_ report: ChannelReport, isExpected: Bool) {
    channels.append(report)
    if isExpected, report.trouble != nil { isSilent = true }
  }

  /// What a profile tells of the kind of board.
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

extension InspectedBoard {
  /// The document's part.
  var json: JSONValue {
    .object([
      .init("board", .string(name)), .init("title", title.map { .string($0) } ?? .null),
      .init("profile", profile.map { .string($0) } ?? .null),
      .init("channels", .array(channels.map(\.json))),
    ])
  }
}

extension ChannelReport {
  fileprivate var json: JSONValue {
    .object([
      .init("channel", .string(channel.name)), .init("place", .string(place)),
      .init("items", .array(items.map(\.json))),
      .init(
        "trouble",
        trouble.map {
          .object([.init("message", .string($0.message)), .init("advice", .string($0.advice))])
        } ?? .null),
    ])
  }
}

extension InspectedItem {
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("name", .string(name)), .init("value", .string(value)),
    ]
    if let unit { members.append(.init("unit", .string(unit))) }
    if let meaning { members.append(.init("meaning", .string(meaning))) }
    if !parts.isEmpty { members.append(.init("parts", .array(parts.map(\.json)))) }
    return .object(members)
  }
}
