extension Room {
  /// A radio that is on; given back with ``close(_:)``.
  public struct Transmission: Hashable, Sendable {
    let number: UInt64
  }

  struct Body {
    var position: Position
    var facing: Facing
    var trail = Trail()
  }

  /// The address of a frame: only radios of that session and address can be meant.
  struct Ear: Hashable {
    let session: UInt32
    let address: [UInt8]

    init(_ air: AirInterface, _ address: [UInt8]) {
      session = air.sessionID
      self.address = address
    }

    init(_ session: RadioSession) { self.init(session.air, session.address) }
  }

  struct Radio {
    var session: RadioSession
    var inbox: [RadioMessage] = []
  }

  struct State {
    var bodies: [String: Body] = [:]
    var radios: [UInt64: Radio] = [:]
    /// Radios by what reaches them, oldest first: a round must not search the whole room.
    var ears: [Ear: [UInt64]] = [:]
    var nextNumber: UInt64 = 1
    /// Pairs of bodies between which nothing is heard, the lesser name first.
    var blocked: [[String]] = []
    var disturbance: Disturbance?
    /// Radios that are not what they should be, by board.
    var faulty: [String: FaultyRadio] = [:]

    mutating func listen(_ number: UInt64, _ session: RadioSession) {
      var numbers = ears[Ear(session), default: []]
      numbers.insert(number, at: numbers.firstIndex { $0 > number } ?? numbers.endIndex)
      ears[Ear(session)] = numbers
    }

    mutating func unlisten(_ number: UInt64, _ session: RadioSession) {
      let rest = ears[Ear(session), default: []].filter { $0 != number }
      ears[Ear(session)] = rest.isEmpty ? nil : rest
    }

    /// The oldest radio that a round of `own` reaches at `address`.
    func peer(of own: RadioSession, at address: [UInt8]) -> UInt64? {
      ears[Ear(own.air, address)]?.first { number in
        radios[number].map { $0.session.answers(own) } ?? false
      }
    }
  }
}
