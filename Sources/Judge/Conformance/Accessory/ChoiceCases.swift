import NearbyAccessory
import Runner

/// Values that a phone draws at random, chosen so that careless reading of their bytes shows.
enum ChoiceCases {
  static let all: [Case] = [drawn]

  private struct Draw {
    let session: UInt32
    let vector: [UInt8]
    let address: UInt16

    var description: String {
      "session identifier 0x\(String(session, radix: 16)), the vector \(vector) and address "
        + address.hexadecimal
    }
  }

  /// All three at once: each start takes a block of the phone's radio.
  private static let draws = [
    Draw(session: 0x0000_0100, vector: [0, 0, 0, 0, 0, 0], address: 0x0001),
    Draw(session: 0x0001_0000, vector: [0, 1, 2, 3, 4, 5], address: 0x00FF),
    Draw(session: 0x0100_0000, vector: [5, 4, 3, 2, 1, 0], address: 0x0100),
    Draw(session: 0x8000_0000, vector: [1, 2, 0, 0, 3, 4], address: 0x7FFF),
    Draw(session: 0x00FF_00FF, vector: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], address: 0x8000),
    Draw(session: 0x7FFF_FFFF, vector: [0x0A, 0x0D, 0x80, 0xC0, 0xDB, 0x7E], address: 0xFF00),
    Draw(session: 0xDEAD_BEEF, vector: [0x80, 0, 0, 0, 0, 0x01], address: 0xFFFE),
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
      // An accessory ranges with another, not with itself (C26).
      guard draw.address != configuration.uwb.sourceAddress else { continue }
      let radio = try await context.rangeIfPresent(
        with: accessory, knowing: configuration, for: draw.description,
        start: "a configuration with \(draw.description) is answered with did-start",
        "ranging with \(draw.description)"
      ) {
        $0.sessionIdentifier = draw.session
        $0.staticSTSIV = draw.vector
        $0.destinationAddress = draw.address
      }
      try await context.stop(accessory)
      try await radio?.stop()
    }
  }
}
