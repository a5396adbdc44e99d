import LabRuntime
import Runner
import UCI
import UCIHost
import WireFormat

/// Commands that are wrong at random, in batches of 50 that a fence closes.
enum FuzzCases {
  static let all: [Case] = [values, flips]

  /// How long the commands of one case may take, so that all of a board take a minute at most.
  static let limit = Duration.seconds(20)

  /// Sends commands one after the other; how many there were is measured.
  private static func send(
    _ packets: [UCIPacket], to host: UCIHost, _ context: CaseContext, _ what: String
  ) async throws {
    let end = context.lab.now.advanced(by: limit)
    var count = 0
    while count < packets.count, context.lab.now < end {
      for packet in packets[count..<min(count + 50, packets.count)] {
        do { _ = try await host.exchange(packet) } catch {
          context.step("not answered as a command: \(Hexadecimal.encode(packet.bytes))")
          throw error
        }
        count += 1
      }
      try await context.expectSurvival(host, what)
    }
    try context.measure("commands sent", Double(count), unit: "commands")
  }

  static let values = Case.uci(
    "UX17", "random parameters",
    requirement: "Configurations of random parameters are all answered.",
    source: "AOSP (every command is answered)", tags: ["survival", "fuzz"]
  ) { context, host in
    let session = try await context.session(on: host)
    var random = context.random("parameters")
    let packets = (0..<200).map { _ -> UCIPacket in
      let list = (0..<Int.random(in: 1...6, using: &random)).map { _ -> AppConfigParameter in
        let count = Int.random(in: 0...9, using: &random)
        return AppConfigParameter(
          AppConfigID(rawValue: UInt8.random(in: 0...255, using: &random)),
          (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
      }
      return session.setting(list).packet
    }
    try await send(packets, to: host, context, "the board goes on behind random parameters")
  }

  static let flips = Case.uci(
    "UX18", "commands with one wrong bit",
    requirement: "Commands of which one bit of the payload is wrong are all answered.",
    source: "AOSP (every command is answered)", tags: ["survival", "fuzz"]
  ) { context, host in
    let session = try await context.configuredSession(on: host)
    // None of these changes a board for good, whichever bit is wrong.
    let commands = [
      CoreGetConfigCommand(ids: [.deviceState, .lowPowerMode]).packet,
      session.stateCommand.packet,
      session.getting([.slotDuration, .channelNumber]).packet,
      session.setting([
        AppConfigParameter(.slotDuration, 2400), AppConfigParameter(.channelNumber, 9),
      ]).packet,
      session.countCommand.packet,
      session.stopCommand.packet,
    ]
    let packets = commands.flatMap { command in
      command.payload.indices.flatMap { place in
        (0..<8).map { bit in
          var wrong = command
          wrong.payload[place] ^= 1 << UInt8(bit)
          return wrong
        }
      }
    }
    try await send(packets, to: host, context, "the board goes on behind commands with a wrong bit")
  }
}
