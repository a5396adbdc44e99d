import Dissection
import JSONDocuments
import Journal
import Links
import Notation
import WireFormat

import struct Dissection.Field

/// Prints decoded packets, as text or as one JSON object a line.
struct DecodePrinter {
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
    if !options.json { Output.result(PrintableText.lines(heading)) }
  }

  /// Prints a packet of a capture, as another decoder reads it.
  mutating func print(_ bytes: [UInt8], by decoder: PacketDecoder) {
    line += 1
    show(bytes, decoder)
  }

  mutating func refuse(capture reason: String) {
    line += 1
    refuse(reason, hasLines: false)
  }

  private mutating func print(_ bytes: [UInt8]) { show(bytes, decoder) }

  private mutating func show(_ bytes: [UInt8], _ decoder: PacketDecoder) {
    let packet = decoder.decode(bytes)
    if packet.error != nil || checks && !packet.reencodes { hasFailed = true }
    if options.json {
      DecodeDocument(packet, line: line, as: decoder.packetProtocol).printLine()
      return
    }
    // Its texts are printable; escaped once more, nothing is lost.
    var lines = options.quiet ? [packet.summary] : packet.lines
    if checks, !packet.reencodes { lines.append("  check: encoding it again gives other bytes") }
    Output.result(PrintableText.lines(lines.joined(separator: "\n")))
  }

  /// What is no packet: a line of standard input, or the rest of a capture, which names its own place.
  private mutating func refuse(_ reason: String, hasLines: Bool = true) {
    hasFailed = true
    guard options.json else {
      Output.diagnostic("Error: " + (hasLines ? "line \(line): " : "") + reason)
      return
    }
    DecodeDocument(line: line, ok: false, error: reason).printLine()
  }
}

struct DecodeDocument: Document, Described {
  static let schema = "uwbrig.decode/1"
  static let about = "A line of `uwbrig decode --json`."
  static let notes: [String: Note] = [
    "line": Note("Counts arguments, or lines of standard input, from 1.", least: 1),
    "hex": Note(pattern: "^([0-9a-f]{2})*$"),
    "reencodes": "Whether encoding the packet again gives the same bytes.",
  ]

  var line: Int
  var ok: Bool
  var error: String?
  @IfPresent var `protocol`: PacketDecoder.PacketProtocol?
  @IfPresent var hex: String?
  @IfPresent var name: String?
  @IfPresent var summary: String?
  @IfPresent var reencodes: Bool?
  @IfPresent var fields: [FieldDocument]?
}

extension DecodeDocument {
  init(_ packet: DissectedPacket, line: Int, as kind: PacketDecoder.PacketProtocol) {
    self.init(
      line: line, ok: packet.error == nil, error: packet.error, protocol: kind,
      hex: Hexadecimal.encode(packet.bytes), name: packet.name, summary: packet.summary,
      reencodes: packet.reencodes, fields: packet.fields.map(FieldDocument.init))
  }
}

/// A field of a packet, its parts in it.
struct FieldDocument: Codable, Sendable, Described {
  static let notes: [String: Note] = [
    "number": "The number on the wire.", "offset": Note(least: 0), "length": Note(least: 0),
  ]

  var name: String
  var value: String
  @IfPresent var unit: String?
  @IfPresent var number: Int64?
  var offset: Int
  var length: Int
  @IfPresent var note: String?
  @IfPresent var children: [FieldDocument]?

  init(_ field: Field) {
    name = field.name
    value = field.value
    unit = field.unit
    number = field.number
    offset = field.offset
    length = field.length
    note = field.note
    children = field.children.isEmpty ? nil : field.children.map(FieldDocument.init)
  }
}
