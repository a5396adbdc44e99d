import Boards
public import BootProtocols
import Dissection
import Errors
import Flashing
public import LabRuntime
public import Links
public import WireFormat

/// Asks whatever speaks on a port for all that it tells without being changed.
public struct PortInspection: Sendable {
  /// How the board is talked to.
  public struct Options: Sendable {
    /// How messages of an accessory are told apart on a byte stream.
    public var framing = StreamFraming.length16
    /// How messages of SMP travel.
    public var encoding = SMPEncoding.base64
    /// Bits a second, where the line has a rate.
    public var rate = 115_200
    /// How long the board wants to be left alone after the port was opened.
    public var settle: Duration?
    /// Whether all calibration keys are read; that takes a second.
    public var calibration = true

    /// The usual way.
    public init() {}
  }

  /// No channel takes longer, whatever the board does.
  private static let limit = Duration.seconds(30)

  /// The firmware there.
  public let firmware: Firmware
  private let options: Options

  /// An inspection of a port on which this firmware speaks.
  public init(_ firmware: Firmware, _ options: Options = Options()) {
    self.firmware = firmware
    self.options = options
  }

  /// Whether there is anything to ask this firmware without changing it.
  public static func canAsk(_ firmware: Firmware) -> Bool { firmware != .unknown }

  /// Asks, and closes the link.
  ///
  /// - Parameter link: just opened and not started.
  /// - Returns: what was said; with the failure where that is not all, or nothing.
  public func ask(_ link: any Link, lab: Lab) async -> ChannelReport {
    let place = link.name
    let deadline = lab.now.advanced(by: Self.limit + (options.settle ?? .zero))
    do {
      return try await lab.withDeadline(deadline, label: "the end of the inspection") {
        await self.talk(link, lab)
      }
    } catch {
      link.close()
      let isCancelled = (error as? RigError)?.code == .cancelled
      return ChannelReport(
        channel, at: place, [],
        failure: .init(
          isCancelled
            ? "the inspection was broken off"
            : "the board talks on without answering, so it was not listened to any longer"))
    }
  }

  private var channel: ChannelReport.Channel { .firmware(firmware) }

  private func talk(_ link: any Link, _ lab: Lab) async -> ChannelReport {
    if let settle = options.settle {
      do throws(RigError) { try await PortProbe.wait(settle, for: link.name, lab) } catch {
        link.close()
        return ChannelReport(channel, at: link.name, [], failure: .init(error.reason))
      }
    }
    switch firmware {
    case .uci: return await .uci(on: link, lab: lab)
    case .niAccessory:
      return await ask(.initialize, link, lab) {
        Dissection.accessoryConfigurationData(Array($0.dropFirst()))
      }
    case .rangingOOB:
      return await ask(.capabilities, link, lab, Dissection.rangingOOB)
    case .bootloader(.secureDFU):
      return await perform(SecureDFUInspector(), link, lab) { ChannelReport.items($0.report) }
    case .bootloader(.mcubootSMP):
      var smp = SMPProgrammer.Options()
      smp.encoding = options.encoding
      smp.rate = options.rate
      smp.answerTime = 1_000_000
      let inspector = SMPProgrammer(steps: [.parameters, .information, .state], options: smp)
      return await perform(inspector, link, lab) { ChannelReport.items($0.report) }
    case .shell(.qorvoCLI):
      return await perform(QorvoShellClient(calibration: options.calibration), link, lab) {
        ChannelReport.items($0.report)
      }
    case .shell(.dwm1001):
      return await perform(DWM1001ShellClient(), link, lab) { ChannelReport.items($0.report) }
    case .bootloader(.espROM):
      return await perform(ESPProgrammer.identifying(), link, lab) {
        ChannelReport.items($0.identity)
      }
    case .bootloader(.nxpDK6):
      return await perform(DK6Programmer.identifying(), link, lab) {
        ChannelReport.items($0.identity)
      }
    case .bootloader(.nxpMboot):
      return await perform(MBootProgrammer.identifying(rate: options.rate), link, lab) {
        ChannelReport.items($0.identity)
      }
    case .unknown:
      link.close()
      return ChannelReport(
        channel, at: link.name, [],
        failure: .init("there is no question for \(firmware.rawValue) that changes nothing"))
    }
  }

  private func ask(
    _ question: AccessoryInspector.Question, _ link: any Link, _ lab: Lab,
    _ dissect: ([UInt8]) -> DissectedPacket
  ) async -> ChannelReport {
    let inspector = AccessoryInspector(question, link.preservesMessages ? nil : options.framing)
    return await perform(inspector, link, lab) { inspector in
      guard let answer = inspector.data.map(dissect) else { return [] }
      return answer.fields.map { InspectedItem($0) }
        + [InspectedItem("malformed", answer.error)].compactMap(\.self)
    }
  }

  private func perform<Client: BootProgrammer>(
    _ asking: Client, _ link: any Link, _ lab: Lab, _ items: (Client) -> [InspectedItem]
  ) async -> ChannelReport {
    var client = asking
    let session = LineSession(lab, on: link)
    defer { session.close() }
    do throws(FlashError) {
      try await session.perform(&client) { _ in }
      // What was sent at the end has to leave before the line goes.
      if let line = link as? any SerialLine { try? await line.drain(within: .seconds(1)) }
      return ChannelReport(channel, at: link.name, items(client))
    } catch {
      return ChannelReport(
        channel, at: link.name, items(client),
        failure: .init(error.message, advice: error.advice))
    }
  }
}
