public import Boards
public import BootProtocols
public import FirmwareImages
public import Flashing
import Links
import Notation

/// One board of a rig and what is going to be written to it, whatever the method: through its
/// bootloader, a debug probe, USB DFU or a drive.
public struct BoardFlash: Sendable {
  /// What is asked for beside board and image.
  public struct Wish: Sendable {
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
    /// What a probe erases.
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
  }

  enum Way: Sendable {
    case serial(FlashPlan)
    /// A plan for each program that would do, the best first; which are there is found out later.
    case probe([ProbePlan])
    case found(ProbePlan, FoundTool)
    case dfu(DFUPlan)
    case volume(VolumePlan, path: String?)
  }

  /// The board.
  public let board: RigBoard
  /// The file.
  public let image: FirmwareImage
  /// What there is to say before the board is touched, errors first.
  public let findings: [ImageFinding]
  /// The board's profile, where it is known.
  let profile: BoardProfile?
  let wish: Wish
  var way: Way

  /// Plans it. Nothing is opened.
  ///
  /// - Throws: ``FlashError`` `image` where the board or the method cannot take the image, `refused`
  ///   where nobody knows how.
  public init(
    _ image: FirmwareImage, to board: RigBoard, _ wish: Wish = Wish(), profiles: ProfileLibrary
  ) throws(FlashError) {
    self.board = board
    self.image = image
    self.wish = wish
    let profile = board.profile.flatMap { profiles.profile(named: $0) }
    self.profile = profile
    let methods = try Self.methods(image, board, wish, profile)
    way = try Self.way(image, methods, board, wish, profile)
    try Self.check(wish, way, board)
    findings = Self.findings(image, way, wish, profile)
  }

  /// Whether the image must not be written.
  public var isRefused: Bool { findings.contains { $0.severity == .error } }

  /// What is shown of it.
  public var outline: FlashOutline {
    var outline: FlashOutline
    let link = PrintableText.escaped(board.link.description)
    switch way {
    case .serial(let plan): outline = plan.outline(by: link, verifies: wish.verifies)
    case .probe(let plans): outline = plans[0].outline(with: nil)
    case .found(let plan, let tool): outline = plan.outline(with: tool)
    case .dfu(let plan): outline = plan.outline(by: link)
    case .volume(let plan, let path):
      outline = plan.outline(by: path.map { PrintableText.escaped($0) } ?? link)
    }
    if isEntered { outline.entry = entry.words }
    return outline
  }

  /// Whether it is done by programs of others or with devices of this computer, which know no virtual
  /// time.
  public var needsRealTime: Bool { if case .serial = way { false } else { true } }

  /// Whether it is done through a debug probe.
  var usesProbe: Bool {
    switch way {
    case .probe, .found: true
    case .serial, .dfu, .volume: false
    }
  }

  // MARK: The way into the bootloader

  /// How the board gets into what takes the image.
  var entry: BootloaderEntry {
    if let entry = wish.entry { return entry }
    if let route = route, route.enter != .byHand { return route.enter }
    return .byHand
  }

  /// The route of the profile for the method.
  var route: BoardProfile.FlashRoute? {
    profile?.flash.first { $0.method.rawValue == methodName }
  }

  var methodName: String {
    switch way {
    case .serial(let plan): plan.method.rawValue
    case .probe(let plans): plans[0].tool.rawValue
    case .found(let plan, _): plan.tool.rawValue
    case .dfu: FlashMethod.usbDFU.rawValue
    case .volume: FlashMethod.uf2.rawValue
    }
  }

  /// Whether the board has to be brought there first: the rig file says that something else speaks on
  /// its link, or somebody asked for it.
  var isEntered: Bool {
    guard !usesProbe, entry != .byHand else { return false }
    // An ESP chip's lines are moved by its programmer, again and again until the loader answers.
    if case .serial(let plan) = way, plan.method == .espROM { return false }
    return wish.entry != nil || board.firmware.rawValue != methodName
  }

  // MARK: Methods

  /// The methods that come into question: one, or the programs of a probe in the profile's order.
  private static func methods(
    _ image: FirmwareImage, _ board: RigBoard, _ wish: Wish, _ profile: BoardProfile?
  ) throws(FlashError) -> [FlashMethod] {
    if let method = wish.method { return [method] }
    let routes = profile?.flash ?? []
    let probes = routes.map(\.method).filter(\.isProbeTool)
    if wish.probe != nil {
      return probes.isEmpty ? ProbeTool.allCases.map(FlashMethod.probe) : probes
    }
    if let boot = board.firmware.bootProtocol { return [.serial(boot)] }
    if !probes.isEmpty, probeSerial(of: board) != nil { return probes }
    let own = routes.first { route in
      isOurs(route.method) && (route.enter != .byHand || wish.entry != nil)
        // A program for a probe takes what these do not: better to ask for the probe then.
        && (probes.isEmpty || suits(image, route.method))
    }
    if let own { return [own.method] }
    if !probes.isEmpty { return probes }
    throw FlashError(
      .refused,
      "\(board.name) speaks \(board.firmware.rawValue), and how it gets into a bootloader is not "
        + "known",
      advice: "Give it a profile in the rig file, or put it there by hand and say how to flash it: "
        + "--method " + supported.map(\.rawValue).joined(separator: "|"), imageTouched: false)
  }

  /// The methods that this program carries out itself.
  private static func isOurs(_ method: FlashMethod) -> Bool {
    method.bootProtocol != nil || method == .usbDFU || method == .uf2
  }

  /// Whether a bootloader takes such a file at all.
  private static func suits(_ image: FirmwareImage, _ method: FlashMethod) -> Bool {
    switch method {
    case .serial(.secureDFU): image.format == .dfuPackage
    case .serial(.mcubootSMP): image.format == .mcuboot || !image.mcubootImages().isEmpty
    default: true
    }
  }

  /// Every method that there is, this program's own first.
  public static var supported: [FlashMethod] {
    BootProtocol.allCases.map(FlashMethod.serial) + [.usbDFU, .uf2]
      + ProbeTool.allCases.map(FlashMethod.probe)
  }

  private static func way(
    _ image: FirmwareImage, _ methods: [FlashMethod], _ board: RigBoard, _ wish: Wish,
    _ profile: BoardProfile?
  ) throws(FlashError) -> Way {
    guard let first = methods.first else {
      throw FlashError(
        .refused, "\(board.name): no method", advice: "Give one: --method.", imageTouched: false)
    }
    if let method = first.bootProtocol {
      let route = profile?.flash.first { $0.method == first }
      var options = FlashPlan.Options(rate: rate(of: board, method))
      options.verifies = wish.verifies
      options.confirms = wish.confirms
      options.skipsIfThere = wish.skipsIfThere
      options.entry = wish.entry ?? (route?.enter == .byHand ? nil : route?.enter)
      options.leaves = wish.entry != nil || board.firmware != .bootloader(method)
      return .serial(try FlashPlan(image, by: method, options: options))
    }
    let chip = profile.flatMap { profile in
      ChipMemory.known.first { profile.chip.mcu.value.hasPrefix($0.name) }
    }
    switch first {
    case .usbDFU: return .dfu(try DFUPlan(image, verifies: wish.verifies))
    case .uf2: return .volume(try VolumePlan(image, family: chip?.uf2Family), path: wish.volume)
    default: break
    }
    let tools = methods.compactMap(\.probeTool)
    guard !tools.isEmpty else {
      throw FlashError(
        .refused, "\(board.name): the method \(first.rawValue) is not available in this build",
        advice: "Available are " + supported.map(\.rawValue).joined(separator: ", ") + ".",
        imageTouched: false)
    }
    let target = try target(board, wish, profile, chip)
    return .probe(try plans(image, target, tools, wish, profile))
  }

  private static func findings(
    _ image: FirmwareImage, _ way: Way, _ wish: Wish, _ profile: BoardProfile?
  ) -> [ImageFinding] {
    // What is wrong with the file itself is wrong on every board.
    guard let profile else { return image.findings() }
    switch way {
    case .serial(let plan):
      return FlashMap(profile: profile, method: plan.method).map { plan.findings(on: $0) }
        ?? image.findings()
    case .probe, .found:
      guard let map = FlashMap(profile: profile, method: nil) else { return image.findings() }
      var job = FlashJob(
        map: map, method: .probe(.openocd), erasesAll: wish.erase == .all || wish.recovers)
      job.keepsCopies = true
      return image.findings(for: job)
    case .dfu, .volume:
      guard let map = FlashMap(profile: profile, method: nil) else { return image.findings() }
      let isDrive = if case .volume = way { true } else { false }
      return image.findings(for: FlashJob(map: map, method: isDrive ? .uf2 : .usbDFU))
    }
  }

  private static func rate(of board: RigBoard, _ method: BootProtocol) -> Int {
    switch board.link {
    case .serial(_, let parameters), .usb(_, _, let parameters):
      parameters.baud ?? method.usualRate
    case .rfc2217(_, _, let baud): baud ?? method.usualRate
    default: board.part?.rate ?? method.usualRate
    }
  }
}

extension BootloaderEntry {
  /// In a few words, for a plan.
  var words: String {
    switch self {
    case .byHand: "by hand"
    case .touch: "its port is opened at 1200 baud and closed"
    case .bridgeLines, .builtInLines: "DTR and RTS pull its boot and reset pins"
    case .smpReset: "its application is told over SMP to reset into it"
    case .usbDetach: "its USB interface is told to detach"
    case .command(let text):
      "its application is told \(PrintableText.quoted(text.filter { !$0.isNewline }, limit: 60))"
    }
  }
}
