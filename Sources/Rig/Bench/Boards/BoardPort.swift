public import Boards
public import BootProtocols
import Errors
import FoundationEssentials
import Inspection
import LabRuntime
import Links
import Notation
import RigFile
import Synchronization

/// A terminal of this machine: what the rig file does not say of its line, the board's profile
/// does.
protocol BoardPort: LinkSource {
  /// What the profile says of the port, as it was last found; nil where it says nothing.
  var settings: LineSettings? { get }
  /// Opens it with its parameters changed: to reset a board by a line.
  func open(
    changing change: (inout SerialParameters) -> Void
  ) async throws(RigError) -> any Link
}

/// The line settings of one board's ports in the profiles.
public struct PortProfile: Sendable {
  private let library: ProfileLibrary
  private let name: String?
  private let firmware: Firmware?

  /// The profiles that count, which of them the rig file names, and what speaks on the port.
  public init(_ library: ProfileLibrary, named name: String? = nil, firmware: Firmware? = nil) {
    self.library = library
    self.name = name
    self.firmware = firmware
  }

  /// How an interface of a device wants to be opened; nil where no profile says so.
  func settings(of device: USBDevice, interface: Int) -> LineSettings? {
    var settings = library.lineSettings(
      of: device, interface: interface, profile: name, firmware: firmware)
    // A boot protocol has a rate of its own, whatever the application speaks at.
    if firmware?.bootProtocol != nil { settings?.parameters.baud = nil }
    return settings
  }
}

extension SerialParameters {
  /// These parameters, with what they leave open taken from a profile.
  func filled(from settings: LineSettings?) -> SerialParameters {
    settings.map { filled(from: $0.parameters) } ?? self
  }
}

/// A terminal that is named by its path. Where a USB device is behind it, that device's profile
/// counts, and the device is followed when it comes back under another number.
final class TerminalPort: BoardPort {
  let name: String
  private let lab: Lab
  private let path: String
  private let parameters: SerialParameters
  private let profile: PortProfile?
  private let tree: USBTree
  private let found = Mutex<LineSettings?>(nil)
  /// The device that the path led to when it was first opened.
  private let known = Mutex<(identity: DeviceIdentity, interface: Int)?>(nil)

  init(
    _ lab: Lab, path: String, parameters: SerialParameters, profile: PortProfile?,
    tree: USBTree = .system
  ) {
    self.lab = lab
    self.path = path
    self.parameters = parameters
    self.profile = profile
    self.tree = tree
    name = "serial:\(path)"
  }

  var settings: LineSettings? { found.withLock { $0 } }

  func open() async throws(RigError) -> any Link { try await open { _ in } }

  func open(
    changing change: (inout SerialParameters) -> Void
  ) async throws(RigError) -> any Link {
    let settings = profiled
    found.withLock { $0 = settings }
    var parameters = parameters.filled(from: settings)
    change(&parameters)
    let place = followed ?? path
    do throws(RigError) {
      let link = try await SerialPort(lab, path: place, parameters: parameters).open()
      if known.withLock({ $0 == nil }), let (device, interface) = attached {
        known.withLock { $0 = (DeviceIdentity(device), interface) }
      }
      return link
    } catch {
      throw explained(error)
    }
  }

  /// The device that the path leads to now, and its interface; nil for one that is not behind USB.
  private var attached: (device: USBDevice, interface: Int)? {
    for device in tree.snapshot().devices {
      for interface in device.interfaces
      where interface.terminals.contains(where: { $0.path == path || $0.links.contains(path) }) {
        return (device, interface.number)
      }
    }
    return nil
  }

  /// Where the device of before is, when the path does not lead to it any more: a chip that
  /// restarts leaves the bus, and gets another number while the old one is held.
  private var followed: String? {
    guard let known = known.withLock({ $0 }) else { return nil }
    if let attached, known.identity.isSame(as: attached.device) { return nil }
    let same = tree.snapshot().devices.filter { known.identity.isSame(as: $0) }
    guard same.count == 1, let device = same.first else { return nil }
    return (try? device.terminal(interface: known.interface))?.path
  }

  /// Says who has the terminal, where this user may know.
  private func explained(_ error: RigError) -> RigError {
    guard error.code == .busy else { return error }
    let holders = TerminalPlace.holders(of: path).map(\.description)
    guard !holders.isEmpty else { return error }
    return RigError(
      .busy, error.context,
      reason: "it is open in \(holders.joined(separator: " and "))", advice: error.advice)
  }

  private var profiled: LineSettings? {
    guard let profile, let place = TerminalPlace(of: path), let devicePath = place.devicePath,
      let device = tree.device(at: devicePath)
    else { return nil }
    let interface = device.interfaces.first { interface in
      interface.terminals.contains { $0.path.hasSuffix("/\(place.name)") }
    }
    return interface.flatMap { profile.settings(of: device, interface: $0.number) }
  }
}

extension RigFile {
  /// The profiles that count for this rig where none are given: those of the program and of this
  /// user's folder; nil for a rig without a terminal of this machine, whose runs depend on no file
  /// besides their own.
  ///
  /// Throws `DocumentErrors` with every fault of the user's profiles.
  func profiles() throws -> ProfileLibrary? {
    guard boards.contains(where: { $0.isOnTerminal }) else { return nil }
    return try .usual()
  }

  /// Throws unless there is a profile for every name that counts.
  func check(_ library: ProfileLibrary?) throws(RigError) {
    guard let library else { return }
    for board in boards where board.isOnTerminal {
      guard let name = board.profile, library.profile(named: name) == nil else { continue }
      let nearest = NearestName.nearest(to: name, among: library.profiles.map(\.name))
      throw RigError(
        .failed, board.name,
        reason: "there is no board profile \(PrintableText.quoted(name, limit: 60))",
        advice: nearest.map { "Did you mean \"\($0)\"?" }
          ?? "Put your own into uwbrig/boards below $XDG_CONFIG_HOME or ~/.config")
    }
  }
}
