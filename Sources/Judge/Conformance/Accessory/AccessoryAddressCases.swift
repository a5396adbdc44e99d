import Journal
import NearbyAccessory
import Runner

extension SeveralAccessoriesCases {
  static let addresses = Case.accessoryPair(
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
