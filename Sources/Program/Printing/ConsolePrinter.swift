import Bench
import BootProtocols
import Console
import Dissection
import JSONDocuments
package import Journal
package import LabRuntime
import Links
import NearbyAccessory
import Notation
import RangingOOB
package import RigFile
import Synchronization
package import Terminal
package import UCI
import WireFormat

import struct Dissection.Field

/// Prints what goes and comes: time, direction, bytes, and what they mean.
package final class ConsolePrinter: ConsoleWatcher {
  private let board: RigBoard
  private let options: any Presentation
  private let isRaw: Bool
  private let learnt: Mutex<UCIDialect>
  /// What was said last, of an accessory for both kinds of phone.
  private let protocols = Mutex(TwoProtocols())

  package init(board: RigBoard, options: any Presentation, isRaw: Bool) {
    self.board = board
    self.options = options
    self.isRaw = isRaw
    learnt = Mutex(board.uciDialect)
  }

  package var dialect: UCIDialect { learnt.withLock { $0 } }

  /// Takes from the board's own word what it speaks, unless the rig file says it.
  package func learn(_ packet: UCIPacket) {
    guard board.dialect == nil, let found = packet.ownDialect(readIn: dialect), found != dialect
    else { return }
    learnt.withLock { $0 = found }
    options.remark("\(board.name) speaks \(found)")
  }

  /// A packet, or bytes that are none.
  package func show(_ bytes: [UInt8], _ direction: Direction, at now: LabInstant) {
    let packet = dissect(bytes, direction)
    if options.json {
      ConsolePacket(
        tUs: now.microseconds, board: board.name, dir: direction, hex: Hexadecimal.encode(bytes),
        name: packet.name, summary: packet.summary, error: packet.error,
        fields: isRaw ? nil : packet.fields.map(FieldDocument.init)
      ).printLine()
      return
    }
    let way = direction == .in ? "\(board.name) →" : "→ \(board.name)"
    let time = Figures.right(Figures.fixed(Double(now.microseconds) / 1e6, 6), 13) + " s"
    var lines = [
      "\(time)  \(Figures.left(way, board.name.count + 2))  \(Hexadecimal.encode(bytes))"
    ]
    if !isRaw {
      lines += decoded(packet).map { String(repeating: " ", count: 17) + $0 }
    }
    Output.result(PrintableText.lines(lines.joined(separator: "\n")))
  }

  package func help(_ lines: [String]) { Output.diagnostic(lines.joined(separator: "\n")) }

  package func refuse(_ line: Int, _ reason: String, at now: LabInstant) {
    guard options.json else {
      Output.diagnostic("Error: line \(line): \(reason)")
      return
    }
    ConsoleRefusal(tUs: now.microseconds, line: line, reason: reason).printLine()
  }

  package func remark(_ text: String) { options.remark("Note: \(board.name): \(text)") }

  /// A command without an answer.
  package func unanswered(_ bytes: [UInt8], within limit: Duration, at now: LabInstant) {
    let name = dissect(bytes, .out).name
    let reason = "no answer within \(DurationText.format(limit))"
    guard options.json else {
      Output.diagnostic("Error: \(name): \(reason)")
      return
    }
    ConsoleSilence(tUs: now.microseconds, board: board.name, name: name, reason: reason)
      .printLine()
  }

  /// The summary, and the fields behind the header; with --verbose all fields with their places.
  private func decoded(_ packet: DissectedPacket) -> [String] {
    if options.verbose { return packet.lines }
    guard !options.quiet else { return [packet.summary] }
    var lines = [packet.summary]
    func add(_ fields: [Field], _ indent: String) {
      for field in fields where field.name != "header" && field.name != "identifier" {
        let note = field.note.map { "  (\($0))" } ?? ""
        lines.append(
          indent + (field.text.isEmpty ? field.name : "\(field.name): \(field.text)") + note)
        // The bytes of a parameter are said by its value.
        if field.children.first?.name != "id" { add(field.children, indent + "  ") }
      }
    }
    add(packet.fields, "  ")
    if let error = packet.error { lines.append("  error: \(error)") }
    return lines
  }

  private func dissect(_ bytes: [UInt8], _ direction: Direction) -> DissectedPacket {
    switch board.firmware {
    case .uci: Dissection.uci(bytes, dialect: dialect)
    case .rangingOOB: Dissection.rangingOOB(bytes)
    default:
      isOOB(bytes, direction)
        ? Dissection.rangingOOB(bytes)
        : Dissection.accessory(
          bytes, direction: direction == .in ? .accessoryToPhone : .phoneToAccessory)
    }
  }

  private func isOOB(_ bytes: [UInt8], _ direction: Direction) -> Bool {
    guard board.speaks(.rangingOOB) else { return false }
    return protocols.withLock {
      direction == .in ? $0.isOOB(received: bytes) : $0.sent(bytes)
    }
  }
}
