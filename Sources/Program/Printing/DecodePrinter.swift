package import Dissection
package import JSONDocuments
import Journal
import Links
import Notation
package import Terminal
import WireFormat

package import struct Dissection.Field

/// Prints decoded packets, as text or as one JSON object a line.
package struct DecodePrinter {
  package let decoder: PacketDecoder
  package let checks: Bool
  package let options: any Presentation
  /// True when something did not decode, or differs.
  package private(set) var hasFailed = false
  private var line = 0

  package init(decoder: PacketDecoder, checks: Bool, options: any Presentation) {
    self.decoder = decoder
    self.checks = checks
    self.options = options
  }

  /// Prints a packet of the command line. Throws ``Failure`` where it is no hexadecimal text.
  package mutating func print(argument: String) throws {
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

  package mutating func printLines(of lines: InputLines) {
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
  package mutating func print(heading: String) {
    if !options.json { Output.result(PrintableText.lines(heading)) }
  }

  /// Prints a packet of a capture, as another decoder reads it on the link of this firmware.
  package mutating func print(_ bytes: [UInt8], by decoder: PacketDecoder, on firmware: String?) {
    line += 1
    show(decoder.decode(bytes, on: firmware))
  }

  package mutating func refuse(capture reason: String) {
    line += 1
    refuse(reason, hasLines: false)
  }

  private mutating func print(_ bytes: [UInt8]) { show(decoder.decode(bytes)) }

  private mutating func show(
    _ decoded: (packet: DissectedPacket, kind: PacketDecoder.PacketProtocol)
  ) {
    let packet = decoded.packet
    if packet.error != nil || checks && !packet.reencodes { hasFailed = true }
    if options.json {
      DecodeDocument(packet, line: line, as: decoded.kind).printLine()
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

package struct DecodeDocument: Document, Described {
  package static let schema = "uwbrig.decode/1"
  package static let about = "A line of `uwbrig decode --json`."
  package static let notes: [String: Note] = [
    "line": Note("Counts arguments, or lines of standard input, from 1.", least: 1),
    "hex": Note(pattern: "^([0-9a-f]{2})*$"),
    "reencodes": "Whether encoding the packet again gives the same bytes.",
  ]

  package var line: Int
  package var ok: Bool
  package var error: String?
  @IfPresent package var `protocol`: PacketDecoder.PacketProtocol?
  @IfPresent package var hex: String?
  @IfPresent package var name: String?
  @IfPresent package var summary: String?
  @IfPresent var reencodes: Bool?
  @IfPresent package var fields: [FieldDocument]?
}

extension DecodeDocument {
  package init(_ packet: DissectedPacket, line: Int, as kind: PacketDecoder.PacketProtocol) {
    self.init(
      line: line, ok: packet.error == nil, error: packet.error, protocol: kind,
      hex: Hexadecimal.encode(packet.bytes), name: packet.name, summary: packet.summary,
      reencodes: packet.reencodes, fields: packet.fields.map(FieldDocument.init))
  }
}

/// A field of a packet, its parts in it.
package struct FieldDocument: Codable, Sendable, Described {
  package static let notes: [String: Note] = [
    "number": "The number on the wire.", "offset": Note(least: 0), "length": Note(least: 0),
  ]

  package var name: String
  package var value: String
  @IfPresent package var unit: String?
  @IfPresent package var number: Int64?
  package var offset: Int
  var length: Int
  @IfPresent package var note: String?
  @IfPresent var children: [FieldDocument]?

  package init(_ field: Field) {
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
