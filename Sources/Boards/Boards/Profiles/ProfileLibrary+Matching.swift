import BootProtocols
import Notation

extension ProfileLibrary {
  /// The boards among devices, in the order of their paths. A device that no profile fits is left out.
  ///
  /// Two devices are one board only where evidence says so, never because of the ports that they
  /// hang on.
  public func match(
    _ devices: [USBDevice], evidence: IdentityEvidence = IdentityEvidence()
  ) -> [BoardMatch] {
    let known = devices.filter { device in
      profiles.contains { $0.parts.contains { $0.match.fits(device) } }
    }
    let groups = groups(of: known, evidence)
    let matches = groups.compactMap { group -> BoardMatch? in
      let candidates = narrowed(candidates(for: group), group, evidence)
      guard !candidates.isEmpty else { return nil }
      return BoardMatch(
        devices: group, candidates: candidates, certainty: Self.certainty(of: candidates),
        questions: [])
    }
    return matches.map { match in
      var match = match
      match.questions = OpenQuestion.questions(about: match, among: matches, evidence)
      return match
    }
  }

  private static func certainty(of candidates: [BoardCandidate]) -> BoardMatch.Certainty {
    guard candidates.contains(where: \.isHard) else { return .mayBe }
    return candidates.count == 1 ? .certain : .ambiguous
  }

  private func groups(of devices: [USBDevice], _ evidence: IdentityEvidence) -> [[USBDevice]] {
    var rest = devices.sorted { USBPath.precedes($0.path, $1.path) }
    var groups: [[USBDevice]] = []
    while !rest.isEmpty {
      var group = [rest.removeFirst()]
      // A serial number that two devices have pairs neither of them.
      let partners = group.first.map { serials(pairedWith: $0, evidence) } ?? []
      let found = rest.filter { device in
        device.serial.map { partners.contains($0.unpadded) } ?? false
      }
      if found.count == 1, let partner = found.first,
        let index = rest.firstIndex(where: { $0.path == partner.path })
      {
        group.append(rest.remove(at: index))
      }
      groups.append(group)
    }
    return groups
  }

  /// Serial numbers, unpadded, of what is known to be one board with a device: by what was read from the
  /// chip, or by a profile that names one serial number for each part.
  private func serials(pairedWith device: USBDevice, _ evidence: IdentityEvidence) -> [String] {
    guard let serial = device.serial?.unpadded else { return [] }
    let read = evidence.nativeSerials.sorted { $0.key < $1.key }
      .map { [$0.key.unpadded, $0.value.unpadded] }
    let said = profiles.map { $0.parts.map(\.match.serials) }
      .filter { parts in
        parts.count > 1 && parts.allSatisfy { $0.count == 1 }
          && !parts.joined().contains { $0.contains("*") || $0.contains("?") }
      }
      .map { $0.joined().map(\.unpadded) }
    return (read + said).filter { $0.contains(serial) }.flatMap { $0 }.filter { $0 != serial }
  }

  private func candidates(for group: [USBDevice]) -> [BoardCandidate] {
    profiles.compactMap { profile -> BoardCandidate? in
      var parts: [BoardProfile.Part] = []
      for device in group {
        let part = profile.parts.first { part in
          part.match.fits(device) && !parts.contains { $0.name == part.name }
        }
        guard let part else { return nil }
        parts.append(part)
      }
      let weights = zip(parts, group).map { $0.match.weight(of: $1) }
      return BoardCandidate(
        profile: profile, parts: parts.map(\.name), isHard: parts.allSatisfy(\.match.isHard),
        weight: weights.reduce(0, +))
    }
    .sorted { a, b in
      if a.isHard != b.isHard { return a.isHard }
      if a.weight != b.weight { return a.weight > b.weight }
      if a.profile.confidence != b.profile.confidence {
        return a.profile.confidence > b.profile.confidence
      }
      return a.profile.name < b.profile.name
    }
  }

  /// What a person or the chip itself said counts more than everything that USB tells.
  private func narrowed(
    _ candidates: [BoardCandidate], _ group: [USBDevice], _ evidence: IdentityEvidence
  ) -> [BoardCandidate] {
    let names = group.compactMap { device in
      evidence.profiles[device.path] ?? device.serial.flatMap { evidence.profiles[$0] }
    }
    if let name = names.first, let profile = profile(named: name) {
      if var said = candidates.first(where: { $0.profile.name == profile.name }) {
        said.isHard = true
        return [said]
      }
    }
    let own = candidates.filter { candidate in
      zip(candidate.parts, group).contains { name, _ in
        !(candidate.profile.part(named: name)?.match.serials.isEmpty ?? true)
      }
    }
    if !own.isEmpty { return own }
    let chips = group.compactMap { $0.serial.flatMap { evidence.chips[$0] } }
    guard let chip = chips.first?.lowercased() else { return candidates }
    let fitting = candidates.filter { $0.profile.chip.mcu.value.lowercased().hasPrefix(chip) }
    return fitting.isEmpty ? candidates : fitting
  }
}

extension OpenQuestion {
  static func questions(
    about match: BoardMatch, among all: [BoardMatch], _ evidence: IdentityEvidence
  ) -> [OpenQuestion] {
    [which(match), pairing(match, among: all), firmware(match, evidence)].compactMap { $0 }
      + serials(match, among: all)
  }

  private static func which(_ match: BoardMatch) -> OpenQuestion? {
    let titles = match.candidates.map(\.profile.title)
    let own =
      "say so with profile: in the rig file, or for good in a profile of your own with like: and "
      + "serials:"
    switch match.certainty {
    case .certain: return nil
    case .mayBe where titles.count == 1:
      return OpenQuestion(
        what: "It may be a \(titles.joined()), but many other devices show themselves like this.",
        how: "Look at the board, then " + own + ".")
    default:
      let chips = Set(match.candidates.map { $0.profile.chip.mcu.value }).sorted()
      let hasProbe = match.devices.contains { $0.vendor == 0x1366 }
      let reading =
        chips.count > 1 && hasProbe
        ? "`uwbrig boards --chips` reads through the debug probe which chip it is "
          + "(\(Wording.alternatives(chips))); else look at the board and "
        : "Look at the board and "
      return OpenQuestion(
        what: "USB does not tell whether this is a \(Wording.alternatives(titles)).",
        how: reading + own
          + ".")
    }
  }

  /// A probe and a native port that may be one board are not paired by where they hang.
  private static func pairing(_ match: BoardMatch, among all: [BoardMatch]) -> OpenQuestion? {
    guard match.devices.count == 1, let best = match.candidates.first, best.profile.parts.count > 1
    else { return nil }
    let others = all.filter { other in
      other.devices.count == 1 && other.devices != match.devices
        && other.candidates.contains { candidate in
          match.candidates.contains { $0.profile.name == candidate.profile.name }
            && candidate.parts != best.parts
        }
    }
    guard !others.isEmpty else { return nil }
    let paths = others.flatMap(\.devices).map(\.path).joined(separator: ", ")
    return OpenQuestion(
      what: "It is not known whether this and \(paths) are the same board.",
      how:
        "`uwbrig boards --chips` reads it out of the chip: the address in its FICR is the serial "
        + "number of its own USB port; or unplug one and see what else goes.")
  }

  private static func firmware(
    _ match: BoardMatch, _ evidence: IdentityEvidence
  ) -> OpenQuestion? {
    let open = match.ports.filter {
      $0.terminal != nil && $0.port?.role == .command
        && evidence.firmware(of: $0.device, interface: $0.interface) == nil
    }
    guard let port = open.first, let best = match.candidates.first else { return nil }
    let variants = best.profile.firmware(at: port.interface, of: port.part)
    let kinds = variants.map(\.speaks.rawValue)
    guard kinds.count > 1 else { return nil }
    let images = variants.flatMap { variant in
      variant.images.prefix(1).map { "\($0) is \(variant.speaks.rawValue)" }
    }.joined(separator: ", ")
    let asking =
      match.questions(for: port).isEmpty
      ? "The image that was flashed tells" : "`uwbrig boards --probe` asks; the image tells as well"
    return OpenQuestion(
      what: "What speaks on interface \(port.interface) of \(port.device.path) can be "
        + "\(Wording.alternatives(kinds)).",
      how: asking + (images.isEmpty ? "" : " (\(images))")
        + "; name it in the rig file under firmware:.")
  }

  private static func serials(_ match: BoardMatch, among all: [BoardMatch]) -> [OpenQuestion] {
    let devices = all.flatMap(\.devices)
    return match.devices.compactMap { device in
      guard let serial = device.serial else {
        return OpenQuestion(
          what: "\(device.path) has no serial number.",
          how: "Address it by path=\(device.path), and leave it in this socket.")
      }
      let twins = devices.filter { $0.serial == serial && $0.path != device.path }
      guard !twins.isEmpty else { return nil }
      return OpenQuestion(
        what:
          "\(device.path) and \(twins.map(\.path).joined(separator: ", ")) have the same serial number "
          + "\(PrintableText.quoted(serial, limit: 40)).",
        how: "Address them by path, and leave them in their sockets.")
    }
  }
}
