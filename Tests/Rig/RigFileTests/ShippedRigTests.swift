import BootProtocols
import Journal
import Testing
import WireFormat

@testable import RigFile

@Suite("The shipped rigs and the schema")
struct ShippedRigTests {
  @Test("every shipped rig is right, and this build can serve it", arguments: ShippedRigs.names)
  func shipped(name: String) throws {
    let file = try #require(try ShippedRigs.rig(named: name))
    #expect(file.notAvailable == [])
    #expect(file.name + ".yaml" == name)
    #expect(ShippedRigs.text(named: "Rigs/" + name) == ShippedRigs.text(named: name))
  }

  @Test("the loopback rig in real time is that in virtual time but for clock and lateness")
  func sameBoards() throws {
    let simulated = try #require(try ShippedRigs.rig(named: "loopback.yaml"))
    let real = try #require(try ShippedRigs.rig(named: "loopback-pty.yaml"))
    #expect(simulated.time == .virtual)
    #expect(real.time == .real)
    #expect(simulated.boards == real.boards)
    #expect(simulated.room == real.room)
    var limits = simulated.limits
    #expect(limits.jitterMaximum < real.limits.jitterMaximum)
    limits.jitterMaximum = real.limits.jitterMaximum
    #expect(limits == real.limits)
    #expect(simulated.virtualBoards.count == simulated.boards.count)
    let uses = simulated.boards.map { "\($0.name) \($0.use.rawValue)" }
    #expect(
      uses == ["lock device", "tag device", "phone helper", "anchor device", "mobile device"])
  }

  @Test("an unknown name is no shipped rig")
  func unknown() throws {
    #expect(ShippedRigs.text(named: "../Package.swift") == nil)
  }

  /// What the schema says at a place.
  private func schema(_ path: String...) throws -> JSONValue {
    try path.reduce(try JSONParser.parse(Array(ShippedRigs.schema.utf8))) {
      try #require($0[$1], "no \($1)")
    }
  }

  private func board(_ key: String) throws -> JSONValue {
    try schema("properties", "boards", "items", "properties", key)
  }

  @Test("the schema offers each firmware its own personalities", arguments: Firmware.allCases)
  func personalities(firmware: Firmware) throws {
    let rules = try #require(try schema("properties", "boards", "items", "allOf").array)
    let own = rules.filter { rule in
      rule["if"]?["properties"]?["firmware"]?["enum"]?.array == [.string(firmware.rawValue)]
    }
    let names = own.compactMap { $0["then"]?["properties"]?["personality"]?["enum"]?.array }
    #expect(names == [firmware.personalities.map(JSONValue.string)])
  }

  @Test("the schema offers the words of types that stand elsewhere")
  func words() throws {
    #expect(
      try board("framing")["enum"]?.array?.compactMap(\.string)
        == StreamFraming.allCases.map(\.rawValue) + ["nxp-pnp"])
    #expect(try board("dialect")["enum"]?.array?.count == 8)
    #expect(
      try board("link")["pattern"]?.string
        == "^(virtual|serial:.+|usb:.+|tcp://.+|exec:.+|rfc2217://.+|ble:.+|replay:.+|labgrid:.+)$")
  }

  @Test("the schema has the defaults of the reader")
  func defaults() throws {
    let limits = try schema("properties", "limits", "properties")
    #expect(limits.members?.count == 18)
    #expect(limits["silence"]?["default"] == .string("1s"))
    #expect(limits["maximum-sessions"]?["default"] == .integer(4))
    #expect(limits["maximum-sessions"]?["maximum"] == .integer(255))
    #expect(
      try board("recovery")["default"]?.array
        == RigBoard.RecoveryRung.standard.map { .string($0.rawValue) })
  }

  @Test("required keys of the schema are the reader's")
  func required() throws {
    #expect(try schema()["required"] == .array([.string("version"), .string("boards")]))
    #expect(
      try schema("properties", "boards", "items")["required"]?.array?.compactMap(\.string)
        == ["name", "firmware", "link"])
    #expect(faults("{}").count == 2)
    #expect(faults("version: 1\nboards: [{}]").count == 3)
  }
}
