import NearbyAccessory
import Runner

/// Values that a phone draws at random, chosen so that careless reading of their bytes shows.
enum ChoiceCases {
  static let all: [Case] = [drawn]

  private static let sessions: [UInt32] = [
    0x0000_0100, 0x0001_0000, 0x0100_0000, 0x8000_0000, 0x00FF_00FF, 0x7FFF_FFFF,
  ]
  private static let vectors: [[UInt8]] = [
    [0, 0, 0, 0, 0, 0], [0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [1, 2, 0, 0, 3, 4],
    [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x0A, 0x0D, 0x80, 0xC0, 0xDB, 0x7E],
  ]
  private static let addresses: [UInt16] = [
    0x0001, 0x00FF, 0x0100, 0x7FFF, 0x8000, 0xFF00, 0xFFFE,
  ]

  static let drawn = Case.accessory(
    "C28", "what a phone draws at random",
    requirement:
      "A configuration is accepted whatever session identifier, STS initialisation vector "
      + "and address the phone has drawn.",
    source: "accessory protocol §3.1, §3.2 (captures: the three are random)",
    needs: [.radioIfPresent], declared: .blocks(8), parameters: ["session", "vector", "address"]
  ) { context, accessory in
    func start(
      _ value: String, _ change: (inout ShareableConfigurationData) -> Void
    ) async throws {
      let configuration = try await context.configuration(of: accessory)
      let shareable = context.shareable(for: configuration, value, change)
      // An accessory ranges with another, not with itself (C26).
      guard shareable.destinationAddress != configuration.uwb.sourceAddress else { return }
      let radio = try await context.rangeIfPresent(
        with: accessory, shareable, configuration,
        start: "a configuration with \(value) is answered with did-start", "ranging with \(value)")
      try await context.stop(accessory)
      try await radio?.stop()
    }
    switch context.parameter {
    case "session":
      for session in sessions {
        let digits = String(session, radix: 16)
        try await start("session identifier 0x\(digits)") { $0.sessionIdentifier = session }
      }
    case "vector":
      for vector in vectors {
        try await start("the vector \(vector)") { $0.staticSTSIV = vector }
      }
    default:
      for address in addresses {
        try await start("address \(address.hexadecimal)") { $0.destinationAddress = address }
      }
    }
  }
}
