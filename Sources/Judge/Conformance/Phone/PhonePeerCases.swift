import NearbySession
import Room
import Runner

enum PhonePeerCases {
  static let all: [Case] = [range, four, ended, unheard, oneRefuses, badToken, oneSided]

  static let range = Case.phone(
    "PH44", "two phones range",
    requirement: "Two phones that have each other's token measure the distance between them.",
    source: "Nearby Interaction headers (NINearbyPeerConfiguration)", declared: .phoneBlocks(3),
    on: .twoPhones
  ) { rig in
    let (first, second) = try await rig.pairedSessions()
    for session in [first, second] {
      let update = try await rig.expectUpdate(session, "both phones measure")
      try rig.require(update, from: "anna", to: "ben", "the distance")
    }
  }

  static let four = Case.phone(
    "PH45", "four phones, three sessions each",
    requirement: "Four phones range with each other, every one in three sessions at the same time.",
    source: "Nearby Interaction headers (NISession: one session a peer)", declared: .phoneBlocks(4),
    on: PhoneRig.Fixture(radios: ["anna", "ben", "carla", "dora"])
  ) { rig in
    let names = ["anna", "ben", "carla", "dora"]
    let spots = [Position(0, 0, 1), Position(2, 0, 1), Position(0, 5, 1), Position(9, 3, 1)]
    var phones: [Phone] = []
    for (name, spot) in zip(names, spots) {
      try rig.room().place(name, at: spot)
      phones.append(try await rig.phone(name))
    }
    var sessions: [(session: PhoneSession, from: String, to: String)] = []
    for left in 0..<4 {
      for right in left + 1..<4 {
        let (first, second) = (phones[left].makeSession(), phones[right].makeSession())
        try await rig.pair(first, second)
        sessions.append((first, names[left], names[right]))
        sessions.append((second, names[right], names[left]))
      }
    }
    for (session, from, to) in sessions {
      let update = try await rig.expectUpdate(session, "\(from) measures \(to)")
      try rig.require(update, from: from, to: to, "the distance from \(from) to \(to)")
    }
  }

  static let ended = Case.phone(
    "PH46", "the peer ends",
    requirement: "When the peer invalidates its session and says so, it is removed: peer ended.",
    source: "accessory protocol §5.1 (Apple's headers; best effort)", declared: .phoneBlocks(3),
    on: .twoPhones
  ) { rig in
    let (first, second) = try await rig.pairedSessions(PhoneNeighbourhood())
    try await rig.expectUpdate(first)
    second.invalidate()
    try await rig.expect("the peer is removed, because it ended", from: first) { event in
      if case .removed(.peerEnded, _) = event { true } else { false }
    }
  }

  static let unheard = Case.phone(
    "PH47", "the peer ends unheard",
    requirement: "When the word that the peer has ended is lost, it is removed: timeout.",
    source: "accessory protocol §5.1 (Apple's headers; best effort)", declared: .milliseconds(1200),
    on: .twoPhones
  ) { rig in
    let (first, second) = try await rig.pairedSessions(PhoneNeighbourhood(losesWords: true))
    try await rig.expectUpdate(first)
    second.invalidate()
    try await rig.expect("the peer is removed by timeout", from: first, where: \.isTimeout)
  }

  static let oneRefuses = Case.phone(
    "PH48", "one of two users refuses",
    requirement: "Two phones range only when both users allow it.",
    source: "accessory protocol §5.2 (NIError)", declared: .milliseconds(1200), on: .twoPhones
  ) { rig in
    let anna = try await rig.phone("anna")
    let ben = try await rig.phone("ben", permission: .notAsked)
    let (first, second) = (anna.makeSession(), ben.makeSession())
    try await rig.pair(first, second)
    ben.answer(isAllowed: false)
    try await rig.expectInvalidation(
      .userDidNotAllow, of: second, "the session without permission is invalidated")
    try await rig.expectStart(first)
    try await rig.requireTimeout(first, "the other session")
  }

  static let badToken = Case.phone(
    "PH49", "bytes that are not a token",
    requirement: "Bytes that are no discovery token are refused with -5888.",
    source: "accessory protocol §5.7 (wrong token: -5888)", parameters: ["empty", "cut", "long"]
  ) { rig in
    let phone = try await rig.phone()
    let good = phone.makeSession().discoveryToken?.bytes ?? []
    let bytes = try rig.context.choice(
      of: ["empty": [], "cut": Array(good.dropLast()), "long": good + [0]])
    var refusal: FrameworkError?
    do throws(FrameworkError) { _ = try phone.peerConfiguration(token: bytes) } catch {
      refusal = error
    }
    rig.context.noteFromPhone(refusal.map { "\($0)" } ?? "the token is accepted")
    try rig.context.require(
      refusal?.code == .invalidConfiguration, "bytes that are not a token",
      expected: "invalidConfiguration (-5888)", got: refusal.map { "\($0.code)" } ?? "no error")
  }

  static let oneSided = Case.phone(
    "PH50", "a peer that does not run",
    requirement: "A session whose peer never runs is told nothing but a removal by timeout.",
    source: "accessory protocol §5.1 (Apple's headers)", declared: .milliseconds(1200),
    on: .twoPhones
  ) { rig in
    let (anna, ben) = (try await rig.phone("anna"), try await rig.phone("ben"))
    let (first, second) = (anna.makeSession(), ben.makeSession())
    let tokens = try await rig.exchangeTokens(first, second)
    try first.run(.peer(anna.peerConfiguration(token: tokens.second)))
    try await rig.expectStart(first)
    try await rig.requireTimeout(first, "a session whose peer never runs")
  }
}
