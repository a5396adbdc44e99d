import Errors
import LabRuntime
import Links
import NearbyAccessory
import Room
import VirtualBoards
import WireFormat

/// A phone that says what a test tells it and writes down what comes back, with the time.
struct ScriptedPhone {
  let lab: Lab
  let room: Room
  let source: any LinkSource
  let framing: StreamFraming
  let name: String
  private(set) var transcript: [String] = []
  /// The configuration data that came last.
  private(set) var configuration: AccessoryConfigurationData?
  private var frames: FrameLink?

  init(
    _ lab: Lab, _ room: Room, _ source: any LinkSource, framing: StreamFraming = .length16,
    name: String = "phone"
  ) {
    self.lab = lab
    self.room = room
    self.source = source
    self.framing = framing
    self.name = name
  }

  /// The source address in the last configuration data.
  var peer: UInt16 { configuration?.uwb.sourceAddress ?? 0 }

  mutating func connect() async throws {
    frames = FrameLink(try await source.open(), cutter: StreamCutter(framing), lab: lab)
  }

  mutating func disconnect() {
    frames?.close()
    frames = nil
  }

  mutating func wait(_ duration: Duration) async throws {
    try await lab.sleep(for: duration, label: "the phone waits")
  }

  /// Sends a message without listening.
  mutating func send(_ message: [UInt8]) async throws {
    if frames == nil {
      try await wait(.milliseconds(1500))
      try await connect()
    }
    do throws(RigError) { try await frames?.send(message) } catch { note("lost") }
  }

  mutating func sendRaw(_ bytes: [UInt8]) async throws {
    do throws(RigError) { try await frames?.sendRaw(bytes) } catch { disconnect() }
  }

  /// Sends a message and writes down everything that comes for a while, or until `isEnough`.
  mutating func say(
    _ message: [UInt8], listen: Duration = .milliseconds(100),
    until isEnough: (Self) -> Bool = { _ in false }
  ) async throws {
    try await send(message)
    try await self.listen(listen, until: isEnough)
  }

  mutating func listen(
    _ duration: Duration, until isEnough: (Self) -> Bool = { _ in false }
  ) async throws {
    let end = lab.now.advanced(by: duration)
    while let frames, !isEnough(self) {
      do throws(RigError) {
        let frame = try await frames.receive(until: end)
        note(Hexadecimal.encode(frame.bytes))
        if frame.bytes.first == 1 {
          configuration = try? AccessoryConfigurationData.decode(Array(frame.bytes.dropFirst()))
        }
      } catch {
        if error.code == .timedOut { return }
        note("closed")
        disconnect()
      }
    }
  }

  /// Sends a configuration.
  mutating func configure(
    _ data: ShareableConfigurationData, listen: Duration = .milliseconds(100),
    until isEnough: (Self) -> Bool = { _ in false }
  ) async throws {
    try await say([0x0B] + data.encode(), listen: listen, until: isEnough)
  }

  /// Ranges one block with what a phone would have on the air, and writes down what it hears.
  @discardableResult
  mutating func range(_ label: String, _ data: ShareableConfigurationData) -> Double? {
    let air = AirInterface(
      sessionID: data.sessionIdentifier, channel: data.channel, preamble: data.preambleCode,
      sts: [0x4C, 0x00] + data.staticSTSIV, slotDuration: data.slotDuration,
      slotsPerRound: data.slotsPerRound, interval: UInt32(data.rangingDuration),
      hopping: data.version == .v2_0 && data.hoppingMode == 1)
    let session = RadioSession(
      body: name, role: .initiator, air: air, address: bytes(data.destinationAddress),
      peers: [bytes(peer)])
    let transmission = room.open(session)
    defer { room.close(transmission) }
    let distance = room.round(transmission, block: 0).first?.fix?.distance
    note("\(label): \(distance.map { "\($0) m" } ?? "nothing")")
    return distance
  }

  mutating func note(_ text: String) { transcript.append("\(lab.now) \(text)") }

  private func bytes(_ address: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: address), UInt8(truncatingIfNeeded: address >> 8)]
  }
}

/// Runs `body` in a simulated lab beside boards that serve.
func inLab<Value: Sendable>(
  seed: UInt64 = 1, noise: Noise = .none,
  _ body: @escaping @Sendable (Lab, Room, LabServices) async throws -> Value
) throws -> Value {
  let lab = Lab.simulated(seed: seed)
  let room = Room(seed: seed, furnishing: .init(noise: noise))
  let value = try lab.run {
    try await withThrowingTaskGroup(of: Void.self) { group in
      let jobs = LabChannel<LabServices.Job>(lab, label: "a board to serve")
      group.addTask {
        await withTaskGroup(of: Void.self) { boards in
          while let job = try? await jobs.receive() { boards.addTask { await job() } }
        }
      }
      let services = LabServices(jobs: jobs)
      let value = try await body(lab, room, services)
      jobs.close()
      services.ports.forEach { $0.close() }
      return value
    }
  }
  guard room.openSessions == 0 else { throw RadioLeft(count: room.openSessions) }
  return value
}

struct RadioLeft: Error { let count: Int }
