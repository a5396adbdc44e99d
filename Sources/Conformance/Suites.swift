public import Runner

/// The suites that come with the program.
public enum Suites {
  /// Every case, in the order of the suites and of their files.
  public static let all: [Case] = accessory + uci + phone

  /// What a Nearby Interaction accessory owes to a phone.
  public static let accessory: [Case] =
    InitializeCases.all + ConfigurationDataCases.all + ConfigureCases.all + RangingCases.all
    + MalformedDataCases.all + ReconfigureCases.all + StopCases.all + RobustnessCases.all
    + DisconnectionCases.all + RetryCases.all + SeveralAccessoriesCases.all

  /// What the rig's model of the phone owes to those that are judged with it.
  public static let phone: [Case] =
    PhoneLifecycleCases.all + PhonePermissionCases.all + PhoneAccessoryCases.all
    + PhoneRemovalCases.all + PhoneSuspensionCases.all + PhonePeerCases.all
    + PhoneBackgroundCases.all

  /// What a UWB subsystem owes to its host.
  public static let uci: [Case] =
    ResetCases.all + DeviceCases.all + UnknownCases.all + SessionCases.all + ConfigurationCases.all
    + ControlCases.all + ReportCases.all + PairCases.all + MalformedCases.all + LoadCases.all
}
