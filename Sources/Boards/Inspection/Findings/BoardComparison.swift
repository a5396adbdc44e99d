/// The differences between two boards, channel by channel.
public struct BoardComparison: Sendable, Equatable {
  /// One thing that is not the same.
  public struct Difference: Sendable, Equatable {
    /// The channel on which it is said.
    public var channel: ChannelReport.Channel
    /// What it is, its parts behind dots: `vendor_info.fw_major`.
    public var name: String
    /// The first board's value; nil where it gives none.
    public var first: String?
    /// The second board's value; nil where it gives none.
    public var second: String?
  }

  /// The differences, in the order of the first board.
  public let differences: [Difference]
  /// How many things are the same.
  public let equal: Int

  /// Two boards. The places of the channels do not count: two boards hang on two ports.
  public init(_ first: [ChannelReport], _ second: [ChannelReport]) {
    let left = Self.lines(of: first)
    let right = Self.lines(of: second)
    var differences: [Difference] = []
    var equal = 0
    for line in left {
      let other = right.first { $0.key == line.key }
      if let other, other.text == line.text {
        equal += 1
      } else {
        differences.append(
          Difference(
            channel: line.key.channel, name: line.key.name, first: line.text, second: other?.text))
      }
    }
    for line in right where !left.contains(where: { $0.key == line.key }) {
      differences.append(
        Difference(
          channel: line.key.channel, name: line.key.name, first: nil, second: line.text))
    }
    self.differences = differences
    self.equal = equal
  }

  private struct Key: Hashable {
    var channel: ChannelReport.Channel
    /// Which of the channels of one kind it is, from 0.
    var number: Int
    var name: String
  }

  private static func lines(of reports: [ChannelReport]) -> [(key: Key, text: String)] {
    var lines: [(key: Key, text: String)] = []
    var seen: [ChannelReport.Channel: Int] = [:]
    for report in reports {
      let number = seen[report.channel, default: 0]
      seen[report.channel] = number + 1
      func add(_ name: String, _ text: String) {
        lines.append((Key(channel: report.channel, number: number, name: name), text))
      }
      func add(_ items: [InspectedItem], below path: String) {
        // Of several of one name the later ones have a number.
        var names: [String: Int] = [:]
        for item in items {
          let count = names[item.name, default: 0] + 1
          names[item.name] = count
          let name = path + item.name + (count > 1 ? "#\(count)" : "")
          if !item.text.isEmpty { add(name, item.text) }
          add(item.parts, below: name + ".")
        }
      }
      add(report.items, below: "")
      if let failure = report.failure { add("trouble", failure.message) }
    }
    return lines
  }
}
