import Boards
import BootProtocols
import Errors
import LabRuntime
import Links
import Synchronization
import Testing

@testable import Flashing

/// A port that writes down what is done with it.
private final class NotedLine: SerialLine {
  let name = "serial:noted"
  let preservesMessages = false
  let lineErrors: LineErrors? = nil
  private let notes = Mutex<[String]>([])
  private let lab: Lab
  private let failing: Bool

  init(_ lab: Lab, failing: Bool = false) {
    self.lab = lab
    self.failing = failing
  }

  var history: [String] { notes.withLock { $0 } }

  private func note(_ text: String) {
    let time = LabInstant.zero.duration(to: lab.now).microseconds / 1000
    notes.withLock { $0.append("\(time) \(text)") }
  }

  func start(_ receive: @escaping @Sendable (LinkEvent) -> Void) {}
  func setReading(_ reading: Bool) {}
  func setBreak(_ on: Bool) async throws(RigError) {}
  func drain(within limit: Duration) async throws(RigError) { note("drain") }
  func setRate(_ baud: Int) async throws(RigError) { note("rate \(baud)") }
  func close() { note("close") }

  func send(_ bytes: [UInt8]) async throws(RigError) {
    if failing { throw RigError(.closed, name, reason: "it was unplugged") }
    note("send \(String(decoding: bytes, as: UTF8.self))")
  }

  func setLines(dtr: Bool?, rts: Bool?) async throws(RigError) {
    if failing { throw RigError(.closed, name, reason: "it was unplugged") }
    let words = [("dtr", dtr), ("rts", rts)].compactMap { line, level in
      level.map { "\(line) \($0 ? "on" : "off")" }
    }
    note(words.joined(separator: " "))
  }
}

@Suite("The way into a bootloader")
struct EntryTests {
  private static func history(_ entry: BootloaderEntry) throws -> [String] {
    let lab = Lab.simulated(seed: 1)
    let line = NotedLine(lab)
    try lab.run { try await EntrySequence(entry).perform(lab, on: line) }
    return line.history
  }

  @Test("a board that is there already is left alone")
  func byHand() throws {
    #expect(try Self.history(.byHand).isEmpty)
  }

  @Test("a touch at 1200 baud ends with DTR low, and the port is given back")
  func touch() throws {
    #expect(
      try Self.history(.touch) == [
        "0 dtr on", "0 drain", "0 rate 1200", "50 dtr off", "150 close",
      ])
    #expect(EntrySequence(.touch).leavesPort)
  }

  @Test("a bridge's lines reset an ESP chip while its boot pin is low")
  func bridge() throws {
    #expect(
      try Self.history(.bridgeLines) == [
        "0 dtr off rts on", "100 dtr on rts off", "150 dtr off rts off",
      ])
  }

  @Test("the port inside an ESP chip is never asked to drop both lines at once before its reset")
  func builtIn() throws {
    #expect(
      try Self.history(.builtInLines) == [
        "0 dtr off rts off", "100 dtr on rts off", "200 dtr on rts on", "200 dtr off rts on",
        "300 dtr off rts off",
      ])
  }

  @Test("an application with SMP is reset into its bootloader")
  func smp() throws {
    let sent = try #require(Self.history(.smpReset).first)
    let line = Array(sent.dropFirst("0 send ".count).utf8)
    var framing = SMPSerialFraming(.base64)
    let message = try #require(framing.feed(line).first.flatMap(SMPMessage.init))
    #expect(message.group == SMPCommand.osGroup)
    #expect(message.command == SMPCommand.reset)
    let payload = try CBORValue(decoding: message.payload)
    #expect(payload["boot_mode"]?.integer == 1)
    #expect(!EntrySequence(.smpReset).leavesPort)
  }

  @Test("a command goes to the application as it stands in the profile")
  func command() throws {
    #expect(try Self.history(.command("dfu\r\n")) == ["0 send dfu\r\n", "500 close"])
  }

  @Test("a line that is gone is said, and that nothing was touched")
  func gone() throws {
    let lab = Lab.simulated(seed: 1)
    let line = NotedLine(lab, failing: true)
    let error = #expect(throws: FlashError.self) {
      try lab.run { try await EntrySequence(.bridgeLines).perform(lab, on: line) }
    }
    #expect(error?.code == .line)
    #expect(error?.imageTouched == false)
  }

  @Test("the profiles that come with the program say how each board gets into its loader")
  func profiles() throws {
    let library = try ProfileLibrary.shipped()
    func entries(_ name: String) -> [BootloaderEntry] {
      library.profiles.first { $0.name == name }?.flash
        .filter { ($0.method.bootProtocol ?? .nxpMboot) != .nxpMboot }
        .map(\.enter) ?? []
    }
    #expect(entries("makerfabs-esp32-uwb") == [.bridgeLines])
    #expect(entries("makerfabs-mauwb") == [.builtInLines, .bridgeLines])
    #expect(entries("dwm3001cdk") == [.smpReset, .byHand])
    #expect(entries("murata-type2bp") == [.byHand])
  }
}
