import Journal
import LabRuntime
import NearbySession
import RangingOOB
import Runner

/// Whole sessions with the phones of each release (Ranging OOB §5.5, §14.4).
enum OOBPhoneCases {
  static let all: [Case] = [roundControl, distances]

  static let roundControl = Case.oob(
    "OB57", "round control", .varies,
    requirement: "The accessory ranges with phones whose rounds have a report phase, or have none.",
    source: "Ranging OOB §9.2 (0x03 in the first Android 16, 0x02 in the newest)", needs: [.radio]
  ) { oob in
    var working: [String] = []
    for control in [0x02, 0x03] as [UInt8] {
      let own = try await oob.ultraWideband()
      let block = oob.block(for: own)
      let radio = try await oob.context.radio(
        RadioOrder(block, board: own.address, roundControl: control))
      try await oob.board.send(OOBExchange.message(block))
      if try await radio.isHeard(withinRounds: 10) { working.append("0x0\(control)") }
      try await oob.end(radio)
    }
    try oob.context.require(
      !working.isEmpty, "ranging with one of both", expected: "0x02 or 0x03", got: "neither")
    if working.count == 1 { oob.context.observe("it ranges with \(working[0]) alone") }
    try await oob.fence("nothing follows")
  }

  private static let releases: [AndroidGeneration] = [.android16, .android16QPR3, .android17]
  private static let secure = "/secure"
  static let wanted = 10

  static let distances = Case.oob(
    "OB59", "distances to the phones of each release",
    requirement: "Ten distances come within 5 s, whichever release the phone has.",
    source: "Ranging OOB §5, §6.1 (AOSP)", needs: [.radio],
    parameters: releases.flatMap { [$0.rawValue, $0.rawValue + secure] }
  ) { oob in
    let context = oob.context
    let release = context.parameter.replacing(secure, with: "")
    var settings = OOBInitiatorSettings(AndroidGeneration(rawValue: release) ?? .android17)
    settings.isSecure = context.parameter.hasSuffix(secure)
    settings.radio.channels = [5, 9]
    let phone = AndroidPhone(
      name: context.parameter, settings, channels: [try oob.board.frames()],
      radio: UCIRangingRadio(try context.radio().host(), lab: context.lab), lab: context.lab)
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { await phone.serve() }
      phone.begin()
      try await range(phone, context)
      phone.finish()
      while let happening = try? await phone.happenings.receive(
        until: context.lab.now.advanced(by: OOBBoard.longestSilence))
      {
        if case .closed = happening { break }
      }
    }
  }

  private static func range(_ phone: AndroidPhone, _ context: CaseContext) async throws {
    var distances = 0
    var began = context.lab.now
    var interval = Duration.zero
    let what = "a phone with \(context.parameter) gets \(wanted) distances"
    while distances < wanted {
      let deadline = began.advanced(by: .seconds(8) + interval * wanted)
      guard let happening = try? await phone.happenings.receive(until: deadline) else {
        throw context.violation(what, expected: "\(wanted)", got: "\(distances)")
      }
      switch happening {
      case .sent(let message, _, let at):
        guard case .configurationRequest(let content) = message.body else { continue }
        began = at
        let block = content.blocks.ultraWideband
        interval = .milliseconds(block?.interval ?? 0)
      case .received(let bytes, _, _):
        context.noteFromPhone("\(bytes.count) bytes from the accessory")
      case .measured: distances += 1
      case .closed(.capabilitiesMismatch(let mismatch), _):
        throw CaseEnding.skip(
          "not announced: what this phone demands (\(mismatch?.rawValue ?? "no technology"))")
      case .closed(let reason, _):
        throw context.violation(what, expected: "\(wanted)", got: "\(distances), and \(reason)")
      default: break
      }
    }
    try context.require(true, what, expected: "\(wanted)", got: "\(distances)")
    // An accessory may announce no shorter interval than one with which they take longer.
    let limit = max(Duration.seconds(5), interval * (wanted + 2))
    try context.measure(
      "\(wanted) distances after the configuration", .span(from: began, to: context.lab.now),
      limits: .init(max: limit.inMilliseconds))
  }
}
