import NearbyAccessory

/// A Bluetooth LE device as a central finds it: services, characteristics, and what each asks of the
/// link.
public struct GATTReport: Codable, Sendable, Equatable {
  /// The security that a characteristic asks for, found out by trying.
  public enum Security: String, Codable, Sendable, CaseIterable {
    /// Any link is served.
    case open
    /// The link has to be encrypted.
    case encrypted
    /// Encryption by Just Works is not enough.
    case authenticated
    /// Refused for a reason other than security.
    case refused
    /// It can be tried only by writing a value.
    case notTried = "not-tried"
  }

  /// How the link was encrypted.
  public enum Pairing: String, Codable, Sendable, CaseIterable {
    /// Nothing asked for it.
    case notNeeded = "not-needed"
    case done
    case failed
  }

  /// A characteristic, one of several where UUIDs are equal.
  public struct Characteristic: Codable, Sendable, Equatable {
    /// In the attribute protocol; nil in a model without.
    public var handle: UInt16?
    /// All 32 digits, uppercase.
    public var uuid: String
    /// Nil for one that is not known.
    public var name: String?
    /// Such as `write-without-response`.
    public var properties: [String]
    /// UUIDs of descriptors.
    public var descriptors: [String]
    /// What it asks for.
    public var security: Security
    /// The refusal in words; nil where there was none, or a better link was served.
    public var refusal: String?
    /// In hexadecimal; nil where it cannot be read.
    public var value: String?
    /// The value of a characteristic that holds text.
    public var text: String?
  }

  /// A service with characteristics.
  public struct Service: Codable, Sendable, Equatable {
    /// All 32 digits, uppercase.
    public var uuid: String
    /// Nil for one that is not known.
    public var name: String?
    /// In the order of the server.
    public var characteristics: [Characteristic]
  }

  /// The address of this moment.
  public var address: String
  /// The name in the advertisement; nil where it gives none, or none was heard.
  public var name: String?
  /// UUIDs of the services in the advertisement.
  public var advertised: [String] = []
  /// ATT_MTU, where 517 was asked for.
  public var unit = 23
  /// How the link was encrypted.
  public var pairing = Pairing.notNeeded
  /// In the order of the server.
  public var services: [Service] = []

  /// The stock firmware that has such services, in words; nil for none that is known.
  public var profile: String? {
    func has(_ uuid: String) -> Bool { services.contains { $0.uuid == uuid } }
    let background =
      has(GATTLayout.nearbyInteraction.uuid)
      ? ", with background sessions" : ", without background sessions"
    let maker = text(of: "2A29").map { " of \($0)" } ?? ""
    if has(GATTLayout.qorvo.service.uuid) {
      return "Qorvo Nearby Interaction (QANI, QNI 3 and later)\(background)"
    }
    if has(GATTLayout.nordicUART.service.uuid) {
      let makers = "NXP, Murata, STELLA, Canvas, Apple's sample or early Qorvo"
      let guess = maker.isEmpty ? " (\(makers))" : maker
      return has(GATTLayout.nearbyInteraction.uuid)
        ? "Nearby Interaction accessory on Nordic UART\(guess)\(background)"
        : "Nordic UART\(guess)\(background)"
    }
    if has(GATTLayout.nearbyInteraction.uuid) {
      return "Nearby Interaction accessory\(maker) on a data channel that is not known"
    }
    return updates.isEmpty ? nil : "firmware updates\(maker), without the channel of an accessory"
  }

  /// The channels through which it takes firmware, by the words of link strings.
  public var updates: [String] {
    GATTLayout.updates.filter { channel in
      services.contains { service in
        service.uuid == channel.service.uuid
          && service.characteristics.contains { each in
            each.uuid == channel.receive.uuid
              || GATTLayout.buttonless.contains { $0.uuid == each.uuid }
          }
      }
    }.map(\.name)
  }

  /// The text of a standard characteristic, by its four digits.
  private func text(of short: String) -> String? {
    services.lazy.flatMap(\.characteristics).first { GATTLayout.shortUUID($0.uuid) == short }?.text
  }
}
