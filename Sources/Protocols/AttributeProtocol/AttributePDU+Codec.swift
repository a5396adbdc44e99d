public import WireFormat

extension AttributePDU {
  /// Reads a packet.
  ///
  /// - Throws: ``WireError`` when bytes are missing, or there are more than its kind has.
  public static func decode(_ bytes: [UInt8]) throws(WireError) -> AttributePDU {
    do throws(WireError) {
      return try AttributePDU(reading: bytes)
    } catch {
      throw error.within("ATT")
    }
  }

  private init(reading bytes: [UInt8]) throws(WireError) {
    var reader = WireReader(bytes)
    let opcode: UInt8 = try reader.read(field: "opcode")
    switch opcode {
    case 0x01:
      self = .errorResponse(
        request: try reader.read(field: "request opcode"), try reader.read(field: "handle"),
        AttributeError(rawValue: try reader.read(field: "error code")))
    case 0x02: self = .exchangeMTURequest(try reader.read(field: "client MTU"))
    case 0x03: self = .exchangeMTUResponse(try reader.read(field: "server MTU"))
    case 0x04: self = .findInformationRequest(try Self.range(&reader))
    case 0x05: self = .findInformationResponse(try Self.information(&reader))
    case 0x06:
      self = .findByTypeValueRequest(
        try Self.range(&reader), type: try reader.read(field: "type"), value: reader.readRest())
    case 0x07:
      var found: [ClosedHandles] = []
      repeat { found.append(try Self.range(&reader)) } while reader.remaining > 0
      self = .findByTypeValueResponse(found)
    case 0x08:
      self = .readByTypeRequest(try Self.range(&reader), type: try Self.type(&reader))
    case 0x09:
      let length = try Self.entryLength(&reader, least: 2)
      var values: [Value] = []
      repeat {
        values.append(
          Value(
            handle: try reader.read(field: "handle"),
            value: try reader.readBytes(length - 2, field: "value")))
      } while reader.remaining > 0
      self = .readByTypeResponse(values)
    case 0x0A: self = .readRequest(try reader.read(field: "handle"))
    case 0x0B: self = .readResponse(reader.readRest())
    case 0x0C:
      self = .readBlobRequest(
        try reader.read(field: "handle"), offset: try reader.read(field: "offset"))
    case 0x0D: self = .readBlobResponse(reader.readRest())
    case 0x10:
      self = .readByGroupTypeRequest(try Self.range(&reader), type: try Self.type(&reader))
    case 0x11:
      let length = try Self.entryLength(&reader, least: 4)
      var groups: [Group] = []
      repeat {
        groups.append(
          Group(
            handles: try Self.range(&reader),
            value: try reader.readBytes(length - 4, field: "value")))
      } while reader.remaining > 0
      self = .readByGroupTypeResponse(groups)
    case 0x12: self = .writeRequest(try reader.read(field: "handle"), reader.readRest())
    case 0x13: self = .writeResponse
    case 0x52: self = .writeCommand(try reader.read(field: "handle"), reader.readRest())
    case 0x16:
      self = .prepareWriteRequest(
        try reader.read(field: "handle"), offset: try reader.read(field: "offset"),
        reader.readRest())
    case 0x17:
      self = .prepareWriteResponse(
        try reader.read(field: "handle"), offset: try reader.read(field: "offset"),
        reader.readRest())
    case 0x18:
      let flag: UInt8 = try reader.read(field: "flags")
      guard flag <= 1 else {
        throw WireError(.invalid, field: "flags", offset: 1, found: "\(flag)", allowed: "0 or 1")
      }
      self = .executeWriteRequest(flag == 1)
    case 0x19: self = .executeWriteResponse
    case 0x1B: self = .notification(try reader.read(field: "handle"), reader.readRest())
    case 0x1D: self = .indication(try reader.read(field: "handle"), reader.readRest())
    case 0x1E: self = .confirmation
    default: self = .unknown(opcode: opcode, reader.readRest())
    }
    guard reader.remaining == 0 else {
      throw WireError(
        .invalid, field: "length", offset: reader.offset, found: "\(bytes.count) bytes",
        allowed: "\(reader.offset) bytes")
    }
  }

  private static func range(_ reader: inout WireReader) throws(WireError) -> ClosedHandles {
    ClosedHandles(
      try reader.read(field: "first handle"), try reader.read(field: "last handle"))
  }

  private static func type(_ reader: inout WireReader) throws(WireError) -> BluetoothUUID {
    let (bytes, offset) = (reader.readRest(), reader.offset)
    guard let type = BluetoothUUID(wire: bytes) else {
      throw WireError(
        .invalid, field: "type", offset: offset, found: "\(bytes.count) bytes",
        allowed: "2 or 16 bytes")
    }
    return type
  }

  private static func entryLength(
    _ reader: inout WireReader, least: Int
  ) throws(WireError) -> Int {
    let length: UInt8 = try reader.read(field: "length")
    guard length >= least else {
      throw WireError(
        .invalid, field: "length", offset: 1, found: "\(length)", allowed: "\(least) or more")
    }
    return Int(length)
  }

  private static func information(
    _ reader: inout WireReader
  ) throws(WireError) -> [Information] {
    let format: UInt8 = try reader.read(field: "format")
    guard format == 1 || format == 2 else {
      throw WireError(.invalid, field: "format", offset: 1, found: "\(format)", allowed: "1 or 2")
    }
    var all: [Information] = []
    repeat {
      let handle: Handle = try reader.read(field: "handle")
      let wire = try reader.readBytes(format == 1 ? 2 : 16, field: "type")
      if let type = BluetoothUUID(wire: wire) {
        all.append(Information(handle: handle, type: type))
      }
    } while reader.remaining > 0
    return all
  }

  /// The packet as it is sent. Lists are sent whole: what fits is the sender's business.
  public var bytes: [UInt8] {
    var writer = WireWriter(capacity: 32)
    writer.write(opcode)
    switch self {
    case .errorResponse(let request, let handle, let error):
      writer.write(request)
      writer.write(handle)
      writer.write(error.rawValue)
    case .exchangeMTURequest(let length), .exchangeMTUResponse(let length): writer.write(length)
    case .findInformationRequest(let range): Self.write(range, to: &writer)
    case .findInformationResponse(let all):
      let isShort = all.allSatisfy { $0.type.short != nil }
      writer.write(UInt8(isShort ? 1 : 2))
      for each in all {
        writer.write(each.handle)
        writer.write(each.type.wire)
      }
    case .findByTypeValueRequest(let range, let type, let value):
      Self.write(range, to: &writer)
      writer.write(type)
      writer.write(value)
    case .findByTypeValueResponse(let ranges):
      for range in ranges { Self.write(range, to: &writer) }
    case .readByTypeRequest(let range, let type), .readByGroupTypeRequest(let range, let type):
      Self.write(range, to: &writer)
      writer.write(type.wire)
    case .readByTypeResponse(let values):
      writer.write(UInt8(clamping: (values.first?.value.count ?? 0) + 2))
      for each in values {
        writer.write(each.handle)
        writer.write(each.value)
      }
    case .readByGroupTypeResponse(let groups):
      writer.write(UInt8(clamping: (groups.first?.value.count ?? 0) + 4))
      for each in groups {
        Self.write(each.handles, to: &writer)
        writer.write(each.value)
      }
    case .readRequest(let handle): writer.write(handle)
    case .readResponse(let value), .readBlobResponse(let value), .unknown(_, let value):
      writer.write(value)
    case .readBlobRequest(let handle, let offset):
      writer.write(handle)
      writer.write(offset)
    case .writeRequest(let handle, let value), .writeCommand(let handle, let value),
      .notification(let handle, let value), .indication(let handle, let value):
      writer.write(handle)
      writer.write(value)
    case .prepareWriteRequest(let handle, let offset, let value),
      .prepareWriteResponse(let handle, let offset, let value):
      writer.write(handle)
      writer.write(offset)
      writer.write(value)
    case .executeWriteRequest(let writes): writer.write(UInt8(writes ? 1 : 0))
    case .writeResponse, .executeWriteResponse, .confirmation: break
    }
    return writer.bytes
  }

  private static func write(_ range: ClosedHandles, to writer: inout WireWriter) {
    writer.write(range.first)
    writer.write(range.last)
  }
}
