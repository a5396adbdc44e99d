import Journal
import LabRuntime
import Rig
import Runner
import UCI
import UCIHost
import WireFormat

/// Commands that are wrong at random, in batches of 50 that a fence closes.
enum FuzzCases {
  static let all: [Case] = [values, flips]

  /// A batch of at most 50 packets, and the proof that the board has lived through it.
  ///
  /// - Returns: how many of them were answered.
  private static func send(
    _ packets: ArraySlice<UCIPacket>, to host: UCIHost, _ bench: CaseContext, _ what: String
  ) async throws -> Int {
    var answers = 0
    do {
      for packet in packets { try await host.send(packet) }
      answers = try await bench.expectSurvival(host, what).count {
        $0.packet.messageType == .response
      }
    } catch {
      answers = host.takePackets { $0.messageType == .response }.count
      let place = packets.startIndex + answers
      let suspect = packets.indices.contains(place) ? packets[place] : packets.last
      bench.step("\(answers) answers; look at \(Hexadecimal.encode(suspect?.bytes ?? []))")
      throw error
    }
    return answers
  }

  /// All packets in their batches, for a minute at most; how many were sent is measured.
  private static func send(
    _ packets: [UCIPacket], to host: UCIHost, _ bench: CaseContext, _ what: String
  ) async throws {
    let end = bench.lab.now.advanced(by: .seconds(60))
    var place = 0
    while place < packets.count, bench.lab.now < end {
      let batch = packets[place..<min(place + 50, packets.count)]
      let answers = try await send(batch, to: host, bench, what)
      try bench.require(
        answers == batch.count, "every one of 50 wrong commands is answered",
        expected: "\(batch.count) responses", got: "\(answers)")
      place += batch.count
    }
    try bench.measure("commands sent", Double(place), unit: "commands")
  }

  static let values = Case.uci(
    "UX17", "random parameters",
    requirement: "Configurations of random parameters are all answered.",
    source: "AOSP (every command is answered)", tags: ["survival", "fuzz"]
  ) { bench, host in
    let session = try await bench.session(on: host)
    var random = bench.random("parameters")
    let packets = (0..<200).map { _ -> UCIPacket in
      let list = (0..<Int.random(in: 1...6, using: &random)).map { _ -> AppConfigParameter in
        let count = Int.random(in: 0...9, using: &random)
        return AppConfigParameter(
          AppConfigID(rawValue: UInt8.random(in: 0...255, using: &random)),
          (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
      }
      return SessionSetAppConfigCommand(sessionToken: session.token, tlvs: list).packet
    }
    try await send(packets, to: host, bench, "the board goes on behind random parameters")
  }

  static let flips = Case.uci(
    "UX18", "commands with one wrong bit",
    requirement: "Commands of which one bit of the payload is wrong are all answered.",
    source: "AOSP (every command is answered)", tags: ["survival", "fuzz"]
  ) { bench, host in
    let session = try await bench.configuredSession(on: host)
    let token = session.token
    // None of these changes a board for good, whichever bit is wrong.
    let commands = [
      CoreGetConfigCommand(ids: [.deviceState, .lowPowerMode]).packet,
      SessionGetStateCommand(sessionToken: token).packet,
      SessionGetAppConfigCommand(sessionToken: token, ids: [.slotDuration, .channelNumber]).packet,
      SessionSetAppConfigCommand(
        sessionToken: token,
        tlvs: [AppConfigParameter(.slotDuration, 2400), AppConfigParameter(.channelNumber, 9)]
      ).packet,
      SessionGetRangingCountCommand(sessionToken: token).packet,
      SessionStopCommand(sessionToken: token).packet,
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
    try await send(packets, to: host, bench, "the board goes on behind commands with a wrong bit")
  }
}
