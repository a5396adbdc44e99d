import AttributePeer
import AttributeProtocol
import WireFormat

extension FuzzTarget {
  /// The attribute protocol: packets, a client in any request, a server in any state.
  static let attributeProtocol = FuzzTarget("AttributeProtocol") { bytes in
    do throws(WireError) {
      let packet = try AttributePDU.decode(bytes)
      let again = try AttributePDU.decode(packet.bytes)
      expect(again == packet, "\(packet) read again: \(again)")
    } catch {
      expectPrintable(error.description, "the refusal")
    }
    var input = Input(bytes)
    var client = AttributeClient()
    var server = AttributeServer(table)
    while !input.isAtEnd {
      switch input.byte() % 8 {
      case 0: _ = client.begin(.exchangeMTU(input.word()))
      case 1: _ = client.begin(.discover)
      case 2: _ = client.begin(.read(input.word()))
      case 3: _ = client.begin(.write(input.word(), input.piece()))
      case 4: for packet in server.answer(.success(input.piece())) { _ = client.received(packet) }
      case 5: _ = client.received(input.piece())
      default:
        for packet in server.received(input.piece()).send {
          expect(packet.count <= server.unit, "\(packet.count) bytes in a packet of \(server.unit)")
          _ = client.received(packet)
        }
      }
      expect(client.unit >= 23 && server.unit >= 23, "a length below the smallest")
    }
  }
}

private let table: AttributeTable = {
  var table = AttributeTable()
  table.addService(BluetoothUUID(0x1800))
  table.addCharacteristic(BluetoothUUID(0x2A00), properties: 2, value: [0x4C])
  table.addService(BluetoothUUID(0xFFF0))
  table.addCharacteristic(BluetoothUUID(0xFFF1), properties: 0x0A)
  table.addCharacteristic(BluetoothUUID(0xFFF2), properties: 0x10, isConfigurable: true)
  return table
}()
