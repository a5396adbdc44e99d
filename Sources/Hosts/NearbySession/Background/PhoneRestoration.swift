/// What of an application outlives its end: saved by the system, handed back when it is relaunched.
public struct PhoneRestoration: Codable, Hashable, Sendable {
  /// A background session with what it needs to run again.
  public struct Session: Codable, Hashable, Sendable {
    /// The accessory configuration data.
    public var data: [UInt8]
    /// The Bluetooth identifier.
    public var bluetoothPeerIdentifier: String
  }

  /// Devices that were connected or being connected to, in order.
  public var devices: [String]
  /// The background sessions, in order.
  public var sessions: [Session]
}

extension Phone {
  /// The state that a relaunched application needs; save it before the application ends.
  public var restoration: PhoneRestoration {
    let forgets = behaviour.has(.forgetsOnRelaunch)
    let sessions = withState { state in
      state.entries.compactMap { entry -> PhoneRestoration.Session? in
        guard entry.machine.phase == .running,
          let accessory = entry.machine.configuration?.accessory,
          let identifier = accessory.bluetoothPeerIdentifier
        else { return nil }
        return PhoneRestoration.Session(
          data: accessory.data, bluetoothPeerIdentifier: identifier)
      }
    }
    return PhoneRestoration(
      devices: forgets ? [] : bluetooth?.wanted ?? [], sessions: forgets ? [] : sessions)
  }

  /// A relaunched application: the devices are connected to again, as soon as they can be, and the
  /// sessions are made anew, each with a configuration to run when its device is connected.
  ///
  /// - Throws: ``FrameworkError`` when the data is not valid any more.
  public func restore(
    _ restoration: PhoneRestoration
  ) throws(FrameworkError) -> [(session: PhoneSession, configuration: SessionConfiguration)] {
    for device in restoration.devices { bluetooth?.connect(device) }
    var restored: [(session: PhoneSession, configuration: SessionConfiguration)] = []
    for saved in restoration.sessions {
      let configuration = try accessoryConfiguration(
        data: saved.data, bluetoothPeerIdentifier: saved.bluetoothPeerIdentifier)
      restored.append((makeSession(), .accessory(configuration)))
    }
    return restored
  }
}
