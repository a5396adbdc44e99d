import Testing
import UCI
import WireFormat

@testable import RangingOOB

struct VectorTests {
  @Test("all 113 vectors are there, each of a kind that is tested")
  func isComplete() {
    let kinds = [
      "message": 61, "capability-block": 7, "configuration-block": 5, "fhn-frame": 7,
      "fhn-read": 1, "selection": 18, "uci-tlv": 6, "uci-board": 4, "key-derivation": 4,
    ]
    #expect(Vector.all.count == 113)
    for (kind, count) in kinds { #expect(Vector.of(kind).count == count, "\(kind)") }
  }

  @Test(
    "messages decode to their fields and encode to their bytes", arguments: Vector.of("message"))
  func message(vector: Vector) throws {
    guard vector.isGood else {
      #expect(throws: WireError.self) { try OOBMessage.decode(vector.bytes) }
      if !vector.isLenient {
        #expect(throws: WireError.self) { try OOBMessage.decode(vector.bytes, tolerance: .board) }
      }
      return
    }
    let message = try OOBMessage.decode(vector.bytes)
    #expect(try canonical(words(message)) == canonical(vector.fields))
    #expect(message.encode() == vector.bytes)
  }

  @Test("capability blocks", arguments: Vector.of("capability-block"))
  func capability(vector: Vector) throws { try check(vector, CapabilityBlock.self) }

  @Test("configuration blocks", arguments: Vector.of("configuration-block"))
  func configuration(vector: Vector) throws { try check(vector, ConfigurationBlock.self) }

  private func check<Block: OOBBlock>(_ vector: Vector, _ type: Block.Type) throws {
    guard vector.isGood else {
      #expect(throws: WireError.self) { try Self.read(vector.bytes, type) }
      return
    }
    let block = try Self.read(vector.bytes, type)
    #expect(try canonical(wordsOf(block)) == canonical(vector.fields))
    #expect(block.encode() == vector.bytes)
  }

  /// One block alone, to the end of the bytes.
  private static func read<Block: OOBBlock>(
    _ bytes: [UInt8], _ type: Block.Type
  ) throws(WireError) -> Block {
    var reader = WireReader(bytes)
    let block = try Block.read(&reader, end: bytes.count, .strict)
    guard reader.remaining == 0 else { throw OOBMessage.excess(reader.offset, reader.remaining) }
    return block
  }

  @Test(
    "Find Hub frames are authentic and encode to their bytes", arguments: Vector.of("fhn-frame"))
  func findHub(vector: Vector) throws {
    let frame = try FindHubFrame.decode(vector.bytes)
    var challenge = FindHubFrame.Challenge()
    challenge.majorVersion = UInt8(vector.number("major_version"))
    challenge.nonce = vector.hex("nonce")
    let key = vector.hex("account_key")
    let isAnswer = vector.fields["response"] as? Bool ?? false
    let coversData = vector.fields["hmac_covers_data"] as? Bool ?? true
    #expect(Int(frame.operation.rawValue) == vector.number("data_id"))
    #expect(frame.data == vector.hex("data"))
    #expect(
      frame.isAuthentic(key: key, challenge: challenge, isAnswer: isAnswer, coversData: coversData))
    #expect(!frame.isAuthentic(key: key, challenge: challenge, isAnswer: !isAnswer))
    let again = FindHubFrame(
      operation: frame.operation, data: frame.data, key: key, challenge: challenge,
      isAnswer: isAnswer, coversData: coversData)
    #expect(again.encode() == vector.bytes)
    let message = try OOBMessage.decode(frame.data)
    #expect(FindHubFrame.Operation(carrying: message.kind) == frame.operation)
  }

  @Test("the challenge of Find Hub", arguments: Vector.of("fhn-read"))
  func challenge(vector: Vector) throws {
    let challenge = try FindHubFrame.Challenge.decode(vector.bytes)
    #expect(Int(challenge.majorVersion) == vector.number("major_version"))
    #expect(challenge.nonce == vector.hex("nonce"))
    #expect(challenge.encode() == vector.bytes)
  }

  @Test("the key of the newest phone source", arguments: Vector.of("key-derivation"))
  func key(vector: Vector) {
    let key = seededSessionKey(
      sessionID: UInt32(vector.number("session_id")), count: vector.number("key_length"))
    #expect(key == vector.bytes)
  }

  @Test("the phone's choice", arguments: Vector.of("selection"))
  func selection(vector: Vector) throws {
    let fields = vector.fields
    let own = try #require(fields["local"] as? [String: Any])
    let peer = try #require(fields["peer"] as? [String: Any])
    let wishes = fields["options"] as? [String: Any] ?? [:]
    let expected = try #require(fields["result"] as? [String: Any])
    var phone = OOBInitiatorSettings()
    phone.radio = Self.block(own)
    phone.isSecure = wishes["secure"] as? Bool ?? false
    phone.range = (wishes["app_fast"] as? Int ?? 100)...(wishes["app_slow"] as? Int ?? 5000)
    phone.deviceType = Self.type(wishes["local_rank"] as? Int ?? 1)
    do {
      let chosen = try UWBSelection(
        phone, peer: Self.block(peer), of: Self.type(wishes["peer_rank"] as? Int ?? 5),
        peers: wishes["peers"] as? Int ?? 1)
      let words: [String: Any] = [
        "config_id": Int(chosen.configID), "channel": Int(chosen.channel),
        "preamble_one_of": chosen.preambles, "interval_ms": Int(chosen.interval),
        "slot_ms": Int(chosen.slot), "key_length": chosen.keyLength,
        "peer_role": Int(chosen.role.rawValue), "device_mode": Int(chosen.mode.rawValue),
      ]
      #expect(try canonical(words) == canonical(expected))
    } catch let error as UWBSelection.Mismatch {
      #expect(error.rawValue == expected["error"] as? String)
    }
  }

  private static func block(_ fields: [String: Any]) -> CapabilityBlock.UWB {
    let numbers = { (name: String) in fields[name] as? [Int] ?? [] }
    let number = { (name: String) in fields[name] as? Int ?? 0 }
    var block = CapabilityBlock.UWB()
    block.configIDs = OOBConfigIDs(numbers("config_ids"))
    block.channels = OOBChannels(numbers("channels"))
    block.preambles = OOBPreambles(numbers("preambles"))
    block.minimumInterval = UInt16(number("min_interval_ms"))
    block.minimumSlot = UInt8(number("min_slot_ms"))
    block.roles = OOBRoles(rawValue: UInt8(number("roles")))
    return block
  }

  private static func type(_ rank: Int) -> OOBDeviceType {
    [.tablet, .phone, .wearable, .hearable, .tag, .unknown][rank]
  }

  @Test(
    "the radio of the board is given what Android's encoder writes",
    arguments: Vector.of("uci-board"))
  func radio(vector: Vector) throws {
    let fields = try #require(vector.fields["configuration"] as? [String: Any])
    var block = ConfigurationBlock.UWB()
    let number = { (name: String) in fields[name] as? Int ?? 0 }
    block.address = try Hexadecimal.decode(fields["address"] as? String ?? "")
    block.key = try Hexadecimal.decode(fields["key"] as? String ?? "")
    block.configID = UInt8(number("config_id"))
    block.channel = UInt8(number("channel"))
    block.preamble = UInt8(number("preamble"))
    block.interval = UInt16(number("interval_ms"))
    block.slot = UInt8(number("slot_ms"))
    block.role = OOBRole(rawValue: UInt8(number("role")))
    let board = AppConfiguration(
      block, boardAddress: vector.hex("own_address"), side: .board,
      roundControl: UInt8(vector.number("ranging_round_control")))
    #expect(board == AppConfiguration(try Self.list(vector.bytes)))
    // The other end stands opposite in these four, and is equal in all others.
    let phone = AppConfiguration(block, boardAddress: vector.hex("own_address"), side: .phone)
    #expect(phone.isInitiator == !board.isInitiator && phone.isController == !board.isController)
    #expect(phone.address == board[.dstMACAddress] && board.address == phone[.dstMACAddress])
    let crossed: [AppConfigID] = [.deviceType, .deviceRole, .deviceMACAddress, .dstMACAddress]
    for parameter in board.parameters where !crossed.contains(parameter.id) {
      #expect(phone[parameter.id] == parameter.value, "\(parameter.id.name)")
    }
  }

  @Test("single parameters are the bytes of Android's encoder", arguments: Vector.of("uci-tlv"))
  func parameter(vector: Vector) throws {
    let given = try #require(try Self.list(vector.bytes).first)
    #expect(given.id.name == vector.text("name"))
    var block = ConfigurationBlock.UWB()
    var own: [UInt8] = [0x1A, 0x2B]
    if let number = vector.fields["value"] as? Int {
      block.slot = UInt8(truncatingIfNeeded: number / 1200)
      block.interval = UInt16(number)
    } else {
      let bytes = vector.hex("value")
      own = bytes
      block.address = bytes
      block.key = bytes.count == 2 ? bytes + [UInt8](repeating: 0, count: 6) : [8, 7] + bytes
    }
    let radio = AppConfiguration(block, boardAddress: own, side: .board)
    #expect(radio[given.id] == given.value)
  }

  private static func list(_ bytes: [UInt8]) throws -> [AppConfigTLV] {
    try UCITLV.list(from: bytes).map {
      AppConfigTLV(id: AppConfigID(rawValue: UInt8($0.id)), value: $0.value)
    }
  }
}
