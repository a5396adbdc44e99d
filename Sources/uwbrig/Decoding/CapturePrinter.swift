import Reports
import RunStore
import UCI
import WireFormat

/// Prints the packets of a capture, each read as what its interface says it is.
struct CapturePrinter {
  let path: String
  let dialect: UCIDialect
  /// Reads packets of interfaces that do not say what they carry.
  let fallback: PacketDecoder
  let options: CommonOptions

  func print(with printer: inout DecodePrinter) throws {
    var file = try open()
    while !Output.isClosed {
      do throws(RunStoreError) {
        guard let item = try file.next() else { return }
        if case .packet(let packet, let interface) = item { show(packet, interface, &printer) }
      } catch {
        printer.refuse(capture: "\(error)")
        return
      }
    }
  }

  private func open() throws -> CaptureFile {
    do throws(RunStoreError) { return try CaptureFile(path: path) } catch {
      throw Failure(.usage, "\(error)")
    }
  }

  private func show(
    _ packet: CapturePacket, _ interface: CaptureInterface, _ printer: inout DecodePrinter
  ) {
    let direction = packet.direction == .inbound ? "in" : packet.direction == .outbound ? "out" : ""
    let time = packet.nanoseconds.map { "\($0 / 1000) us" } ?? ""
    for comment in packet.comments { printer.print(heading: "# \(comment)") }
    printer.print(
      heading: [time, interface.name, direction].filter { !$0.isEmpty }.joined(separator: "  "))
    printer.print(packet.bytes, by: decoder(for: interface, packet.direction))
  }

  private func decoder(
    for interface: CaptureInterface, _ direction: CaptureDirection?
  ) -> PacketDecoder {
    let packetProtocol: PacketDecoder.PacketProtocol =
      switch interface.firmware {
      case "uci": .uci
      case "ni-accessory": .accessory
      default: fallback.packetProtocol
      }
    let packetDirection: PacketDecoder.PacketDirection? =
      switch direction {
      case .inbound?: .in
      case .outbound?: .out
      case nil: fallback.direction
      }
    return PacketDecoder(
      packetProtocol: packetProtocol, direction: packetDirection, dialect: dialect)
  }
}
