public import Boards
public import BootProtocols
import FirmwareImages
import Notation

/// A request for a flash, beside board and image.
public struct FlashRequest: Sendable {
  /// How; nil leaves it to what speaks on the board's link, else to its profile.
  public var method: FlashMethod?
  /// How the board gets into its bootloader; nil leaves it to the profile.
  public var entry: BootloaderEntry?
  /// Whether the outcome is proved, where that can be left out.
  public var verifies = true
  /// For good at once; else only until the next reset (SMP).
  public var confirms = true
  /// Nothing is written where the board can tell that it has the image.
  public var skipsIfThere = false
  /// The serial number of the debug probe; nil for that of the board's link.
  public var probe: String?
  /// The range that a probe erases.
  public var erase = ProbeErase.sectors
  /// Whether a locked chip is erased and opened first.
  public var recovers = false
  /// Where copies of preserved pages are kept.
  public var backupFolder = "."
  /// Where the bootloader's drive is mounted; nil for where the board's identity leads to.
  public var volume: String?
  /// Folders in which programs are looked for, separated by colons.
  public var searchPath = ""

  /// The usual way.
  public init() {}

  /// The entry into the bootloader that holds: what is asked for, else what the profile says.
  func entry(into target: FlashTarget, _ method: FlashMethod) -> BootloaderEntry {
    entry ?? target.route(of: method)?.enter ?? .byHand
  }

  /// An option that not every route has a use for.
  enum Option {
    case recovers, eraseAll, probe, entry, trial, volume
  }

  /// Refuses what a route has no use for: who asks for it believes that it is done.
  func check(_ route: any FlashRoute) throws(FlashError) {
    let options: [(option: Option, isAsked: Bool, name: String, use: String)] = [
      (.recovers, recovers, "--recover", "opens a chip through a debug probe"),
      (.eraseAll, erase == .all, "--erase all", "goes through a debug probe"),
      (.probe, probe != nil, "--probe", "names a debug probe"),
      (.entry, entry != nil && entry != .byHand, "--enter", "leads into a bootloader"),
      (.trial, !confirms, "--test", "tries an MCUboot image over SMP"),
      (.volume, volume != nil, "--volume", "names the drive of a UF2 bootloader"),
    ]
    for (option, isAsked, name, use) in options where isAsked && !route.takes(option) {
      throw FlashError(
        .refused, "\(name) \(use), and the board is flashed by \(route.title)",
        advice: "Leave \(name) out, or choose another way with --method.")
    }
  }
}

extension FlashRequest {
  /// The methods that come into question: one, or the programs of a probe in the profile's order.
  func methods(
    for image: FirmwareImage, to target: FlashTarget
  ) throws(FlashError) -> [FlashMethod] {
    if let method { return [method] }
    let routes = target.profile?.flash ?? []
    let probes = routes.map(\.method).filter(\.isProbeTool)
    if probe != nil { return probes.isEmpty ? ProbeTool.allCases.map(FlashMethod.probe) : probes }
    if let boot = target.firmware.bootProtocol { return [.serial(boot)] }
    if !probes.isEmpty, target.probeBehindLink != nil { return probes }
    let own = routes.first { route in
      !route.method.isProbeTool && FlashMethod.supported.contains(route.method)
        && (route.enter != .byHand || entry != nil)
        // A program for a probe takes what these do not: better to ask for the probe then.
        && (probes.isEmpty || Self.suits(image, route.method))
    }
    if let own { return [own.method] }
    if !probes.isEmpty { return probes }
    throw FlashError(
      .refused,
      "\(target.name) speaks \(target.firmware.rawValue), and how it gets into a bootloader is not "
        + "known",
      advice: "Give it a profile in the rig file, or put it there by hand and say how to flash it: "
        + "--method " + FlashMethod.supported.map(\.rawValue).joined(separator: "|"))
  }

  /// Whether a bootloader takes such a file at all.
  private static func suits(_ image: FirmwareImage, _ method: FlashMethod) -> Bool {
    switch method {
    case .serial(.secureDFU): image.format == .dfuPackage
    case .serial(.mcubootSMP): image.format == .mcuboot || !image.mcubootImages().isEmpty
    default: true
    }
  }
}

extension FlashMethod {
  /// Every method that there is a route for.
  public static let supported: [FlashMethod] = BoardFlash.routes.flatMap { $0.methods }

  /// The method of a word in a file; nil leaves it to the board.
  ///
  /// - Throws: ``FlashError`` `image` for a word that is none, with the nearest that is.
  public static func named(_ name: String) throws(FlashError) -> FlashMethod? {
    if name == "auto" { return nil }
    if let method = FlashMethod(rawValue: name), supported.contains(method) { return method }
    let names = ["auto"] + supported.map(\.rawValue)
    let hint = NearestName.nearest(to: name, among: names).map { "; did you mean \"\($0)\"?" }
    throw FlashError(
      .image,
      "method: expected \(names.joined(separator: ", ")), got "
        + PrintableText.quoted(name, limit: 60) + (hint ?? ""), advice: "Correct it.")
  }
}
