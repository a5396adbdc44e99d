internal import WireFormat

/// Secure DFU as a line carries it, brought to the two characteristics of Nordic's DFU service: requests
/// and answers at the control point, the data of objects at the packet characteristic (nRF5 SDK 17,
/// `nrf_dfu_ble.c`).
///
/// What exists on lines alone, the ping and the length of a write, is answered here.
public struct SecureDFUCarrier: Sendable {
  /// What is to be done with bytes of the programmer.
  public enum Action: Hashable, Sendable {
    /// A write with response to the control point.
    case control([UInt8])
    /// A write without response to the packet characteristic.
    case packet([UInt8])
    /// An answer that needs no board, as the line would bring it.
    case received([UInt8])
  }

  /// Bytes of one write.
  private let room: Int
  private var decoder = StreamFraming.slip.makeDecoder(limit: 4096)

  /// - Parameter room: bytes that one write takes: ATT_MTU − 3.
  public init(room: Int) { self.room = max(room, 20) }

  /// Takes bytes that go to the line.
  public mutating func send(_ bytes: [UInt8]) -> [Action] {
    decoder.feed(bytes).flatMap { item -> [Action] in
      guard case .frame(let frame) = item else { return [] }
      switch SecureDFURequest(frame) {
      case .write(let data):
        return stride(from: 0, to: data.count, by: room).map { start in
          .packet(Array(data[start..<min(start + room, data.count)]))
        }
      case .ping(let identifier): return [answer(.ping, [identifier])]
      case .mtu:
        // The number counts a write whose every byte is escaped, and its END.
        return [answer(.mtu, LittleEndian.bytes(UInt16((room / 4 * 4 + 1) * 2 + 1)))]
      default: return [.control(frame)]
      }
    }
  }

  /// Takes a notification of the control point and gives what the line would bring.
  public func notified(_ value: [UInt8]) -> [UInt8] { SecureDFUFraming.encode(value) }

  private func answer(_ opcode: SecureDFUOpcode, _ payload: [UInt8]) -> Action {
    .received(
      SecureDFUFraming.encode(
        SecureDFUResponse(opcode: opcode.rawValue, result: .success, payload: payload).encoded))
  }
}
