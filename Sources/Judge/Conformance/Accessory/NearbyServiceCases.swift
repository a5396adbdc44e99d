import Errors
import Journal
import Links
import NearbyAccessory
import RigFile
import Runner
import WireFormat

/// The Nearby Interaction service, from which the phone's system reads the configuration data.
enum NearbyServiceCases {
  static let all: [Case] = [present, protected, equal, refreshed, zeroed]

  static let present = Case.accessory(
    "L07", "Nearby Interaction service",
    requirement: "An accessory that ranges in the background has the Nearby Interaction service.",
    source: "accessory protocol §4 (AOSP, STELLA, CANVAS)", needs: [.gatt, .background]
  ) { context, accessory in
    let central = try await context.onlyCentral(accessory, subscribes: false)
    let known = [GATTLayout.configurationData.uuid, GATTLayout.configurationDataOfMany.uuid]
    let found = central.found.filter {
      $0.handle.service == GATTLayout.nearbyInteraction.uuid
        && known.contains($0.handle.characteristic)
    }
    try context.require(
      !found.isEmpty, "the service and its characteristic are found",
      expected: GATTLayout.configurationData.uuid, got: "\(found.count) characteristics")
  }

  static let protected = Case.accessory(
    "L08", "reading without encryption",
    requirement: "The configuration data is not read over a link without encryption.",
    source: "accessory protocol §4 (QNIQ, CANVAS)", needs: [.gatt, .ownChannel, .background]
  ) { context, accessory in
    let central = try await context.onlyCentral(accessory, encrypted: false, subscribes: false)
    let value = try context.firstValue(central)
    guard let refusal = try await central.refusal(of: value) else {
      // It may ask for that itself, and a bond is then used as soon as it is connected.
      guard !central.connection.isEncrypted else {
        throw CaseEnding.skip(
          "the accessory has each connection encrypted: nothing is read without encryption")
      }
      throw context.violation(
        "an unencrypted read is refused", expected: "an error of authentication or encryption",
        got: "it was read")
    }
    let refusals: [RigError.Code] = [.insufficientAuthentication, .insufficientEncryption]
    try context.require(
      refusals.contains(refusal.code), "an unencrypted read is refused",
      expected: "an error of authentication or encryption", got: refusal.reason)
  }

  static let equal = Case.accessory(
    "L09", "value of the configuration data",
    requirement: "The value is the last configuration data byte for byte, without identifier.",
    source: "accessory protocol §4 (QNIQ)", needs: [.gatt, .background]
  ) { context, accessory in
    let central = try await context.onlyCentral(accessory)
    let sent = try await central.initialize("initialize is answered")
    try await context.requireValue(central, sent, "the value is the data that was sent")
  }

  static let refreshed = Case.accessory(
    "L10", "refresh of the configuration data",
    requirement: "The value is refreshed before or together with each configuration data message.",
    source: "accessory protocol §4 (QNIQ)", needs: [.gatt, .background]
  ) { context, accessory in
    let central = try await context.onlyCentral(accessory)
    for number in 1...3 {
      let sent = try await central.initialize("initialize \(number) is answered")
      try await context.requireValue(central, sent, "the value is that of initialize \(number)")
    }
  }

  static let zeroed = Case.accessory(
    "L11", "configuration data after did-start", .varies,
    requirement: "The value stays the configuration data after did-start.",
    source: "accessory protocol §4 (observed: STELLA and CANVAS overwrite it with zeros)",
    needs: [.gatt, .background]
  ) { context, accessory in
    let central = try await context.onlyCentral(accessory)
    let sent = try await context.range(central)
    try await context.requireValue(central, sent, "the value stays after did-start")
  }
}

extension CaseContext {
  /// The first instance of the readable configuration data.
  func firstValue(_ central: CentralLink) throws -> GATTDiscovery {
    guard let value = central.values.first else {
      throw violation(
        "the readable configuration data is found", expected: GATTLayout.configurationData.uuid,
        got: "nothing of its UUID")
    }
    return value
  }

  fileprivate func requireValue(
    _ central: CentralLink, _ sent: [UInt8], _ what: String
  ) async throws {
    let value = try await central.read(try firstValue(central))
    try require(
      value == sent, what, expected: Hexadecimal.encode(sent), got: Hexadecimal.encode(value))
  }
}
