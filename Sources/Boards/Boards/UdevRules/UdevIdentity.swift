/// The ids of one or more profiles, for udev to recognise.
public struct UdevIdentity: Sendable, Hashable {
  /// `idVendor`.
  public var vendor: UInt16
  /// `idProduct`; nil where the vendor alone is enough.
  public var product: UInt16?
  /// Pattern for the product's name.
  public var productName: String?
  /// Pattern for the serial number.
  public var serial: String?
  /// The boards.
  public var titles: [String]
  /// Whether the ids are those of a chip that is in thousands of other devices.
  public var isGeneric: Bool
  /// The most trust that a profile has in the ids.
  public var confidence: Confidence

  /// Whether the rule would be about boards and not about all the world's adapters.
  public var isSpecific: Bool { !isGeneric || productName != nil || serial != nil }

  /// The same ids as another.
  func isSame(as other: UdevIdentity) -> Bool {
    vendor == other.vendor && product == other.product && productName == other.productName
      && serial == other.serial
  }

  /// Identities of all profiles, those with equal ids as one.
  static func all(of library: ProfileLibrary) -> [UdevIdentity] {
    var merged: [UdevIdentity] = []
    for profile in library.profiles {
      for identity in profile.parts.flatMap({ all(of: $0.match, title: profile.title) }) {
        guard let index = merged.firstIndex(where: { $0.isSame(as: identity) }) else {
          merged.append(identity)
          continue
        }
        if !merged[index].titles.contains(profile.title) {
          merged[index].titles.append(profile.title)
        }
        merged[index].isGeneric = merged[index].isGeneric || identity.isGeneric
        merged[index].confidence = max(merged[index].confidence, identity.confidence)
      }
    }
    return merged.sorted { $0.order.lexicographicallyPrecedes($1.order) }
  }

  private var order: [String] {
    [vendor.hexadecimal, product?.hexadecimal ?? "", productName ?? "", serial ?? ""]
  }

  private static func all(of rule: BoardProfile.MatchRule, title: String) -> [UdevIdentity] {
    let products = rule.products.isEmpty ? [nil] : rule.products.map { $0 as UInt16? }
    let serials = rule.serials.isEmpty ? [nil] : rule.serials.map { $0 as String? }
    return products.flatMap { product in
      serials.map { serial in
        UdevIdentity(
          vendor: rule.vendor, product: product, productName: rule.productName,
          serial: serial.map { rule.decoder == .jlink ? "*" + $0 : $0 }, titles: [title],
          // A vendor whose chips are in common adapters is never matched as a whole.
          isGeneric: rule.isGeneric || (product == nil && isBridge(rule.vendor)),
          confidence: rule.confidence)
      }
    }
  }

  /// FTDI, Silicon Labs, WCH, Prolific, ST, Espressif.
  private static func isBridge(_ vendor: UInt16) -> Bool {
    [0x0403, 0x10C4, 0x1A86, 0x067B, 0x0483, 0x303A].contains(vendor)
  }
}

extension UdevIdentity {
  /// Whether the rule for these ids is about a device.
  public func fits(_ device: USBDevice) -> Bool {
    guard device.vendor == vendor, product == nil || product == device.product else {
      return false
    }
    if let productName, !Pattern(productName).matches(device.productName ?? "") { return false }
    if let serial, !Pattern(serial).matches(device.serial ?? "") { return false }
    return true
  }
}
