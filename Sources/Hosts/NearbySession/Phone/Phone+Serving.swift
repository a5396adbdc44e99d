import Errors
import LabRuntime
import UCIHost

extension Phone {
  /// Lives until the task is cancelled: keeps the time, works the radio, looks at accessories over
  /// Bluetooth.
  public func serve() async {
    defer { neighbourhood?.leave(self) }
    await withDiscardingTaskGroup { group in
      if let radio {
        group.addTask { await radio.serve() }
        group.addTask { await self.takeReports(radio) }
      }
      if let bluetooth { group.addTask { await bluetooth.serve() } }
      group.addTask { await self.checkAccessories() }
      group.addTask { await self.keepTime() }
    }
  }

  private func keepTime() async {
    while !Task.isCancelled {
      let due = nextDeadlines().map(\.due).min()
      do throws(RigError) {
        try await wake.receive(until: due.map { LabInstant.zero.advanced(by: $0) })
      } catch {
        guard error.code == .timedOut else { return }
        let now = LabInstant.zero.duration(to: lab.now)
        for (number, due) in nextDeadlines() where due <= now { handle(number, .deadline) }
      }
    }
  }

  private func nextDeadlines() -> [(number: Int, due: Duration)] {
    withState { state in
      state.entries.indices.compactMap { index in
        state.entries[index].machine.nextDeadline(surroundings(of: index, state))
          .map { (index, $0) }
      }
    }
  }

  private func takeReports(_ radio: any RangingRadio) async {
    while let report = try? await Lab.inBackground({ try await radio.reports.receive() }) {
      switch report {
      case .heard(let number, let update):
        handle(
          behaviour.has(.mixesUpSessions) ? 0 : number,
          .heard(update, motion?.pose(at: update.at)))
      case .failed(let number, let reason): handle(number, .radioFailed(reason))
      }
    }
  }

  private func checkAccessories() async {
    await withDiscardingTaskGroup { group in
      while let (number, accessory, check) = try? await checks.receive() {
        group.addTask {
          let error = await self.lookAt(accessory)
          if !Task.isCancelled { self.handle(number, .verified(error, check: check)) }
        }
      }
    }
  }

  /// Why an accessory cannot have a background session; nil when it can.
  private func lookAt(_ accessory: AccessoryPeerConfiguration) async -> FrameworkError? {
    guard let identifier = accessory.bluetoothPeerIdentifier else { return nil }
    guard let bluetooth else {
      return FrameworkError(
        .accessoryPeerDeviceUnavailable, "the phone \(name) has no Bluetooth")
    }
    let check = BackgroundCheck(failure: settings.backgroundFailure, behaviour: behaviour)
    return await check.failure(of: accessory.data, at: identifier, over: bluetooth)
  }
}
