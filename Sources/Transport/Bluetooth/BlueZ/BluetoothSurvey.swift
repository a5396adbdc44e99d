public import Errors
public import LabRuntime

/// What bluetoothd says of this computer's Bluetooth, without changing anything.
public struct BluetoothSurvey: Sendable {
  /// The adapters, by name.
  public var adapters: [BluetoothAdapter] = []
  /// Devices that something is connected with, by the name of the adapter.
  public var connected: [String: Int] = [:]
  /// Why this user may not answer for pairings; nil where it may.
  public var agentFailure: String?

  /// Asks bluetoothd.
  ///
  /// - Throws: ``RigError`` `notFound` where there is no bus or no bluetoothd, `timedOut`.
  public static func read(_ lab: Lab) async throws(RigError) -> BluetoothSurvey {
    let blueZ = try await BlueZ(lab)
    defer { blueZ.close() }
    var survey = BluetoothSurvey()
    survey.adapters = blueZ.adapters
    for adapter in survey.adapters {
      survey.connected[adapter.name] = blueZ.devices.count {
        $0.belongs(to: adapter.path) && $0.isConnected
      }
    }
    do throws(RigError) {
      try await blueZ.connection.registerAgent(isDefault: false)
      blueZ.connection.unregisterAgent()
    } catch { survey.agentFailure = error.reason }
    return survey
  }
}
