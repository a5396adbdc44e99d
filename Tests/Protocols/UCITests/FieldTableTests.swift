import Testing
import WireFormat

@testable import UCI

@Suite("The fields of a message")
struct FieldTableTests {
  /// Every layout, those that are alternatives too.
  static let layouts: [any UCIMessageBody.Type] =
    UCIMessage.layouts + [
      CoreSetConfigCommandNXP.self, SessionUpdateControllerMulticastListNotificationFiRa1.self,
      SessionQueryDataSizeInRangingResponsePica.self,
      SessionSetHUSControleeConfigCommandWithParticipation.self,
      SessionDataTransferStatusNotificationPica.self, DataMessageRcvNXP.self,
    ]

  /// As many values as any field that chooses has.
  static let variants = 0..<16

  @Test("stand where the codec reads and writes them", arguments: layouts.indices, variants)
  func places(_ index: Int, _ variant: Int) throws {
    let layout = Self.layouts[index]
    let payload = MarkedPayload(layout.fields, variant: variant).bytes
    let packet = UCIPacket(layout.messageType, gid: layout.gid, oid: layout.oid, payload: payload)
    let body = try layout.init(packet: packet, dialect: .fira2)
    #expect(body.trailing == [])
    #expect(body.payload == payload)
    let places = layout.fields.places(in: payload)
    #expect(places.last.map { $0.offset + $0.length } ?? 0 == payload.count)
    FieldProof(payload: payload, message: layout.name).compare(places, Mirror(reflecting: body))
  }

  @Test("are as many as the bytes hold", arguments: layouts.indices)
  func cut(_ index: Int) {
    let fields = Self.layouts[index].fields
    let payload = MarkedPayload(fields, variant: 1).bytes
    for length in payload.indices {
      let places = fields.places(in: Array(payload[..<length]))
      let end = places.last.map { $0.offset + $0.length } ?? 0
      #expect(end <= length)
      if let last = places.last, end < length { #expect(last.isCut || last.parts.isEmpty) }
    }
  }

  @Test("of a vendor's bytes are those of its record")
  func vendorRecord() throws {
    let info = MarkedPayload(DeviceInfoVendorQorvo.fields, variant: 0).bytes
    let payload = CoreGetDeviceInfoResponse(
      status: .ok, uciVersion: [2, 0], macVersion: [2, 0], phyVersion: [2, 0],
      uciTestVersion: [1, 1], vendorInfo: info
    ).payload
    let fields = CoreGetDeviceInfoResponse.fields
    #expect(fields.places(in: payload).last?.parts.isEmpty == true)
    let places = fields.places(in: payload, dialect: UCIDialect(vendor: .qorvo))
    var reader = WireReader(info)
    let record = try DeviceInfoVendorQorvo(reading: &reader, dialect: .fira2)
    let parts = try #require(places.last?.parts)
    #expect(parts.count == 11)
    FieldProof(payload: payload, message: "vendor_info").compare(parts, Mirror(reflecting: record))
    // One byte more is no such record.
    let longer = CoreGetDeviceInfoResponse(
      status: .ok, uciVersion: [2, 0], macVersion: [2, 0], phyVersion: [2, 0],
      uciTestVersion: [1, 1], vendorInfo: info + [0]
    ).payload
    let none = fields.places(in: longer, dialect: UCIDialect(vendor: .qorvo))
    #expect(none.last?.parts.isEmpty == true)
  }

  @Test("whose size is not said have the first that uses up the payload")
  func unsaid() throws {
    let round = { (macs: [[UInt8]]) in
      DTAnchorRound(roundIndex: 1, role: .initiator, dstMACs: macs, slotsPresent: 0, slots: nil)
    }
    for size in [2, 8] {
      let macs = [[UInt8]](repeating: Array(repeating: 7, count: size), count: 3)
      let command = SessionUpdateDTAnchorRangingRoundsCommand(
        sessionToken: 1, rounds: [round(macs)], macSize: size)
      let places = SessionUpdateDTAnchorRangingRoundsCommand.fields.places(in: command.payload)
      let element = try #require(places.last?.parts.first)
      let list = try #require(element.parts.first { $0.field.name == "dst_macs" })
      #expect(list.parts.map(\.length) == [size, size, size])
    }
  }

  @Test("make a message of the subsystem one that it answers", arguments: layouts.indices)
  func subsystem(_ index: Int) throws {
    let layout = Self.layouts[index]
    guard layout.messageType == .command, layout.vendor == nil else { return }
    var board = UWBSubsystem(personality: .fira2Qorvo)
    let payload = MarkedPayload(layout.fields, variant: 0).bytes
    let actions = board.receive(
      UCIPacket(.command, gid: layout.gid, oid: layout.oid, payload: payload))
    let isRefused = actions.contains { action in
      guard case .send(let packet) = action, let status = packet.payload.first else { return false }
      let refusals: [UCIStatus] = [.unknownGID, .unknownOID]
      return packet.messageType == .response && refusals.contains(UCIStatus(rawValue: status))
    }
    // An alternative is one of the message.
    let isInSubsystem = UCIMessage.layouts.first { $0.name == layout.name }?.isInSubsystem
    #expect(isRefused == (isInSubsystem == false), "\(layout.name)")
  }

  @Test("and the response of a command have its group and opcode", arguments: layouts.indices)
  func responses(_ index: Int) {
    func response<Command: UCICommandBody>(_: Command.Type) -> any UCIMessageBody.Type {
      Command.Response.self
    }
    guard let command = Self.layouts[index] as? any UCICommandBody.Type else { return }
    let found = response(command)
    #expect(command.messageType == .command && found.messageType == .response)
    #expect(found.gid == command.gid && found.oid == command.oid)
    #expect(found.fields.contains { $0.name == "status" && $0.values is UCIStatus.Type })
  }
}
