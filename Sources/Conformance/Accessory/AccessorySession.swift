import LabRuntime
import NearbyAccessory
import NearbySession
import Rig
import Runner
import WireFormat

/// The two blobs of one session: what the accessory said, and what it is told.
struct AccessorySession: Sendable {
  var accessory: AccessoryConfigurationData
  var shareable: ShareableConfigurationData
}

extension CaseContext {
  /// The accessory's data, decoded.
  func decoded(_ data: [UInt8]) throws -> AccessoryConfigurationData {
    do throws(WireError) { return try AccessoryConfigurationData.decode(data) } catch {
      throw violation(
        "the configuration data can be read", expected: "accessory configuration data",
        got: "\(error)")
    }
  }

  /// Initializes the accessory and makes the data that a phone would send it: its version, random
  /// session, vector and address.
  func session(
    with accessory: AccessoryBoard, changing: (inout ShareableConfigurationData) -> Void = { _ in }
  ) async throws -> AccessorySession {
    session(for: try decoded(try await initialize(accessory)), changing: changing)
  }

  /// Another session of an accessory whose data is known.
  func session(
    for accessory: AccessoryConfigurationData,
    changing: (inout ShareableConfigurationData) -> Void = { _ in }
  ) -> AccessorySession {
    var random = random("session")
    var settings = NearbySession.Settings()
    settings.blockInterval = UInt16(clamping: limits.blockInterval.microseconds / 1000)
    settings.grantsRequest = false
    var shareable = settings.shareable(for: accessory, random: &random)
    changing(&shareable)
    return AccessorySession(accessory: accessory, shareable: shareable)
  }

  /// Sends configure-and-start and awaits did-start.
  @discardableResult
  func start(
    _ session: AccessorySession, on accessory: AccessoryBoard,
    _ what: String = "a valid configuration is answered with did-start"
  ) async throws -> AccessoryBoard.Received {
    try await accessory.send(.configureAndStart(try session.shareable.encode()))
    return try await expect(.didStart, from: accessory, within: limits.accessoryStart, what)
  }

  /// Sends a blob that must not start anything, and proves that nothing came.
  func refuse(_ blob: [UInt8], by accessory: AccessoryBoard, _ what: String) async throws {
    try await accessory.send(.configureAndStart(blob))
    try await fence(accessory, what)
  }

  /// A whole cycle, as proof that the accessory still works.
  func cycle(_ accessory: AccessoryBoard) async throws {
    try await start(
      session(with: accessory), on: accessory, "the next valid cycle is answered with did-start")
  }
}
