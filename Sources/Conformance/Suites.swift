public import Runner

/// The suites that come with the program.
public enum Suites {
  /// Every case, in the order of the suites and of their files.
  public static let all: [Case] = accessory + uci

  /// What a Nearby Interaction accessory owes to a phone.
  public static let accessory: [Case] =
    InitializeCases.all + ConfigureCases.all + StopCases.all + RobustnessCases.all
    + RetryCases.all + SeveralAccessoriesCases.all

  /// What a FiRa UCI board owes to its host.
  public static let uci: [Case] =
    UCICoreCases.all + UCISessionCases.all + UCIRangingCases.all + UCISurvivalCases.all
}
