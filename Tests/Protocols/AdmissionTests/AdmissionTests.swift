import Digests
import Errors
import Testing

@testable import Admission

@Suite("The admission of a client to a bench")
struct AdmissionTests {
  private static func key(_ number: UInt8) throws -> SigningKey {
    try #require(SigningKey(secret: [UInt8](repeating: number, count: 32)))
  }

  private static func nonce(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 32) }

  /// What the bench makes of a client, over frames; `change` may alter each message on its way.
  private static func meet(
    _ wish: AdmissionWish, admitted: Bool, trusts: Bool = true,
    change: (AdmissionMessage) -> AdmissionMessage = { $0 }
  ) throws -> AdmissionReception.End {
    var visit = AdmissionVisit(try key(1), name: "ci/anna", nonce: nonce(3), wish: wish)
    var reception = AdmissionReception(
      try key(2), name: "bench", nonce: nonce(4), coordinators: ["127.0.0.1:20408"])
    let own = try key(1).publicKey
    var said = visit.opening
    while true {
      var frame = change(said).frame
      let whole = try AdmissionMessage.take(from: &frame)
      let heard = try #require(whole)
      #expect(frame.isEmpty)
      let (answer, end) = try reception.take(heard) { admitted && $0 == own }
      var back = change(answer).frame
      let reply = try AdmissionMessage.take(from: &back)
      let next = try visit.take(try #require(reply)) { _ throws(RigError) in
        if !trusts { throw RigError(.refused, reason: "unknown") }
      }
      if let end {
        #expect(next == nil)
        #expect(visit.coordinators == ["127.0.0.1:20408"])
        return end
      }
      said = try #require(next)
    }
  }

  @Test("a key that was admitted opens a port, another may ask")
  func ends() throws {
    #expect(try Self.meet(.open, admitted: true) == .entered)
    #expect(try Self.meet(.join, admitted: true) == .told)
    #expect(try Self.meet(.join, admitted: false) == .asks)
    #expect(throws: RigError.self) { try Self.meet(.open, admitted: false) }
  }

  @Test("a client tells its wish to no bench that it does not trust")
  func trust() throws {
    #expect(throws: RigError.self) { try Self.meet(.open, admitted: true, trusts: false) }
  }

  @Test("what was changed on its way is no proof", arguments: 0..<7)
  func changed(_ number: Int) throws {
    let other = try Self.key(9)
    #expect(throws: RigError.self) {
      try Self.meet(.open, admitted: true) { message in
        switch (message, number) {
        case (.hello(var party), 0):
          party.key = other.publicKey
          return .hello(party)
        case (.hello(var party), 1):
          party.nonce[5] ^= 1
          return .hello(party)
        case (.hello(var party), 2):
          party.name = "ci/bert"
          return .hello(party)
        case (.greeting(var party, let coordinators, let proof), 3):
          party.key = other.publicKey
          return .greeting(party, coordinators: coordinators, proof: proof)
        case (.greeting(let party, _, let proof), 4):
          return .greeting(party, coordinators: ["evil:1"], proof: proof)
        case (.wish(_, let proof), 5): return .wish(.join, proof: proof)
        case (.wish(let wish, var proof), 6):
          proof[10] ^= 0x40
          return .wish(wish, proof: proof)
        default: return message
        }
      }
    }
  }

  @Test("a proof is good for one connection and one bench")
  func replayed() throws {
    var visit = AdmissionVisit(
      try Self.key(1), name: "ci", nonce: Self.nonce(3), wish: .open)
    var first = AdmissionReception(
      try Self.key(2), name: "bench", nonce: Self.nonce(4), coordinators: [])
    let greeting = try first.take(visit.opening) { _ in true }.answer
    let said = try visit.take(greeting) { _ throws(RigError) in }
    let proof = try #require(said)
    for (number, nonce) in [(2, 5), (6, 4)] as [(UInt8, UInt8)] {
      var second = AdmissionReception(
        try Self.key(number), name: "bench", nonce: Self.nonce(nonce), coordinators: [])
      _ = try second.take(visit.opening) { _ in true }
      #expect(throws: RigError.self) { try second.take(proof) { _ in true } }
    }
    let end = try first.take(proof) { _ in true }.end
    #expect(end == .entered)
  }

  @Test(
    "what is no message is refused",
    arguments: [
      "", "{", "[]", #"{"uwbrig":1}"#, #"{"uwbrig":1,"kind":"hello"}"#,
      #"{"uwbrig":1,"kind":"open","proof":"00"}"#, #"{"uwbrig":1,"kind":"x","proof":"00"}"#,
      #"{"uwbrig":1,"kind":"refused"}"#, #"{"uwbrig":"1","kind":"asked"}"#,
    ])
  func malformed(_ text: String) throws {
    var frame = [0, UInt8(text.utf8.count)] + Array(text.utf8)
    #expect(throws: RigError.self) { try AdmissionMessage.take(from: &frame) }
  }

  @Test("another version is told as that, and a part of a message is waited for")
  func versions() throws {
    let text = #"{"uwbrig":2,"kind":"asked"}"#
    var frame = [0, UInt8(text.utf8.count)] + Array(text.utf8)
    #expect {
      try AdmissionMessage.take(from: &frame)
    } throws: {
      "\($0)".contains("expected version 1 of the messages of admission, got 2")
    }
    for count in 0..<AdmissionMessage.asked.frame.count {
      var part = Array(AdmissionMessage.asked.frame.prefix(count))
      let whole = try AdmissionMessage.take(from: &part)
      #expect(whole == nil)
    }
    var long: [UInt8] = [0xFF, 0xFF]
    #expect(throws: RigError.self) { try AdmissionMessage.take(from: &long) }
  }
}
