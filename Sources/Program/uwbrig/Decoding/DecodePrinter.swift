import Dissection
import Journal
import Links
import Notation
import WireFormat

import struct Dissection.Field

/// Prints decoded packets, as text or as one JSON object a line.
struct DecodePrinter {
  /// Names the shape of each line.
  static let schema = "uwbrig.decode/1"

  let decoder: PacketDecoder
  let checks: Bool
  let options: CommonOptions
  /// True when something did not decode, or differs.
  private(set) var hasFailed = false
  private var line = 0

  init(decoder: PacketDecoder, checks: Bool, options: CommonOptions) {
    self.decoder = decoder
    self.checks = checks
    self.options = options
  }

  /// Prints a packet of the command line. Throws ``Failure`` where it is no hexadecimal text.
  mutating func print(argument: String) throws {
    line += 1
    do throws(WireError) {
      print(try Hexadecimal.decode(argument))
    } catch {
      throw Failure(
        .usage,
        "\(PrintableText.quoted(argument, limit: 60)) is no packet: \(error). Write the bytes in "
          + "hexadecimal, such as 20020000")
    }
  }

  /// Prints the packets of all lines.
  mutating func printLines(of lines: InputLines) {
    var lines = lines
    while !Output.isClosed, let next = lines.next() {
      line += 1
      switch next {
      case .tooLong: refuse("a line of more than \(InputLines.longest) bytes")
      case .text(let text):
        let text = text.trimmingPrefix { $0.isWhitespace }
        if text.isEmpty || text.hasPrefix("#") { continue }
        do throws(WireError) {
          print(try Hexadecimal.decode(String(text)))
        } catch { refuse("\(error)") }
      }
    }
  }

  /// Prints a line that says where the next packets stand; nothing in JSON.
  mutating func print(heading: String) {
    if !options.json { Output.result(Output.printable(heading)) }
  }

  /// Prints a packet of a capture, as another decoder reads it.
  mutating func print(_ bytes: [UInt8], by decoder: PacketDecoder) {
    line += 1
    show(bytes, decoder)
  }

  /// Says that a capture is damaged.
  mutating func refuse(capture reason: String) {
    line += 1
    refuse(reason, hasLines: false)
  }

  private mutating func print(_ bytes: [UInt8]) { show(bytes, decoder) }

  private mutating func show(_ bytes: [UInt8], _ decoder: PacketDecoder) {
    let packet = decoder.decode(bytes)
    if packet.error != nil || checks && !packet.reencodes { hasFailed = true }
    if options.json {
      Output.result(String(decoding: json(packet, decoder).encoded, as: UTF8.self))
      return
    }
    // Its texts are printable; escaped once more, nothing is lost.
    var lines = options.quiet ? [packet.summary] : packet.lines
    if checks, !packet.reencodes { lines.append("  check: encoding it again gives other bytes") }
    Output.result(Output.printable(lines.joined(separator: "\n")))
  }

  /// What is no packet: a line of standard input, or the rest of a capture, which names its own place.
  private mutating func refuse(_ reason: String, hasLines: Bool = true) {
    hasFailed = true
    guard options.json else {
      Output.diagnostic("Error: " + (hasLines ? "line \(line): " : "") + reason)
      return
    }
    let document = JSONValue.object([
      .init("schema", .string(Self.schema)), .init("line", .integer(Int64(line))),
      .init("ok", .bool(false)), .init("error", .string(reason)),
    ])
    Output.result(String(decoding: document.encoded, as: UTF8.self))
  }

  private func json(_ packet: DissectedPacket, _ decoder: PacketDecoder) -> JSONValue {
    .object([
      .init("schema", .string(Self.schema)), .init("line", .integer(Int64(line))),
      .init("ok", .bool(packet.error == nil)),
      .init("error", packet.error.map { .string($0) } ?? .null),
      .init("protocol", .string(decoder.packetProtocol.rawValue)),
      .init("hex", .string(Hexadecimal.encode(packet.bytes))),
      .init("name", .string(packet.name)), .init("summary", .string(packet.summary)),
      .init("reencodes", .bool(packet.reencodes)),
      .init("fields", .array(packet.fields.map(Self.json))),
    ])
  }

  /// A field as one object, its parts in it.
  static func json(_ field: Field) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("name", .string(field.name)), .init("value", .string(field.value)),
    ]
    if let unit = field.unit { members.append(.init("unit", .string(unit))) }
    if let number = field.number { members.append(.init("number", .integer(number))) }
    members.append(.init("offset", .integer(Int64(field.offset))))
    members.append(.init("length", .integer(Int64(field.length))))
    if let note = field.note { members.append(.init("note", .string(note))) }
    if !field.children.isEmpty {
      members.append(.init("children", .array(field.children.map(json))))
    }
    return .object(members)
  }
}
