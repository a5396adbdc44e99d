import Boards
import BootProtocols
import Links
import Notation

/// The profile by which an attached board is flashed. Where the bootloader lies, what must stay
/// and how the chip is reached come from it, so it is never guessed.
struct ProfileChoice: Sendable {
  let profile: BoardProfile
  let part: String
  /// Other profiles that fit as well and are the same to a flash.
  let others: [BoardProfile]

  /// Chooses among the profiles that fit a device.
  ///
  /// - Parameters:
  ///   - word: what messages call the board.
  ///   - name: the profile that the user named; nil for none.
  ///   - method: how it is to be flashed; nil leaves it to the profile.
  /// - Throws: ``FlashError`` where it is not certain, or the named one is none of those that fit.
  init(
    _ match: BoardMatch, _ device: USBDevice, word: String, named name: String?,
    method: FlashMethod?, _ library: ProfileLibrary, _ evidence: IdentityEvidence
  ) throws {
    let index = match.devices.firstIndex { $0.path == device.path } ?? 0
    let fitting = try Self.fitting(match, word, evidence)
    func part(_ candidate: BoardCandidate) -> String {
      index < candidate.parts.count ? candidate.parts[index] : ""
    }
    if let name {
      guard let chosen = fitting.first(where: { $0.profile.name == name }) else {
        throw Self.noCandidate(name, fitting, word, library)
      }
      (profile, self.part, others) = (chosen.profile, part(chosen), [])
      return
    }
    guard let best = fitting.first else { throw Self.unknown(word, device) }
    func traits(_ method: FlashMethod?) -> [FlashTraits] {
      fitting.map { FlashTraits($0.profile, part: part($0), method: method) }
    }
    let differences = FlashTraits.differences(traits(method))
    guard match.certainty != .mayBe, differences.isEmpty else {
      // What they have in common may be enough.
      let common =
        method != nil || match.certainty == .mayBe
        ? []
        : best.profile.flash.map(\.method).filter { method in
          let traits = traits(method)
          return FlashMethod.supported.contains(method) && traits.allSatisfy(\.hasRoute)
            && FlashTraits.differences(traits).isEmpty
        }
      throw Self.uncertain(match, fitting, word, differences, common)
    }
    (profile, self.part) = (best.profile, part(best))
    others = fitting.dropFirst().map(\.profile)
  }

  /// The candidates that do not contradict the chip that was read.
  private static func fitting(
    _ match: BoardMatch, _ word: String, _ evidence: IdentityEvidence
  ) throws -> [BoardCandidate] {
    let read = match.devices.compactMap { $0.serial.flatMap { evidence.chips[$0] } }
    guard let chip = read.first else { return match.candidates }
    let fitting = match.candidates.filter {
      $0.profile.chip.mcu.value.lowercased().hasPrefix(chip.lowercased())
    }
    guard fitting.isEmpty else { return fitting }
    throw FlashError(
      .refused,
      "\(word): its chip was read as an \(PrintableText.escaped(chip, limit: 40)), and none of the "
        + "boards that it may be has that: \(list(match.candidates)). Write a profile for it, with "
        + "like: and serials:")
  }

  static func unknown(_ word: String, _ device: USBDevice) -> FlashError {
    FlashError(
      .refused,
      "\(word): no profile knows \(PrintableText.escaped(device.summary, limit: 200)), so it is not "
        + "known what must stay on it. Write a profile for it (--profiles), or a rig file and name it "
        + "with --rig")
  }

  private static func noCandidate(
    _ name: String, _ fitting: [BoardCandidate], _ word: String, _ library: ProfileLibrary
  ) -> FlashError {
    let names = fitting.map(\.profile.name)
    let isKnown = library.profile(named: name) != nil
    let hint =
      isKnown
      ? nil : NearestName.nearest(to: name, among: names).map { "; did you mean \"\($0)\"?" }
    return FlashError(
      .usage,
      "--profile: \(word) "
        + (isKnown ? "does not show itself as a board of " : "fits no profile of the name ")
        + "\(PrintableText.quoted(name, limit: 60)); it may be \(list(fitting))" + (hint ?? ""))
  }

  private static func uncertain(
    _ match: BoardMatch, _ fitting: [BoardCandidate], _ word: String, _ differences: [String],
    _ common: [FlashMethod]
  ) -> FlashError {
    let names = fitting.map(\.profile.name).joined(separator: "|")
    var text =
      match.certainty == .mayBe
      ? "\(word): it is not known that this is a board at all: its USB ids are those of many other "
        + "devices. It may be \(list(fitting))"
      : "\(word): it is not known which board this is, and a flash has to know. It may be "
        + list(fitting)
    if !differences.isEmpty {
      text += ". They differ in \(differences.joined(separator: ", "))"
    }
    text += ". Look at the board and say which: --profile \(names)"
    if !common.isEmpty {
      let ways = common.map(\.rawValue).joined(separator: "|")
      text += "; or choose a way in which they are the same: --method \(ways)"
    }
    let chips = Set(fitting.map(\.profile.chip.mcu.value))
    if chips.count > 1, match.devices.contains(where: \.isProbe) {
      text += "; `uwbrig boards --chips` reads which chip it is"
    }
    return FlashError(.refused, text)
  }

  /// `Qorvo DWM3001CDK (dwm3001cdk), …`
  private static func list(_ candidates: [BoardCandidate]) -> String {
    Wording.alternatives(
      candidates.map { candidate in
        "\(PrintableText.escaped(candidate.profile.title, limit: 80)) (\(candidate.profile.name))"
      })
  }
}
