/// One packet of the attribute protocol (Bluetooth Core 5.4, volume 3, part F, 3.4), which is one
/// packet of the channel.
public enum AttributePDU: Hashable, Sendable {
  /// The number of an attribute; 0 is none.
  public typealias Handle = UInt16

  /// The server refuses the request of an opcode.
  case errorResponse(request: UInt8, Handle, AttributeError)
  /// The client takes packets up to this length.
  case exchangeMTURequest(UInt16)
  /// The server takes packets up to this length.
  case exchangeMTUResponse(UInt16)
  /// Asks for handles and types of a range.
  case findInformationRequest(ClosedHandles)
  /// Handles and types.
  case findInformationResponse([Information])
  /// Asks for groups of a type with a value.
  case findByTypeValueRequest(ClosedHandles, type: UInt16, value: [UInt8])
  /// The handles of such groups.
  case findByTypeValueResponse([ClosedHandles])
  /// Asks for the values of a type in a range.
  case readByTypeRequest(ClosedHandles, type: BluetoothUUID)
  /// Values, all of one length.
  case readByTypeResponse([Value])
  /// Asks for a value.
  case readRequest(Handle)
  /// The beginning of a value.
  case readResponse([UInt8])
  /// Asks for a value from an offset on.
  case readBlobRequest(Handle, offset: UInt16)
  /// A further part of a value.
  case readBlobResponse([UInt8])
  /// Asks for the groups of a type in a range.
  case readByGroupTypeRequest(ClosedHandles, type: BluetoothUUID)
  /// Groups with their values, all of one length.
  case readByGroupTypeResponse([Group])
  /// Asks to write a value.
  case writeRequest(Handle, [UInt8])
  /// The value is written.
  case writeResponse
  /// Writes a value; there is no answer.
  case writeCommand(Handle, [UInt8])
  /// A part of a long value, to be kept.
  case prepareWriteRequest(Handle, offset: UInt16, [UInt8])
  /// The part as the server has it.
  case prepareWriteResponse(Handle, offset: UInt16, [UInt8])
  /// Writes what was kept, or forgets it.
  case executeWriteRequest(Bool)
  /// It is done.
  case executeWriteResponse
  /// A value that the server sends by itself.
  case notification(Handle, [UInt8])
  /// The same, which the client confirms.
  case indication(Handle, [UInt8])
  /// The client has the indication.
  case confirmation
  /// What this version does not know, with its opcode.
  case unknown(opcode: UInt8, [UInt8])

  /// A range of handles, both ends in it. On the wire it may be anything.
  public struct ClosedHandles: Hashable, Sendable {
    /// The first.
    public var first: Handle
    /// The last.
    public var last: Handle

    /// A range.
    public init(_ first: Handle, _ last: Handle) { (self.first, self.last) = (first, last) }

    /// Every handle.
    public static let all = ClosedHandles(1, .max)

    /// Whether it holds a handle.
    public func contains(_ handle: Handle) -> Bool { first <= handle && handle <= last }
  }

  /// The type of an attribute.
  public struct Information: Hashable, Sendable {
    /// The attribute.
    public var handle: Handle
    /// Its type.
    public var type: BluetoothUUID

    /// An attribute and its type.
    public init(handle: Handle, type: BluetoothUUID) { (self.handle, self.type) = (handle, type) }
  }

  /// The value of an attribute.
  public struct Value: Hashable, Sendable {
    /// The attribute.
    public var handle: Handle
    /// Its value, or the beginning of it.
    public var value: [UInt8]

    /// An attribute and its value.
    public init(handle: Handle, value: [UInt8]) { (self.handle, self.value) = (handle, value) }
  }

  /// A group of attributes, such as a service.
  public struct Group: Hashable, Sendable {
    /// Its attributes.
    public var handles: ClosedHandles
    /// The value of the first.
    public var value: [UInt8]

    /// A group and its value.
    public init(handles: ClosedHandles, value: [UInt8]) {
      (self.handles, self.value) = (handles, value)
    }
  }

  /// The byte in front.
  public var opcode: UInt8 {
    switch self {
    case .errorResponse: 0x01
    case .exchangeMTURequest: 0x02
    case .exchangeMTUResponse: 0x03
    case .findInformationRequest: 0x04
    case .findInformationResponse: 0x05
    case .findByTypeValueRequest: 0x06
    case .findByTypeValueResponse: 0x07
    case .readByTypeRequest: 0x08
    case .readByTypeResponse: 0x09
    case .readRequest: 0x0A
    case .readResponse: 0x0B
    case .readBlobRequest: 0x0C
    case .readBlobResponse: 0x0D
    case .readByGroupTypeRequest: 0x10
    case .readByGroupTypeResponse: 0x11
    case .writeRequest: 0x12
    case .writeResponse: 0x13
    case .prepareWriteRequest: 0x16
    case .prepareWriteResponse: 0x17
    case .executeWriteRequest: 0x18
    case .executeWriteResponse: 0x19
    case .notification: 0x1B
    case .indication: 0x1D
    case .confirmation: 0x1E
    case .writeCommand: 0x52
    case .unknown(let opcode, _): opcode
    }
  }

  /// Who sends packets of an opcode, and what they are answered with.
  public enum Role: Hashable, Sendable {
    /// A client; a server answers it.
    case request
    /// A server, to a request.
    case response
    /// A client; there is no answer.
    case command
    /// A server, by itself.
    case unasked
    /// A client, to an indication.
    case confirmation
  }

  /// The role of any opcode: bit 6 marks commands, and requests are even.
  public static func role(of opcode: UInt8) -> Role {
    switch opcode {
    case 0x1B, 0x1D, 0x23: .unasked
    case 0x1E: .confirmation
    case 0x01: .response
    default: opcode & 0x40 != 0 ? .command : opcode & 1 == 0 ? .request : .response
    }
  }
}
