public import BootProtocols

/// Devices that are one board, as far as is known, and what board that can be.
public struct BoardMatch: Sendable, Equatable {
  /// How sure it is.
  public enum Certainty: String, Sendable, Hashable, CaseIterable {
    /// One profile fits, and its ids are trusted.
    case certain
    /// Several profiles fit, and USB cannot tell which.
    case ambiguous
    /// Profiles fit whose ids are not verified, or that are those of a common bridge chip.
    case mayBe = "may-be"
  }

  /// The devices in the order of their paths.
  public var devices: [USBDevice]
  /// The profiles that fit all of them, the likeliest first; at least one.
  public var candidates: [BoardCandidate]
  /// How sure it is.
  public var certainty: Certainty
  /// Open questions, and how to decide them.
  public var questions: [OpenQuestion]

  /// The likeliest profile.
  public var likeliest: BoardProfile? { candidates.first?.profile }

  /// Whether a device is part of the board.
  public func contains(_ device: USBDevice) -> Bool { devices.contains { $0.path == device.path } }
}

/// A profile that fits, with the part that each device is.
public struct BoardCandidate: Sendable, Hashable {
  /// The profile.
  public var profile: BoardProfile
  /// Names of the parts, in the order of the devices.
  public var parts: [String]
  /// Whether the ids of every part are trusted.
  public var isHard: Bool
  /// How many hints speak for it.
  public var weight: Int
}

/// Something that USB does not tell.
public struct OpenQuestion: Sendable, Hashable {
  /// The open question, in a sentence.
  public var what: String
  /// How to find out, in a sentence.
  public var how: String
}

/// A terminal of a board.
public struct MatchedPort: Sendable, Equatable {
  /// The device that it belongs to.
  public var device: USBDevice
  /// The part of the likeliest profile.
  public var part: String
  /// The interface number.
  public var interface: Int
  /// The terminal's node; nil where no driver made one.
  public var terminal: DeviceNode?
  /// The likeliest profile's entry for it; nil where there is none.
  public var port: BoardProfile.Port?
}

extension BoardMatch {
  /// The terminals with their roles, by the likeliest profile.
  public var ports: [MatchedPort] {
    guard let best = candidates.first else { return [] }
    var result: [MatchedPort] = []
    for (index, device) in devices.enumerated() {
      guard let part = best.part(of: index) else { continue }
      let said = part.ports.map(\.interface)
      let made = device.interfaces.filter { !$0.terminals.isEmpty }.map(\.number)
      let present = device.interfaces.map(\.number)
      for number in Set(said.filter(present.contains) + made).sorted() {
        let terminals = device.interfaces.first { $0.number == number }?.terminals ?? []
        result.append(
          MatchedPort(
            device: device, part: part.name, interface: number, terminal: terminals.first,
            port: part.port(interface: number)))
      }
    }
    return result
  }
}

extension BoardCandidate {
  func part(of index: Int) -> BoardProfile.Part? {
    index < parts.count ? profile.part(named: parts[index]) : nil
  }
}

/// Facts about boards beyond USB. None of them is guessed.
public struct IdentityEvidence: Sendable, Hashable {
  /// Serial number of a debug probe to that of the chip's own USB port, as derived from FICR.
  public var nativeSerials: [String: String]
  /// Serial number of a device to the chip that was read through it, such as `nRF52833`.
  public var chips: [String: String]
  /// Serial number or path of a device to the name of its profile, as a person said.
  public var profiles: [String: String]
  /// Serial number of a device to what was found to speak on its interfaces.
  public var firmware: [String: [Int: Firmware]]

  /// Evidence; nothing where nothing is given.
  public init(
    nativeSerials: [String: String] = [:], chips: [String: String] = [:],
    profiles: [String: String] = [:], firmware: [String: [Int: Firmware]] = [:]
  ) {
    self.nativeSerials = nativeSerials
    self.chips = chips
    self.profiles = profiles
    self.firmware = firmware
  }

  /// What was found to speak on an interface of a device; nil where it was not asked.
  public func firmware(of device: USBDevice, interface: Int) -> Firmware? {
    device.serial.flatMap { firmware[$0]?[interface] }
  }
}
