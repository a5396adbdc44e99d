import Boards
public import BootProtocols
public import FirmwareImages
public import LabRuntime
import Links
import Notation

/// One board and what is going to be written to it, by whichever route.
public struct BoardFlash: Sendable {
  /// All ways to flash, those of this program first.
  static let routes: [any FlashRoute.Type] = [
    FlashPlan.self, DFUPlan.self, VolumePlan.self, ProbeRoute.self,
  ]

  /// The board.
  public let target: FlashTarget
  /// The file.
  public let image: FirmwareImage
  /// Findings before the board is touched, errors first.
  public let findings: [ImageFinding]
  private let request: FlashRequest
  private var route: any FlashRoute

  /// Plans it. Nothing is opened.
  ///
  /// - Throws: ``FlashError`` `image` where the board or the method cannot take the image, `refused`
  ///   where it is not known how.
  public init(
    _ image: FirmwareImage, to target: FlashTarget, _ request: FlashRequest = FlashRequest()
  ) throws(FlashError) {
    self.target = target
    self.image = image
    self.request = request
    let methods = try request.methods(for: image, to: target)
    do throws(FlashError) {
      let type = Self.routes.first { type in methods.first.map(type.methods.contains) ?? false }
      guard let type else {
        throw FlashError(
          .refused,
          "the method \(methods.first?.rawValue ?? "") is not available in this build",
          advice: "Available are "
            + FlashMethod.supported.map(\.rawValue).joined(separator: ", ") + ".")
      }
      let route = try type.init(image, to: target, by: methods, request)
      try request.check(route)
      self.route = route
      let map = target.profile.flatMap {
        FlashMap(profile: $0, method: route.method.bootProtocol)
      }
      // What is wrong with the file itself is wrong on every board.
      findings = map.map { route.findings(on: $0) } ?? image.findings()
    } catch {
      var error = error
      error.board = target.name
      throw error
    }
  }

  /// The method.
  public var method: FlashMethod { route.method }

  /// Whether the image must not be written.
  public var isRefused: Bool { findings.contains { $0.severity == .error } }

  /// Whether it knows no virtual time.
  public var needsRealTime: Bool { route.needsRealTime }

  /// The outline for a person.
  public var outline: FlashOutline {
    var outline = route.outline(by: PrintableText.escaped(target.link.description))
    if isEntered { outline.entry = entry.description }
    return outline
  }

  private var entry: BootloaderEntry { request.entry(into: target, method) }

  /// Whether the board has to be brought there first: something else speaks on its link, or it is
  /// asked for.
  private var isEntered: Bool {
    guard route.takes(.entry), !route.entersByItself, entry != .byHand else { return false }
    return request.entry != nil || !target.speaks(method)
  }

  /// The same flash with the program that carries it out: the first of the profile's order that is on
  /// this machine. A flash that needs none is as it was.
  ///
  /// - Throws: ``FlashError`` `tool` with the reasons when none is there.
  public func readied(_ lab: Lab) async throws(FlashError) -> BoardFlash {
    var readied = self
    readied.route = try await route.readied(lab)
    return readied
  }

  /// Carries a flash that is ready out on its open board.
  ///
  /// - Parameter report: told what happens, with the number of the stage.
  public func perform(
    on board: some FlashableBoard, report: (Int, LineSession.Report) -> Void
  ) async throws(FlashError) -> FlashOutcome {
    if board.lab.isSimulated, needsRealTime {
      throw FlashError(
        .refused, "\(method.rawValue) works in real time only", advice: "Give the rig time: real.")
    }
    let part = target.route(of: method)?.part.flatMap { target.profile?.part(named: $0) }
    return try await route.perform(
      on: OpenTarget(
        board: board, name: target.name, entry: entry, isEntered: isEntered, part: part), report)
  }
}

extension FlashTarget {
  /// Its chip, where its memory is known here.
  var chip: ChipMemory? {
    profile.flatMap { profile in
      ChipMemory.known.first { profile.chip.mcu.value.hasPrefix($0.name) }
    }
  }
}

extension BootloaderEntry {
  var description: String {
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
