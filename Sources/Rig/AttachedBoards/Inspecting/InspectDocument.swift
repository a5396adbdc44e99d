import BootProtocols
public import Inspection
public import JSONDocuments
public import Journal

package struct InspectDocument: Document, Described {
  package static let schema = "uwbrig.inspect/1"
  package static let about = "What `uwbrig inspect --json` prints."
  package static let notes: [String: Note] = [
    "equal": Note("With --diff: how many things both boards say alike.", least: 0),
    "differences": "With --diff: what they do not say alike.",
  ]

  struct Board: Codable, Described {
    static let notes: [String: Note] = ["board": "As it was asked for."]

    var board: String
    var title: String?
    var profile: String?
    var channels: [Channel]
  }

  struct Channel: Codable, Described {
    static let notes: [String: Note] = [
      "place": "A USB path, a serial port or the name of a link.",
      "trouble": "Why there is not more; null where everything was answered.",
      "gatt": "With the channel gatt: the same, typed.",
    ]

    struct Trouble: Codable {
      var message: String
      var advice: String
    }

    var channel: ChannelReport.Channel
    var place: String
    var items: [Item]
    var trouble: Trouble?
    @IfPresent var gatt: GATTReport?

    init(_ report: ChannelReport) {
      channel = report.channel
      place = report.place
      items = report.items.map(Item.init)
      trouble = report.failure.map { Trouble(message: $0.message, advice: $0.advice) }
      gatt = report.gatt
    }
  }

  struct Item: Codable, Sendable, Described {
    static let notes: [String: Note] = [
      "meaning": "What the value says, such as the names of the bits that are set."
    ]

    var name: String
    var value: String
    @IfPresent var unit: String?
    @IfPresent var meaning: String?
    @IfPresent var parts: [Item]?

    init(_ item: InspectedItem) {
      name = item.name
      value = item.value
      unit = item.unit
      meaning = item.meaning
      parts = item.parts.isEmpty ? nil : item.parts.map(Item.init)
    }
  }

  struct Difference: Codable {
    var channel: ChannelReport.Channel
    var name: String
    var first: String?
    var second: String?
  }

  var boards: [Board]
  var equal: Int?
  var differences: [Difference]?

  package init(_ boards: [InspectedBoard], _ comparison: BoardComparison?) {
    self.boards = boards.map {
      Board(
        board: $0.name, title: $0.title, profile: $0.profile,
        channels: $0.channels.map(Channel.init)
      )
    }
    equal = comparison?.equal
    differences = comparison?.differences.map {
      Difference(channel: $0.channel, name: $0.name, first: $0.first, second: $0.second)
    }
  }
}

extension ChannelReport.Channel: DocumentValue {
  /// Its name.
  public var json: JSONValue { .string(name) }

  /// One of the names.
  public static var rule: [JSONValue.Member] {
    let channels = [Self.usb, .jlink, .chip, .gatt] + Firmware.allCases.map(Self.firmware)
    return [.init("enum", .array(channels.map(\.json)))]
  }

  /// The first of them.
  public static var sample: Self { .usb }
}
