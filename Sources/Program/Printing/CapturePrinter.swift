import Errors
import Journal
import Reports
import RunStore
package import Terminal
package import UCI
import WireFormat

/// Prints the packets of a capture, each read as what its interface says it is.
package struct CapturePrinter {
  package let path: String
  package let dialect: UCIDialect
  /// Whether a board's own word counts, which it gives in its device information.
  package let learns: Bool
  /// Reads packets of interfaces that do not say what they carry.
  package let fallback: PacketDecoder
  package let options: any Presentation

  package init(
    path: String, dialect: UCIDialect, learns: Bool, fallback: PacketDecoder,
    options: any Presentation
  ) {
    self.path = path
    self.dialect = dialect
    self.learns = learns
    self.fallback = fallback
    self.options = options
  }

  package func print(with printer: inout DecodePrinter) throws {
    var file = try open()
    var dialects: [String: UCIDialect] = [:]
    while !Output.isClosed {
      do throws(RigError) {
        guard let item = try file.next() else { return }
        if case .packet(let packet, let interface) = item {
          if learns, let found = dialect(of: interface) ?? Self.dialect(in: packet.bytes) {
            dialects[interface.name] = found
          }
          show(packet, interface, dialects[interface.name] ?? dialect, &printer)
        }
      } catch {
        printer.refuse(capture: "\(error)")
        return
      }
    }
  }

  /// What the capture says of a board: its writer knew the rig file.
  private func dialect(of interface: CaptureInterface) -> UCIDialect? {
    interface.dialect.flatMap { UCIDialect($0) }
  }

  /// What a board says of itself, when these bytes are its device information.
  private static func dialect(in bytes: [UInt8]) -> UCIDialect? {
    var receiver = UCIReceiver()
    for case .packet(let packet, _) in receiver.append(bytes) {
      if let found = packet.ownDialect(readIn: .fira2) { return found }
    }
    return nil
  }

  private func open() throws -> CaptureFile {
    do throws(RigError) { return try CaptureFile(path: path) } catch {
      throw Failure(.usage, "\(error)")
    }
  }

  private func show(
    _ packet: CapturePacket, _ interface: CaptureInterface, _ dialect: UCIDialect,
    _ printer: inout DecodePrinter
  ) {
    let direction = packet.direction == .inbound ? "in" : packet.direction == .outbound ? "out" : ""
    let time = packet.nanoseconds.map { "\($0 / 1000) us" } ?? ""
    for comment in packet.comments { printer.print(heading: "# \(comment)") }
    printer.print(
      heading: [time, interface.name, direction].filter { !$0.isEmpty }.joined(separator: "  "))
    printer.print(
      packet.bytes, by: decoder(packet.direction, dialect), on: interface.firmware)
  }

  private func decoder(
    _ direction: CaptureDirection?, _ dialect: UCIDialect
  ) -> PacketDecoder {
    PacketDecoder(
      packetProtocol: fallback.packetProtocol,
      direction: direction.map { $0 == .inbound ? .in : .out } ?? fallback.direction,
      dialect: dialect)
  }
}

extension UCIPacket {
  /// What a board says that it speaks, when this is its device information; read in a dialect.
  func ownDialect(readIn dialect: UCIDialect) -> UCIDialect? {
    guard messageType == .response, gid == CoreGetDeviceInfoResponse.gid,
      oid == CoreGetDeviceInfoResponse.oid,
      let info = try? CoreGetDeviceInfoResponse(packet: self, dialect: dialect), info.body != nil
    else { return nil }
    return UCIDialect(deviceInfo: info)
  }
}
