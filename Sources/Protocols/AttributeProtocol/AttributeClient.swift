/// The client of the attribute protocol on one channel: one request at a time, the values that the
/// server sends by itself, and answers to what the server asks.
///
/// It knows no time. A request that has no answer after 30 s ends the channel (Bluetooth Core 5.4,
/// volume 3, part F, 3.3.3): the owner of the clock sees to that.
///
///     var client = AttributeClient()
///     send(client.begin(.exchangeMTU(247)))
///     let step = client.received(packet)   // step.send, then step.events
public struct AttributeClient: Sendable {
  /// A request, which may take several packets.
  public enum Request: Hashable, Sendable {
    /// Packets up to this length are taken.
    case exchangeMTU(UInt16)
    /// Every service with its characteristics and descriptors.
    case discover
    /// A whole value.
    case read(AttributePDU.Handle)
    /// A value, in parts where it does not fit into one packet.
    case write(AttributePDU.Handle, [UInt8])
  }

  /// The answer to a request.
  public enum Answer: Hashable, Sendable {
    /// The agreed length of a packet.
    case unit(Int)
    /// What was discovered.
    case services([DiscoveredService])
    /// The value that was read.
    case value([UInt8])
    /// It is written.
    case written
  }

  /// Why there is no answer.
  public enum Failure: Error, Hashable, Sendable {
    /// The server refuses.
    case refused(AttributeError)
    /// What came is no answer to what was asked; in words.
    case malformed(String)
  }

  /// An event of the channel.
  public enum Event: Hashable, Sendable {
    /// The request has ended.
    case answered(Result<Answer, Failure>)
    /// The server has sent a value by itself.
    case notified(AttributePDU.Handle, [UInt8])
    /// The server has broken the protocol beside any request; in words.
    case violated(String)
  }

  /// What follows from a packet.
  public struct Step: Hashable, Sendable {
    /// Packets to send, in this order.
    public var send: [[UInt8]] = []
    /// What to tell.
    public var events: [Event] = []
  }

  /// The smallest ATT_MTU, which holds before an exchange.
  public static let smallestUnit = 23
  /// The longest value of an attribute.
  public static let longestValue = 512

  /// ATT_MTU as agreed.
  public private(set) var unit = smallestUnit
  /// What is told to a server that asks for our length: what it was asked for, as one length holds for
  /// both roles (Bluetooth Core 5.4, volume 3, part F, 3.4.2.1).
  private var ownUnit: UInt16
  private var work: Work?
  /// The opcode of the packet that waits for its answer.
  private var asked: UInt8?

  /// A client that takes packets up to `ownUnit`.
  public init(ownUnit: UInt16 = 517) { self.ownUnit = max(ownUnit, UInt16(Self.smallestUnit)) }

  /// Begins a request and gives its first packet; nil while another one is not answered.
  public mutating func begin(_ request: Request) -> [UInt8]? {
    guard work == nil else { return nil }
    if case .exchangeMTU(let wanted) = request { ownUnit = max(wanted, UInt16(Self.smallestUnit)) }
    let (work, packet) = Work.begin(request, unit: unit)
    self.work = work
    return ask(packet)
  }

  /// A write without response; nil when it does not fit.
  public func command(_ handle: AttributePDU.Handle, _ value: [UInt8]) -> [UInt8]? {
    value.count <= unit - 3 ? AttributePDU.writeCommand(handle, value).bytes : nil
  }

  /// Gives up the request that waits: the channel is of no use afterwards.
  public mutating func abandon() { (work, asked) = (nil, nil) }

  /// Takes a packet of the server.
  public mutating func received(_ bytes: [UInt8]) -> Step {
    guard let opcode = bytes.first else { return Step(events: [.violated("an empty packet")]) }
    switch AttributePDU.role(of: opcode) {
    case .response: return answered(bytes)
    case .request: return Step(send: [reply(to: bytes)])
    case .unasked: return unasked(bytes)
    case .command, .confirmation: return Step()
    }
  }

  private mutating func ask(_ packet: AttributePDU) -> [UInt8] {
    asked = packet.opcode
    return packet.bytes
  }

  private mutating func answered(_ bytes: [UInt8]) -> Step {
    guard var work, let asked else {
      return Step(events: [.violated("a response (0x\(hex(bytes[0]))) without a request")])
    }
    let answer: AttributePDU
    do { answer = try AttributePDU.decode(bytes) } catch {
      return end(.failure(.malformed("\(error)")))
    }
    let isItsOwn =
      if case .errorResponse(let request, _, _) = answer { request == asked } else {
        answer.opcode == asked + 1
      }
    guard isItsOwn else {
      return end(
        .failure(.malformed("expected an answer to 0x\(hex(asked)), got 0x\(hex(bytes[0]))")))
    }
    if case .exchangeMTUResponse(let other) = answer, case .unit(let wanted) = work {
      unit = max(Self.smallestUnit, min(Int(wanted), Int(other)))
      return end(.success(.unit(unit)))
    }
    switch work.take(answer, unit: unit) {
    case .further(let packet):
      self.work = work
      return Step(send: [ask(packet)])
    case .done(let result): return end(result)
    }
  }

  private mutating func end(_ result: Result<Answer, Failure>) -> Step {
    abandon()
    return Step(events: [.answered(result)])
  }

  private func unasked(_ bytes: [UInt8]) -> Step {
    switch try? AttributePDU.decode(bytes) {
    case .notification(let handle, let value)?: return Step(events: [.notified(handle, value)])
    case .indication(let handle, let value)?:
      return Step(send: [AttributePDU.confirmation.bytes], events: [.notified(handle, value)])
    default: return Step(events: [.violated("a notification (0x\(hex(bytes[0]))) that is cut")])
    }
  }

  /// The answer to a server that asks as a client does: it may ask for our length, and finds nothing.
  private mutating func reply(to bytes: [UInt8]) -> [UInt8] {
    let request = try? AttributePDU.decode(bytes)
    if case .exchangeMTURequest(let other)? = request {
      unit = max(Self.smallestUnit, min(Int(ownUnit), Int(other)))
      return AttributePDU.exchangeMTUResponse(ownUnit).bytes
    }
    let (handle, error): (AttributePDU.Handle, AttributeError) =
      switch request {
      case nil: (0, .invalidPDU)
      case .findInformationRequest(let range)?, .findByTypeValueRequest(let range, _, _)?,
        .readByTypeRequest(let range, _)?, .readByGroupTypeRequest(let range, _)?:
        (range.first, .attributeNotFound)
      case .readRequest(let handle)?, .writeRequest(let handle, _)?: (handle, .invalidHandle)
      default: (0, .requestNotSupported)
      }
    return AttributePDU.errorResponse(request: bytes[0], handle, error).bytes
  }

  private func hex(_ byte: UInt8) -> String { String(byte, radix: 16, uppercase: true) }
}
