public import Runner

/// The suites that come with the program.
public enum Suites {
  /// Every case, in the order of the suites and of their files.
  public static let all: [Case] = accessory + uci

  /// What a Nearby Interaction accessory owes to a phone.
  public static let accessory: [Case] =
    InitializeCases.all + ConfigurationDataCases.all + ConfigureCases.all + RangingCases.all
    + MalformedDataCases.all + ReconfigureCases.all + StopCases.all + RobustnessCases.all
    + DisconnectionCases.all + RetryCases.all + SeveralAccessoriesCases.all + DialectCases.all
    + AbandonedCases.all + GATTCases.all + NearbyServiceCases.all + SeveralCentralsCases.all

  /// What a UWB subsystem owes to its host.
  public static let uci: [Case] =
    ResetCases.all + DeviceCases.all + UnknownCases.all + SessionCases.all + ConfigurationCases.all
    + ControlCases.all + ReportCases.all + PairCases.all + MalformedCases.all + LoadCases.all
}
