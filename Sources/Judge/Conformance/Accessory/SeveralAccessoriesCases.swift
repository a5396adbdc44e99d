import Journal
import NearbyAccessory
import Runner

enum SeveralAccessoriesCases {
  static let all: [Case] = [two, addresses] + EightAccessoriesCases.all

  static let two = Case.accessories(
    "M02", "two accessories at once",
    requirement:
      "Two accessories range with one phone at the same time, in blocks of 162 and 180 ms.",
    source: "accessory protocol §3.3 (captures), §5.6", needs: [.radio], declared: .blocks(2)
  ) { context, accessories in
    var radios: [(name: String, radio: PhoneRadio)] = []
    for (accessory, block) in zip(accessories, [UInt16(162), 180]) {
      let configuration = try await context.configuration(of: accessory)
      let shareable = context.shareable(for: configuration, accessory.name) {
        $0.fitRound(into: block)
      }
      radios.append((accessory.name, try await context.radio(for: shareable, configuration)))
      try await context.start(accessory, with: shareable)
    }
    for (name, radio) in radios {
      try await radio.requireRanging(rounds: 2, "ranging with \(name)")
    }
  }

  static let addresses = Case.accessories(
    "M03", "addresses of two accessories", .inferred,
    requirement: "Two accessories do not have the same short address.",
    source: "accessory protocol §3.4"
  ) { context, accessories in
    var addresses: [UInt16] = []
    // Two random addresses are equal once in 65 533 pairs, and twice in a row by a fault alone.
    for _ in 1...2 where addresses.first == addresses.last {
      addresses = []
      for accessory in accessories {
        addresses.append(try await context.configuration(of: accessory).uwb.sourceAddress)
      }
    }
    try context.require(
      addresses.first != addresses.last, "the short addresses differ",
      expected: "two addresses", got: addresses.map(\.hexadecimal).joined(separator: " and "))
  }
}
