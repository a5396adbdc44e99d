public import AttributeProtocol

/// The server of the attribute protocol on one channel. Values that are not fixed it asks its owner
/// for, who answers when it can.
public struct AttributeServer: Sendable {
  /// A question to the owner, or news.
  public enum Event: Hashable, Sendable {
    /// The value of an attribute is wanted; ``answer(_:)`` ends it.
    case asksValue(AttributePDU.Handle)
    /// A value is to be written; ``answer(_:)`` ends it, its bytes are ignored.
    case asksWrite(AttributePDU.Handle, [UInt8])
    /// A value was written without response.
    case wrote(AttributePDU.Handle, [UInt8])
    /// Notifications of a value are on or off.
    case configured(AttributePDU.Handle, isOn: Bool)
    /// The client has the indication.
    case confirmed
  }

  /// What follows from a packet.
  public struct Step: Hashable, Sendable {
    /// Packets to send, in this order.
    public var send: [[UInt8]] = []
    /// What to tell.
    public var events: [Event] = []
  }

  /// The question that the owner has not answered.
  private enum Pending: Sendable {
    case read(AttributePDU.Handle)
    case blob(AttributePDU.Handle, offset: Int)
    case byType(AttributePDU.Handle)
    case write(AttributePDU.Handle)
    case execute(AttributePDU.Handle)
  }

  /// ATT_MTU as agreed.
  public private(set) var unit = AttributeClient.smallestUnit
  /// The characteristics whose notifications are on, by the handle of the value.
  public private(set) var configured: Set<AttributePDU.Handle> = []
  let table: AttributeTable
  private let ownUnit: UInt16
  private var pending: Pending?
  private var prepared: (handle: AttributePDU.Handle, value: [UInt8])?

  /// A server with this table that takes packets up to `ownUnit`.
  public init(_ table: AttributeTable, ownUnit: UInt16 = 247) {
    self.table = table
    self.ownUnit = ownUnit
  }

  /// A notification, cut to what a packet holds.
  public func notification(_ handle: AttributePDU.Handle, _ value: [UInt8]) -> [UInt8] {
    AttributePDU.notification(handle, Array(value.prefix(unit - 3))).bytes
  }

  /// An indication, cut to what a packet holds; the next one has to wait for its confirmation.
  public func indication(_ handle: AttributePDU.Handle, _ value: [UInt8]) -> [UInt8] {
    AttributePDU.indication(handle, Array(value.prefix(unit - 3))).bytes
  }

  /// Takes a packet of the client.
  public mutating func received(_ bytes: [UInt8]) -> Step {
    guard let opcode = bytes.first else { return Step() }
    switch AttributePDU.role(of: opcode) {
    case .response, .unasked: return Step()
    case .confirmation: return Step(events: [.confirmed])
    case .command:
      guard case .writeCommand(let handle, let value)? = try? AttributePDU.decode(bytes),
        table[handle]?.content == .asked
      else { return Step() }
      return Step(events: [.wrote(handle, value)])
    case .request:
      // One at a time: what a client sends beside it is its fault, and has no answer.
      guard pending == nil else { return Step() }
      // What is longer than was agreed could not be told back in the answer.
      guard bytes.count <= unit, let request = try? AttributePDU.decode(bytes) else {
        return refuse(opcode, 0, .invalidPDU)
      }
      return take(request)
    }
  }

  /// Ends the question that is open.
  public mutating func answer(_ result: Result<[UInt8], AttributeError>) -> [[UInt8]] {
    guard let pending else { return [] }
    self.pending = nil
    let (opcode, handle): (UInt8, AttributePDU.Handle) =
      switch pending {
      case .read(let handle): (0x0A, handle)
      case .blob(let handle, _): (0x0C, handle)
      case .byType(let handle): (0x08, handle)
      case .write(let handle): (0x12, handle)
      case .execute(let handle): (0x18, handle)
      }
    switch (pending, result) {
    case (_, .failure(let error)): return refuse(opcode, handle, error).send
    case (.read, .success(let value)):
      return [AttributePDU.readResponse(Array(value.prefix(unit - 1))).bytes]
    case (.blob(_, let offset), .success(let value)):
      return [part(of: value, from: offset, handle).bytes]
    case (.byType, .success(let value)):
      let short = Array(value.prefix(min(unit - 4, 253)))
      return [AttributePDU.readByTypeResponse([.init(handle: handle, value: short)]).bytes]
    case (.write, .success): return [AttributePDU.writeResponse.bytes]
    case (.execute, .success): return [AttributePDU.executeWriteResponse.bytes]
    }
  }

  private func refuse(
    _ opcode: UInt8, _ handle: AttributePDU.Handle, _ error: AttributeError
  ) -> Step {
    Step(send: [AttributePDU.errorResponse(request: opcode, handle, error).bytes])
  }

  private func part(
    of value: [UInt8], from offset: Int, _ handle: AttributePDU.Handle
  ) -> AttributePDU {
    guard offset <= value.count else {
      return .errorResponse(request: 0x0C, handle, .invalidOffset)
    }
    return .readBlobResponse(Array(value[offset...].prefix(unit - 1)))
  }

  // MARK: Requests

  private mutating func take(_ request: AttributePDU) -> Step {
    switch request {
    case .exchangeMTURequest(let other):
      unit = max(AttributeClient.smallestUnit, min(Int(ownUnit), Int(other)))
      return Step(send: [AttributePDU.exchangeMTUResponse(ownUnit).bytes])
    case .findInformationRequest(let range): return list(request, range)
    case .findByTypeValueRequest(let range, _, _): return list(request, range)
    case .readByTypeRequest(let range, _): return list(request, range)
    case .readByGroupTypeRequest(let range, _): return list(request, range)
    case .readRequest(let handle): return read(handle, .read(handle), opcode: request.opcode)
    case .readBlobRequest(let handle, let offset):
      return read(handle, .blob(handle, offset: Int(offset)), opcode: request.opcode)
    case .writeRequest(let handle, let value): return write(handle, value, .write(handle))
    case .prepareWriteRequest(let handle, let offset, let part):
      return prepare(handle, Int(offset), part)
    case .executeWriteRequest(let writes):
      let whole = prepared
      prepared = nil
      guard writes, let whole else {
        return Step(send: [AttributePDU.executeWriteResponse.bytes])
      }
      return write(whole.handle, whole.value, .execute(whole.handle))
    default: return refuse(request.opcode, 0, .requestNotSupported)
    }
  }

  private mutating func read(
    _ handle: AttributePDU.Handle, _ question: Pending, opcode: UInt8
  ) -> Step {
    guard let attribute = table[handle] else { return refuse(opcode, handle, .invalidHandle) }
    pending = question
    guard let value = value(of: attribute) else { return Step(events: [.asksValue(handle)]) }
    return Step(send: answer(.success(value)))
  }

  /// Asks for the first value of a type.
  mutating func ask(forValueOf handle: AttributePDU.Handle) -> Step {
    pending = .byType(handle)
    return Step(events: [.asksValue(handle)])
  }

  /// What is known without asking.
  func value(of attribute: AttributeTable.Attribute) -> [UInt8]? {
    switch attribute.content {
    case .fixed(let value): value
    case .asked: nil
    case .configuration(let value): [configured.contains(value) ? 1 : 0, 0]
    }
  }

  private mutating func write(
    _ handle: AttributePDU.Handle, _ value: [UInt8], _ question: Pending
  ) -> Step {
    let opcode: UInt8 = if case .execute = question { 0x18 } else { 0x12 }
    switch table[handle]?.content {
    case nil: return refuse(opcode, handle, .invalidHandle)
    case .fixed?: return refuse(opcode, handle, .writeNotPermitted)
    case .asked?:
      pending = question
      return Step(events: [.asksWrite(handle, value)])
    case .configuration(let target)?:
      guard value.count == 2 else { return refuse(opcode, handle, .invalidValueLength) }
      let isOn = value[0] & 3 != 0
      if isOn { configured.insert(target) } else { configured.remove(target) }
      pending = question
      return Step(send: answer(.success([])), events: [.configured(target, isOn: isOn)])
    }
  }

  private mutating func prepare(
    _ handle: AttributePDU.Handle, _ offset: Int, _ part: [UInt8]
  ) -> Step {
    guard table[handle]?.content == .asked else {
      return refuse(0x16, handle, table[handle] == nil ? .invalidHandle : .writeNotPermitted)
    }
    let before = prepared ?? (handle, [])
    guard before.handle == handle, offset + part.count <= AttributeClient.longestValue else {
      return refuse(0x16, handle, .prepareQueueFull)
    }
    guard offset == before.value.count else { return refuse(0x16, handle, .invalidOffset) }
    prepared = (handle, before.value + part)
    let answer = AttributePDU.prepareWriteResponse(handle, offset: UInt16(offset), part)
    return Step(send: [answer.bytes])
  }
}
