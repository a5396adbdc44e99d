import CRigShims
public import Errors
public import LabRuntime

/// Switches power, and proves that it went: a board that is cut off disappears, one that has its
/// power back appears again.
public struct PowerControl: Sendable {
  private let lab: Lab
  let tree: PowerTree

  /// Control of this machine's ports.
  public init(_ lab: Lab, tree: PowerTree = PowerTree()) {
    self.lab = lab
    self.tree = tree
  }

  static let longestVanishing = Duration.seconds(5)
  /// How long a device may take to come back: a probe needs a second or two.
  static let longestReturn = Duration.seconds(10)

  /// The state of a switch.
  public func status(_ power: PowerSwitch) async throws(RigError) -> PowerStatus {
    guard case .hub(let port) = power else {
      let there = power.devicePath.map { tree.has($0) }
      return PowerStatus(
        isOn: there, switching: nil, devices: there == true ? [power.devicePath ?? ""] : [])
    }
    guard tree.folders(of: port) != nil, let hub = tree.numbers(of: port.hubName) else {
      throw PowerTree.missing(port)
    }
    let descriptor = try await blocking(power.name) {
      .success(HubRequests.descriptor(bus: hub.bus, address: hub.address))
    }
    return PowerStatus(
      isOn: tree.isDisabled(port).map { !$0 } ?? (tree.has(port.devicePath) ? true : nil),
      switching: descriptor?.switching, devices: carried(by: port))
  }

  /// The devices on a port.
  public func carried(by port: HubPort) -> [String] { tree.devices.filter(port.carries) }

  /// Takes the power away, and returns when the board is gone.
  ///
  /// - Parameter mayTouch: whether a device that hangs on the port may lose its power. A port that
  ///   carries anything else is refused.
  public func cut(
    _ power: PowerSwitch, mayTouch: @Sendable (String) -> Bool
  ) async throws(RigError) {
    if case .hub(let port) = power {
      let others = carried(by: port).filter { !mayTouch($0) }
      guard others.isEmpty else {
        throw RigError(
          .carriesOthers, power.name,
          reason: "it also feeds \(others.joined(separator: ", ")), which was not named",
          advice: "Plug that in elsewhere, or say --force")
      }
    }
    let wasThere = power.devicePath.map { tree.has($0) } ?? false
    try await set(power, on: false)
    guard wasThere, let path = power.devicePath else { return }
    guard try await wait(PowerControl.longestVanishing, for: power.name, until: { !tree.has(path) })
    else {
      // What came to nothing is taken back: the switch is left as it was.
      try? await set(power, on: true)
      throw RigError(
        .noEffect, power.name,
        reason: "the switch says off, and the device at \(path) is still there",
        advice: "Many hubs switch nothing, or all ports together: `uwbrig power BOARD status` "
          + "shows what this one claims. A board with a second supply stays on, too")
    }
  }

  /// Gives the power back, and returns when the board is there.
  public func restore(_ power: PowerSwitch) async throws(RigError) {
    try await set(power, on: true)
    guard let path = power.devicePath else { return }
    guard try await wait(PowerControl.longestReturn, for: power.name, until: { tree.has(path) })
    else {
      throw RigError(
        .noEffect, power.name,
        reason: "the power is on, and no device has come back at \(path) within 10 s",
        advice: "Is the board plugged in, and switched on itself?")
    }
  }

  private func set(_ power: PowerSwitch, on: Bool) async throws(RigError) {
    switch power {
    case .hub(let port):
      if try tree.disable(port, !on) { return }
      try await request(port, on: on)
    case .ykush(let hub, let port, _):
      try await blocking(power.name) {
        do throws(RigError) { return .success(try hub.power(port: port, on: on)) } catch {
          return .failure(error)
        }
      }
    case .programs(let cut, let restore, let directory, let limit):
      let command = on ? restore : cut
      let status = try await blocking(power.name) {
        .success(ShellProgram.run(command, directory: directory, limit: limit).status)
      }
      guard status == 0 else {
        throw RigError(
          .refused, power.name,
          reason: status.map { "it ended with status \($0)" }
            ?? "it did not end within \(limit), or could not be started",
          advice: "Try it by hand in the rig file's folder")
      }
    }
  }

  /// Kernels before 6.0: the hub itself is told, more than once, since the kernel's hub driver may
  /// switch a port on again; both halves of a USB 3 hub.
  private func request(_ port: HubPort, on: Bool) async throws(RigError) {
    let halves = ([port] + [tree.peer(of: port)].compactMap(\.self)).compactMap { half in
      tree.numbers(of: half.hubName).map { (hub: $0, port: half.number) }
    }
    guard !halves.isEmpty else { throw PowerTree.missing(port) }
    let done = try await blocking("\(port)") {
      var done = true
      for _ in 0..<(on ? 1 : 2) {
        done = halves.allSatisfy { half in
          HubRequests.power(
            bus: half.hub.bus, address: half.hub.address, port: half.port, on: on)
        }
      }
      return .success(done)
    }
    guard done else {
      throw RigError(
        .notPermitted, "\(port)",
        reason: "this kernel has no switch for it, and the hub could not be asked",
        advice: "Run it as root: hubs belong to root alone")
    }
  }

  func wait(
    _ limit: Duration, for name: String, until isSo: () -> Bool
  ) async throws(RigError) -> Bool {
    let end = lab.now.advanced(by: limit)
    while !isSo() {
      guard lab.now < end else { return false }
      do {
        try await lab.sleep(for: .milliseconds(20), label: "\(name) to take effect")
      } catch {
        throw RigError(.cancelled, name, reason: "waiting for it was cancelled")
      }
    }
    return true
  }

  /// Runs what blocks on a thread of its own.
  func blocking<Value: Sendable>(
    _ name: String, _ body: @escaping @Sendable () -> Result<Value, RigError>
  ) async throws(RigError) -> Value {
    let results = LabChannel<Result<Value, RigError>>(lab, label: name)
    defer { results.close() }
    guard WorkerThread.start("power", { results.send(body()) }) else {
      throw RigError(.refused, name, reason: "the system gives no thread")
    }
    let result: Result<Value, RigError>
    do { result = try await results.receive() } catch {
      throw RigError(.cancelled, name, reason: "it was cancelled")
    }
    return try result.get()
  }
}
