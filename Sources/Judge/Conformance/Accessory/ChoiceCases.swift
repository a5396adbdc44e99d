import NearbyAccessory
import Runner

/// Values that a phone draws at random, chosen so that careless reading of their bytes shows.
enum ChoiceCases {
  static let all: [Case] = [drawn]

  private struct Draw {
    let session: UInt32
    let vector: [UInt8]
    let address: UInt16

    init(_ session: UInt32, _ vector: [UInt8], _ address: UInt16) {
      (self.session, self.vector, self.address) = (session, vector, address)
    }

    var description: String {
      "session identifier 0x\(String(session, radix: 16)), the vector \(vector) and address "
        + address.hexadecimal
    }
  }

  /// All three at once: each start takes a block of the phone's radio.
  private static let draws = [
    Draw(0x0000_0100, [0, 0, 0, 0, 0, 0], 0x0001),
    Draw(0x0001_0000, [0, 1, 2, 3, 4, 5], 0x00FF),
    Draw(0x0100_0000, [5, 4, 3, 2, 1, 0], 0x0100),
    Draw(0x8000_0000, [1, 2, 0, 0, 3, 4], 0x7FFF),
    Draw(0x00FF_00FF, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], 0x8000),
    Draw(0x7FFF_FFFF, [0x0A, 0x0D, 0x80, 0xC0, 0xDB, 0x7E], 0xFF00),
    Draw(0xDEAD_BEEF, [0x80, 0, 0, 0, 0, 0x01], 0xFFFE),
  ]

  static let drawn = Case.accessory(
    "C28", "what a phone draws at random",
    requirement:
      "A configuration is accepted whatever session identifier, STS initialisation vector "
      + "and address the phone has drawn.",
    source: "accessory protocol §3.1, §3.2 (captures: the three are random)",
    needs: [.radioIfPresent], declared: .blocks(8)
  ) { context, accessory in
    for draw in draws {
      let configuration = try await context.configuration(of: accessory)
      let shareable = context.shareable(for: configuration, draw.description) {
        $0.sessionIdentifier = draw.session
        $0.staticSTSIV = draw.vector
        $0.destinationAddress = draw.address
      }
      // An accessory ranges with another, not with itself (C26).
      guard shareable.destinationAddress != configuration.uwb.sourceAddress else { continue }
      let radio = try await context.rangeIfPresent(
        with: accessory, shareable, configuration,
        start: "a configuration with \(draw.description) is answered with did-start",
        "ranging with \(draw.description)")
      try await context.stop(accessory)
      try await radio?.stop()
    }
  }
}
