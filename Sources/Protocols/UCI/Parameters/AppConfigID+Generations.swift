extension AppConfigID {
  /// RSSI_REPORTING of boards with a dialect: Qorvo's SDK 0.1.1 has it at 0x36, and RX_MODE at 0x13,
  /// the number of FiRa (read in its source).
  public static func rssiReporting(in dialect: UCIDialect) -> AppConfigID {
    dialect == firstQorvoDialect ? .suspendRangingRounds : .rssiReporting
  }

  private static let firstQorvoDialect = UCIDialect(version: .fira1, vendor: .qorvo)

  /// The definition that holds for a dialect.
  public func definition(in dialect: UCIDialect) -> ParameterDefinition? {
    dialect == Self.firstQorvoDialect ? Self.firstQorvo[self] ?? definition : definition
  }

  private static let firstQorvo: [AppConfigID: ParameterDefinition] = [
    .rssiReporting: ParameterDefinition(id: 0x13, name: "RX_MODE", sizes: [1]),
    .suspendRangingRounds: ParameterDefinition(
      id: 0x36, name: "RSSI_REPORTING", sizes: [1], defaultValue: [0],
      values: ["DISABLE": 0, "ENABLE": 1]),
  ]
}
