import Bluetooth
import Journal
import LabRuntime
import Terminal

/// Listens for what advertises.
enum AirScan {
  /// What was heard, the strongest first, and the status of a program that was told to end meanwhile.
  ///
  /// Signals have to be blocked.
  ///
  /// - Parameter adapter: its name or address; nil for the first.
  static func perform(
    on adapter: String?, for patience: Duration
  ) throws -> (devices: [BluetoothDevice], status: ExitStatus) {
    let lab = Lab.live(seed: 0)
    let end = EndOfService(lab)
    end.openAtSignal()
    let devices = try lab.run {
      let host = BluetoothHost(lab)
      return try await host.performing {
        try await host.scan(on: adapter) {
          await withDiscardingTaskGroup { group in
            group.addTask {
              try? await lab.sleep(for: patience, label: "advertisements")
              end.open(.done)
            }
            await end.wait()
            group.cancelAll()
          }
        }
      }
    }
    return (devices, end.status)
  }
}
