import RangingOOB
import UCI

extension OOBFault {
  /// Faults in what the radio is given: nothing of them is in any message.
  static let radio: [OOBFault] = [
    .init("big-endian-session", "The session id is read big-endian.") {
      $0.radio = { order, _ in
        order.sessionID = order.sessionID.byteSwapped
        return true
      }
    },
    .init("reversed-phone-address", "The address of the phone is turned round.") {
      $0.onAir { configuration, block in configuration[.dstMACAddress] = block.address.reversed() }
    },
    .init("reversed-own-address", "The own address is turned round.") {
      $0.onAir { configuration, _ in
        configuration[.deviceMACAddress] = configuration.address.reversed()
      }
    },
    .init("reversed-vendor-id", "The vendor id of the key is turned round.") {
      $0.onAir { configuration, _ in
        configuration[.vendorID] = configuration[.vendorID]?.reversed()
      }
    },
    .init("reversed-vector", "The initialization vector of the key is turned round.") {
      $0.onAir { configuration, _ in
        configuration[.staticSTSIV] = configuration[.staticSTSIV]?.reversed()
      }
    },
    .init("short-key", "Of a provisioned key the first 8 bytes are used, the rest is zero.") {
      $0.onAir { configuration, _ in
        guard let key = configuration[.sessionKey] else { return }
        configuration[.sessionKey] =
          Array(key.prefix(8)) + [UInt8](repeating: 0, count: max(key.count - 8, 0))
      }
    },
    .init("zero-key", "The key is zero.") {
      $0.onAir { configuration, _ in
        for id in [AppConfigID.vendorID, .staticSTSIV, .sessionKey] {
          configuration[id] = configuration[id].map { [UInt8](repeating: 0, count: $0.count) }
        }
      }
    },
    .init("static-key-always", "A provisioned key is used for a static STS.") {
      $0.onAir { configuration, block in
        configuration.set(.stsConfig, 0)
        configuration[.vendorID] = Array(block.key.prefix(2))
        configuration[.staticSTSIV] = Array(block.key.dropFirst(2).prefix(6))
      }
    },
    .init("always-initiator", "It is the initiator, whatever its role.") {
      $0.onAir { configuration, _ in configuration.setRole(isInitiator: true) }
    },
    .init("always-responder", "It is the responder, whatever its role.") {
      $0.onAir { configuration, _ in configuration.setRole(isInitiator: false) }
    },
    .init("role-from-mode", "The mode decides on the role.") {
      $0.onAir { configuration, block in
        configuration.setRole(isInitiator: block.mode == .controller)
      }
    },
    .init("fixed-slot", "The slot is 2 ms, whatever was configured.") {
      $0.onAir { configuration, _ in configuration.set(.slotDuration, 2400) }
    },
    .init("many-slots", "A round has 25 slots.") {
      $0.onAir { configuration, _ in configuration.set(.slotsPerRR, 25) }
    },
    .init("no-hopping", "Rounds do not hop.") {
      $0.onAir { configuration, _ in configuration.set(.hoppingMode, 0) }
    },
    .init("fixed-interval", "The interval is 200 ms, whatever was configured.") {
      $0.onAir { configuration, _ in configuration.set(.rangingDuration, 200) }
    },
    .init("fixed-preamble", "The preamble is 10, whatever was configured.") {
      $0.onAir { configuration, _ in configuration.set(.preambleCodeIndex, 10) }
    },
  ]
}

extension AppConfiguration {
  fileprivate mutating func setRole(isInitiator: Bool) {
    set(.deviceRole, isInitiator ? 1 : 0)
    set(.deviceType, isInitiator ? 1 : 0)
  }
}
