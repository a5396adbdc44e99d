import BootProtocols
import Foundation
import Links
import Notation
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

  /// The schema as nested dictionaries and lists.
  private func schema(_ path: String...) throws -> [String: Any] {
    let data = Data(ShippedRigs.schema.utf8)
    var node = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    for step in path { node = try #require(node[step] as? [String: Any], "no \(step)") }
    return node
  }

  private func keys(_ path: [String]) throws -> [String] {
    var node = try schema()
    for step in path { node = try #require(node[step] as? [String: Any], "no \(step) in \(path)") }
    #expect(node["additionalProperties"] as? Bool == false)
    return try #require(node["properties"] as? [String: Any]).keys.sorted()
  }

  private static let board = ["$defs", "board"]

  @Test(
    "the schema has the parser's keys, no more and no fewer",
    arguments: [
      ([], RigGrammar.file), (["properties", "room"], RigGrammar.room),
      (["properties", "limits"], RigGrammar.limits), (board, RigGrammar.board),
      (board + ["properties", "claims"], RigGrammar.claims),
      (board + ["properties", "facing"], RigGrammar.facing),
      (board + ["properties", "image"], RigGrammar.image),
      (board + ["properties", "flash"], RigGrammar.flash),
    ])
  func sameKeys(path: [String], known: [String]) throws {
    #expect(try keys(path) == known.sorted())
  }

  @Test("the programs of power and reset have the parser's keys")
  func programKeys() throws {
    let properties = try schema("$defs", "board", "properties")
    func mapping(_ key: String) throws -> [String: Any] {
      let field = try #require(properties[key] as? [String: Any])
      let forms = try #require(field["oneOf"] as? [[String: Any]])
      return try #require(forms.last?["properties"] as? [String: Any])
    }
    #expect(try mapping("reset").keys.sorted() == RigGrammar.resetCommand)
    #expect(try mapping("power").keys.sorted() == RigGrammar.powerCommand)
    let programs = try #require(try mapping("power")["command"] as? [String: Any])
    let names = try #require(programs["properties"] as? [String: Any]).keys.sorted()
    #expect(names == RigGrammar.powerPrograms.sorted())
  }

  @Test(
    "the schema has the parser's enumerations",
    arguments: [
      ("firmware", Firmware.allCases.map(\.rawValue)),
      ("use", RigBoard.Use.allCases.map(\.rawValue)),
      ("framing", StreamFraming.allCases.map(\.rawValue)),
      ("role", RigBoard.Role.allCases.map(\.rawValue)), ("gatt", RigGrammar.gatt),
      ("encoding", SMPEncoding.allCases.map(\.rawValue)),
      ("dialect", RigBoard.Dialect.names),
      ("personality", Firmware.allCases.flatMap(\.personalities)),
    ])
  func sameEnumerations(key: String, names: [String]) throws {
    #expect(try schema("$defs", "board", "properties", key)["enum"] as? [String] == names)
  }

  @Test("nested enumerations agree too")
  func nestedEnumerations() throws {
    let board = try schema("$defs", "board", "properties")
    let recovery = try #require(board["recovery"] as? [String: Any])
    let rungs = try #require(recovery["items"] as? [String: Any])["enum"] as? [String]
    #expect(rungs == RigBoard.RecoveryRung.allCases.map(\.rawValue))
    let reset = try #require((board["reset"] as? [String: Any])?["oneOf"] as? [[String: Any]])
    #expect(reset.first?["enum"] as? [String] == RigGrammar.resets)
    let times = try schema("properties", "time")["enum"] as? [String]
    #expect(times == RigFile.Time.allCases.map(\.rawValue))
    let flash = try schema("$defs", "board", "properties", "flash", "properties", "times")
    #expect(flash["enum"] as? [String] == RigBoard.Flash.Times.allCases.map(\.rawValue))
    let claims = try schema("$defs", "board", "properties", "claims", "properties", "acd")
    let versions = try #require(claims["enum"] as? [Any]).compactMap { $0 as? String }
    #expect(versions == RigBoard.Claims.acdVersions)
  }

  @Test("the schema offers each firmware its own personalities")
  func personalities() throws {
    let rules = try #require(try schema("$defs", "board")["allOf"] as? [[String: Any]])
    var found: [String: [String]] = [:]
    for rule in rules {
      let condition = (rule["if"] as? [String: Any])?["properties"] as? [String: Any]
      let then = (rule["then"] as? [String: Any])?["properties"] as? [String: Any]
      guard let firmware = (condition?["firmware"] as? [String: Any])?["const"] as? String else {
        continue
      }
      found[firmware] = (then?["personality"] as? [String: Any])?["enum"] as? [String]
    }
    for firmware in Firmware.allCases {
      #expect(found[firmware.rawValue] == firmware.personalities)
    }
  }

  @Test("the defaults of the schema's limits are the parser's")
  func limitDefaults() throws {
    let properties = try schema("properties", "limits", "properties")
    let limits = RigLimits()
    for (name, path) in RigLimits.durations {
      let text = try #require((properties[name] as? [String: Any])?["default"] as? String)
      #expect(try DurationText.parse(text) == limits[keyPath: path], "\(name)")
    }
    for (name, path, range) in RigLimits.counts {
      let field = try #require(properties[name] as? [String: Any])
      #expect(field["default"] as? Int == limits[keyPath: path], "\(name)")
      #expect(field["minimum"] as? Int == range.lowerBound, "\(name)")
      #expect(field["maximum"] as? Int == range.upperBound, "\(name)")
    }
  }

  @Test("required keys of the schema are the parser's")
  func required() throws {
    #expect(try schema()["required"] as? [String] == ["version", "boards"])
    #expect(
      try schema("$defs", "board")["required"] as? [String] == ["name", "firmware", "link"])
    #expect(faults("{}").count == 2)
    #expect(faults("version: 1\nboards: [{}]").count == 3)
  }
}
