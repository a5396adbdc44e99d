import Errors
import Journal
import Testing

@testable import ModelContext

@Suite("The Model Context Protocol")
struct ToolServerTests {
  private func effect(
    _ name: String, _ arguments: String, permits: Set<Permit> = []
  ) throws -> ToolServer.Effect {
    let line = """
      {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\(name)","arguments":\(arguments)}}
      """
    let effects = ToolServer(version: "1", permits: permits).take(Array(line.utf8))
    return try #require(effects.first)
  }

  private func words(
    _ name: String, _ arguments: String, permits: Set<Permit> = []
  ) throws -> [String] {
    guard case .call(_, let tool, let given) = try effect(name, arguments, permits: permits) else {
      throw RigError(.failed, reason: "no call")
    }
    let context = Tool.Context(folder: "/private", runFolder: "out/run", permits: permits)
    return try #require(try tool.steps(given, context).first).words
  }

  @Test("What a client gives is never taken for an option", arguments: ["--out=/etc", "-h", "--"])
  func optionLike(text: String) throws {
    let words = try words("run_cases", #"{"filter":"\#(text)"}"#)
    #expect(words.suffix(2) == ["--", text])
    let explained = try self.words("explain_case", #"{"case":"\#(text)"}"#)
    #expect(explained.contains("--case=\(text)"))
  }

  @Test("Without the permit a run stays on virtual boards and runs no programs")
  func bounds() throws {
    let bounded = try words("run_cases", #"{"filter":"S08","rig":"a.yaml"}"#)
    #expect(Set(bounded).isSuperset(of: ["--virtual-only", "--no-programs", "--rig=a.yaml"]))
    let free = try words("run_cases", #"{"filter":"S08"}"#, permits: [.run])
    #expect(!free.contains("--virtual-only") && !free.contains("--no-programs"))
  }

  @Test(
    "An argument that does not fit is refused with what was expected",
    arguments: [
      ("run_cases", "{}", "filter: expected a value, got none"),
      ("run_cases", #"{"filter":1}"#, "filter: expected a text of at most 4096 bytes, got 1"),
      ("run_cases", #"{"filter":"a","sead":1}"#, "did you mean \"seed\"?"),
      ("run_cases", #"{"filter":"a","seed":-1}"#, "expected a whole number from 0"),
      ("decode", #"{"packets":["00"],"protocol":"http"}"#, "expected one of uci, accessory"),
      ("decode", "[]", "expected the arguments as an object"),
    ])
  func refusals(tool: String, arguments: String, words: String) throws {
    guard case .send(let answer) = try effect(tool, arguments) else {
      Issue.record("it was called")
      return
    }
    #expect(answer["result"]?["isError"]?.bool == true)
    let text = answer["result"]?["content"]?.array?.first?["text"]?.string ?? ""
    #expect(text.contains(words), "\(text)")
  }

  @Test("A tool that changes something needs its permit", arguments: Permit.allCases)
  func permits(permit: Permit) throws {
    let all = ToolLibrary.all.filter { $0.permit == permit }
    for tool in all {
      guard case .send(let refusal) = try effect(tool.name, "{}") else {
        Issue.record("\(tool.name) was called")
        continue
      }
      #expect(refusal["error"]?["message"]?.string?.contains("--allow \(permit.rawValue)") == true)
    }
  }

  @Test(
    "The revision of the protocol is the client's where it is known",
    arguments: [
      ("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-06-18"), ("", "2025-06-18"),
    ])
  func revision(asked: String, told: String) throws {
    let line =
      #"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"\#(asked)"}}"#
    guard
      case .send(let answer)? = ToolServer(version: "1", permits: []).take(Array(line.utf8)).first
    else { throw RigError(.failed, reason: "no answer") }
    #expect(answer["result"]?["protocolVersion"]?.string == told)
    #expect(answer["id"]?.string == "a")
  }

  @Test("A cancelled request is named, other notifications are taken silently")
  func notifications() throws {
    let server = ToolServer(version: "1", permits: [])
    let cancel =
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}"#
    guard case .cancel(let id)? = server.take(Array(cancel.utf8)).first else {
      throw RigError(.failed, reason: "not cancelled")
    }
    #expect(id == .integer(5))
    #expect(
      server.take(Array(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.utf8)).isEmpty)
    #expect(server.take(Array(#"{"jsonrpc":"2.0","id":1,"result":{}}"#.utf8)).isEmpty)
  }
}
