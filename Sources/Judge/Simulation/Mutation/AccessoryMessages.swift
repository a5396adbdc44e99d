import UCI

/// The messages that an accessory sends to the phone.
///
/// Sources: accessory protocol §1.1 (identifiers), §2.1 and §2.2 (configuration data).
enum AccessoryMessages {
  static let all = [
    MessageDefinition(
      "accessory-configuration-data", id: [0x01],
      [
        identifier,
        .init("major_version", .unsigned, .bytes(2), least: 1),
        .init("minor_version", .unsigned, .bytes(2)),
        .init("preferred_update_rate", .enumeration, .bytes(1), values: UpdateRate.self),
        .init("rfu", .bytes, .bytes(10)),
        .init("uwb_config_data_length", .unsigned, .bytes(1)),
        .init("specification_major_version", .unsigned, .bytes(2), least: 1),
        .init("specification_minor_version", .unsigned, .bytes(2)),
        .init("manufacturer_id", .unsigned, .bytes(4)),
        .init("model_id", .unsigned, .bytes(4)),
        .init("middleware_version", .unsigned, .bytes(4)),
        .init("ranging_role", .enumeration, .bytes(1), values: Role.self),
        .init("source_address", .unsigned, .bytes(2), least: 1, most: 0xFFFE),
        // From 1.1 on.
        .init("clock_drift", .unsigned, .bytes(2)),
        // From 2.0 on.
        .init("rfu2", .unsigned, .bytes(4)),
        .init("requested_hopping_mode", .unsigned, .bytes(1), most: 1),
        .init("requested_slots_per_round", .unsigned, .bytes(2), least: 6),
        .init("requested_slot_duration", .unsigned, .bytes(2), least: 2400),
        .init("requested_ranging_interval", .unsigned, .bytes(2)),
      ], lasting: ["manufacturer_id", "model_id", "middleware_version"]),
    MessageDefinition("did-start", id: [0x02], [identifier]),
    MessageDefinition("did-stop", id: [0x03], [identifier]),
  ]

  private static let identifier = FieldDescription(
    "identifier", .enumeration, .bytes(1), values: Identifier.self)

  /// Accessory configuration data, did-start, did-stop, accessory notice; get device, set device
  /// and notify of Qorvo.
  private enum Identifier: FieldValues {
    static let values: [UInt8] = [0x01, 0x02, 0x03, 0x04, 0x20, 0x21, 0x2F]
  }

  /// Automatic, infrequent, user-interactive.
  private enum UpdateRate: FieldValues { static let values: [UInt8] = [0, 10, 20] }

  /// Responder, initiator.
  private enum Role: FieldValues { static let values: [UInt8] = [0, 1] }
}
