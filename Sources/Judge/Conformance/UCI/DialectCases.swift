import Journal
import RigFile
import Runner
import UCI
import UCIHost

/// The dialect of a board, by everything that tells it.
enum DialectCases {
  static let all: [Case] = [dialect]

  static let dialect = Case(
    "UC40", suite: "uci", "dialect", .varies,
    requirement: "The device information, the numbers of the capabilities and the rig file agree "
      + "on what the board speaks.",
    source: "AOSP (1.x and 2.x numbering); observed: DWM3001CDK, pica", boards: .uci
  ) { context in
    let board = try context.uci()
    let host = try board.host()
    let found = UCIDialect(deviceInfo: try await host.deviceInfo())
    if board.description.dialect != nil {
      // The file wins: packets are read as it says. A vendor that the board does not tell is no
      // contradiction.
      let said = board.description.uciDialect
      let isSame =
        found.version == said.version && (found.vendor == .none || found.vendor == said.vendor)
      try context.require(
        isSame, "the dialect of the rig file", expected: "\(said), which holds",
        got: "\(found) by the device information")
    }
    let numbers: UCIVersion = try await host.capabilities().usesFiRa1Numbers ? .fira1 : .fira2
    try context.require(
      numbers == found.version, "the generation of the capabilities",
      expected: "\(found.version.rawValue), as the device information says", got: numbers.rawValue)
  }
}
