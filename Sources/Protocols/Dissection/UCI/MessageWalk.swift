import UCI

/// Goes through the payload of the messages that two-way ranging needs; others stay hexadecimal.
///
/// Where a message has several layouts, `message` says which one fits.
enum MessageWalk {
  static func walk(_ packet: UCIPacket, _ message: UCIMessage, _ walker: inout FieldWalker) {
    switch packet.messageType {
    case .command: command(packet, message, &walker)
    case .response: response(packet, &walker)
    case .notification: notification(packet, message, &walker)
    case .data: data(message, &walker)
    default: break
    }
    walker.rest(walker.fields.isEmpty ? "payload" : "trailing")
  }

  private static func command(
    _ packet: UCIPacket, _ message: UCIMessage, _ walker: inout FieldWalker
  ) {
    switch (packet.gid, packet.oid) {
    case (0, 0): walker.named("reset_config", UCIResetConfig.self)
    case (0, 4):
      if case .coreSetConfigCommandNXP = message { return nxpParameters(packet, &walker) }
      walker.list("num", "tlvs") { walker, _ in
        ParameterField.walk(&walker, DeviceConfigID.self)
      }
    case (0, 5): identifiers(&walker, DeviceConfigID.self)
    case (1, 0):
      walker.unsigned("session_id", 4)
      walker.named("session_type", UCISessionType.self)
    case (1, 1), (1, 6), (2, 0), (2, 1), (2, 3): walker.unsigned("session_token", 4)
    case (1, 3):
      walker.unsigned("session_token", 4)
      walker.list("num", "tlvs") { walker, _ in
        ParameterField.walk(&walker, AppConfigID.self)
      }
    case (1, 4):
      walker.unsigned("session_token", 4)
      identifiers(&walker, AppConfigID.self)
    case (1, 7):
      walker.unsigned("session_token", 4)
      multicastList(&walker)
    case (1, 0x0B): walker.unsigned("session_token", 4)
    default: break
    }
  }

  private static func response(_ packet: UCIPacket, _ walker: inout FieldWalker) {
    // The one response that does not begin with its status, and one family leaves it out.
    if (packet.gid, packet.oid) == (1, 0x0B) {
      walker.unsigned("session_token", 4)
      if packet.payload.count != 6 { walker.named("status", UCIStatus.self) }
      walker.unsigned("max_data_size", 2)
      return
    }
    let status = walker.named("status", UCIStatus.self)
    guard walker.remaining > 0 || status == .ok else { return }
    let afterStatus = walker
    body(of: packet, &walker)
    // What a board adds to a refusal need not be the layout of a success.
    if walker.isTruncated, status != .ok { walker = afterStatus }
  }

  private static func body(of packet: UCIPacket, _ walker: inout FieldWalker) {
    switch (packet.gid, packet.oid) {
    case (0, 2): deviceInfo(&walker)
    case (0, 3): capabilities(packet, &walker)
    case (0, 4): failures(&walker, DeviceConfigID.self)
    case (0, 5):
      walker.list("num", "tlvs") { walker, _ in
        ParameterField.walk(&walker, DeviceConfigID.self)
      }
    case (0, 8): walker.unsigned("timestamp", 8)
    case (1, 0): if walker.remaining > 0 { walker.unsigned("session_handle", 4) }
    case (1, 3): failures(&walker, AppConfigID.self)
    case (1, 4):
      walker.list("num", "tlvs") { walker, _ in
        ParameterField.walk(&walker, AppConfigID.self)
      }
    case (1, 5): walker.unsigned("count", 1)
    case (1, 6): walker.named("session_state", UCISessionState.self)
    case (1, 7): if walker.remaining > 0 { multicastResults(&walker, withSubSession: false) }
    case (2, 3): walker.unsigned("count", 4)
    default: break
    }
  }

  private static func notification(
    _ packet: UCIPacket, _ message: UCIMessage, _ walker: inout FieldWalker
  ) {
    switch (packet.gid, packet.oid) {
    case (0, 1): walker.named("device_state", UCIDeviceState.self)
    case (0, 7): walker.named("status", UCIStatus.self)
    case (1, 2):
      walker.unsigned("session_token", 4)
      walker.named("session_state", UCISessionState.self)
      walker.named("reason_code", UCIReasonCode.self)
    case (2, 0): sessionInfo(&walker)
    case (1, 7):
      walker.unsigned("session_token", 4)
      if case .sessionUpdateControllerMulticastListNotificationFiRa1 = message {
        walker.unsigned("remaining_list_size", 1)
        multicastResults(&walker, withSubSession: true)
      } else {
        multicastResults(&walker, withSubSession: false)
      }
    case (2, 4):
      walker.unsigned("session_token", 4)
      walker.named("credit", UCICredit.self)
    case (2, 5):
      walker.unsigned("session_token", 4)
      walker.unsigned("uci_sequence_number", packet.payload.count == 7 ? 1 : 2)
      walker.named("status", UCIDataTransferStatus.self)
      walker.unsigned("tx_count", 1)
    default: break
    }
  }

  private static func data(_ message: UCIMessage, _ walker: inout FieldWalker) {
    switch message {
    case .dataMessageSnd:
      walker.unsigned("session_token", 4)
      walker.address("dest_mac", 8)
    case .dataMessageRcv:
      walker.unsigned("session_token", 4)
      walker.named("status", UCIStatus.self)
      walker.address("src_mac", 8)
    default: return
    }
    walker.unsigned("sequence_number", 2)
    guard let length = walker.unsigned("len", 2) else { return }
    walker.hexadecimal("app_data", Int(length))
  }

  /// NXP's list goes to the end of the payload; its count may be wrong (AOSP).
  private static func nxpParameters(_ packet: UCIPacket, _ walker: inout FieldWalker) {
    walker.unsigned("num", 1)
    let list = Array(packet.payload.dropFirst())
    guard (try? UCITLV.list(from: list, dialect: walker.dialect)) != nil else {
      return walker.rest("raw_tlvs")
    }
    while walker.remaining > 0 {
      ParameterField.walk(&walker, DeviceConfigID.self, wideIdentifiers: true)
    }
  }

  private static func multicastList(_ walker: inout FieldWalker) {
    let action = walker.named("action", UCIMulticastAction.self)
    let keySize =
      switch action {
      case .addWith16ByteSubSessionKey: 16
      case .addWith32ByteSubSessionKey: 32
      default: 0
      }
    walker.list("num", "controlees") { walker, _ in
      walker.group("controlee", value: { $0.first?.value ?? "" }) { walker in
        walker.address("short_mac", 2)
        walker.unsigned("sub_session_id", 4)
        if keySize > 0 { walker.hexadecimal("sub_session_key", keySize) }
      }
    }
  }

  private static func multicastResults(_ walker: inout FieldWalker, withSubSession: Bool) {
    walker.list("num", "list") { walker, _ in
      let value = { (fields: [Field]) in
        "\(fields.first?.value ?? "") \(fields.last?.value ?? "")"
      }
      walker.group("controlee", value: value) { walker in
        walker.address("short_mac", 2)
        if withSubSession { walker.unsigned("sub_session_id", 4) }
        walker.named("status", UCIMulticastStatus.self)
      }
    }
  }

  private static func identifiers<ID: ParameterIdentifier>(
    _ walker: inout FieldWalker, _ type: ID.Type
  ) {
    walker.list("num", "ids") { walker, _ in
      walker.take("id", 1) { bytes, offset in
        let id = ID(rawValue: bytes.first ?? 0)
        return Field("id", id.name, number: Int64(id.rawValue), offset: offset, length: 1)
      }
    }
  }

  private static func failures<ID: ParameterIdentifier>(
    _ walker: inout FieldWalker, _ type: ID.Type
  ) {
    walker.list("num", "failed") { walker, _ in
      let value = { (fields: [Field]) in fields.map(\.value).joined(separator: ": ") }
      walker.group("failed", value: value) { walker in
        walker.take("id", 1) { bytes, offset in
          let id = ID(rawValue: bytes.first ?? 0)
          return Field("id", id.name, number: Int64(id.rawValue), offset: offset, length: 1)
        }
        walker.named("status", UCIStatus.self)
      }
    }
  }

  private static func deviceInfo(_ walker: inout FieldWalker) {
    for name in ["uci_version", "mac_version", "phy_version", "uci_test_version"] {
      walker.take(name, 2) { bytes, offset in
        // Major in the first byte, minor and maintenance in the halves of the second.
        let (major, minor) = (bytes.first ?? 0, bytes.last ?? 0)
        return Field(name, "\(major).\(minor >> 4).\(minor & 15)", offset: offset, length: 2)
      }
    }
    guard let length = walker.unsigned("vendor_len", 1) else { return }
    let isQorvo = walker.dialect.vendor == .qorvo && length == 52
    guard isQorvo else { return walker.hexadecimal("vendor_info", Int(length)) }
    walker.group("vendor_info") { walker in
      walker.unsigned("fw_major", 1)
      walker.unsigned("fw_minor", 1)
      walker.unsigned("fw_patch", 1)
      walker.unsigned("fw_rc", 1)
      walker.unsigned("build_job", 8)
      walker.unsigned("oem_major", 1)
      walker.unsigned("oem_minor", 1)
      walker.unsigned("oem_revision", 1)
      walker.hexadecimal("soc_id", 32)
      walker.address("device_id", 4)
      walker.unsigned("package_id", 1)
    }
  }

  /// FiRa 1.x numbers its capabilities otherwise; there 0x02 is one byte long (AOSP).
  private static func capabilities(_ packet: UCIPacket, _ walker: inout FieldWalker) {
    let list = (try? UCITLV.list(from: Array(packet.payload.dropFirst(2)))) ?? []
    let isFiRa1 = list.first { $0.id == 0x02 }?.value.count == 1
    walker.list("num", "tlvs") { walker, _ in
      if isFiRa1 {
        ParameterField.walk(&walker, FiRa1CapabilityID.self)
      } else {
        ParameterField.walk(&walker, CapabilityID.self)
      }
    }
  }

  private static func sessionInfo(_ walker: inout FieldWalker) {
    walker.unsigned("sequence_number", 4)
    walker.unsigned("session_token", 4)
    walker.unsigned("rcr_indicator", 1)
    walker.unsigned("current_ranging_interval", 4, unit: "ms")
    let type = walker.named("measurement_type", UCIMeasurementType.self)
    walker.unsigned("rfu1", 1)
    let mode = walker.named("mac_addr_mode", UCIMACAddressMode.self)
    walker.unsigned("hus_primary_session_id", 4)
    walker.unsigned("rfu2", 4)
    guard let type, let mode else { return }
    // 1 is two-way ranging; the records of others are left in hexadecimal.
    guard type.rawValue == 1, mode.rawValue <= 1 else {
      walker.unsigned("num", 1)
      return walker.rest("measurements")
    }
    walker.list("num", "measurements") { walker, _ in
      walker.group("measurement", value: Summary.measurement) { walker in
        twoWayRanging(&walker, macSize: mode.rawValue == 0 ? 2 : 8)
      }
    }
    walker.rest("vendor_data")
  }

  private static func twoWayRanging(_ walker: inout FieldWalker, macSize: Int) {
    walker.address("mac", macSize)
    walker.named("status", UCIStatus.self)
    walker.named("nlos", UCILineOfSight.self)
    if let distance = walker.unsigned("distance", 2, unit: "m", none: 0xFFFF), distance != 0xFFFF {
      walker.amend { $0.value = fixed(Double(distance) / 100, 2) }
    }
    for name in ["aoa_azimuth", "aoa_elevation", "aoa_dest_azimuth", "aoa_dest_elevation"] {
      walker.signed(name, 2, unit: "deg", divisor: 128)
      walker.unsigned("\(name)_fom", 1, unit: "%")
    }
    walker.unsigned("slot_index", 1)
    if let strength = walker.unsigned("rssi", 1, unit: "dBm", none: 0), strength != 0 {
      walker.amend { $0.value = fixed(-Double(strength) / 2, 1) }
    }
    walker.hexadecimal("rfu", macSize == 2 ? 11 : 5)
  }
}
