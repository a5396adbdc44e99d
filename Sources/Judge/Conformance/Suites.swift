public import Runner

/// The suites that come with the program.
public enum Suites {
  /// Every case, in the order of the suites and of their files.
  public static let all: [Case] = accessory + rangingOOB + uci + ranging + accuracy + phone + flash

  /// Requirements on a Nearby Interaction accessory.
  public static let accessory: [Case] =
    InitializeCases.all + ConfigurationDataCases.all + ConfigureCases.all + ChoiceCases.all
    + RangingCases.all
    + MalformedDataCases.all + ReconfigureCases.all + StopCases.all + RobustnessCases.all
    + DisconnectionCases.all + RetryCases.all + SeveralAccessoriesCases.all + VendorDialectCases.all
    + AndroidCases.all + StepCases.all + AbandonedCases.all + GATTCases.all
    + NearbyServiceCases.all
    + SeveralCentralsCases.all

  /// Requirements on an accessory for Android phones.
  public static let rangingOOB: [Case] =
    OOBTransportCases.all + OOBCapabilityCases.all + OOBVersionCases.all + OOBRadioCases.all
    + OOBPhoneCases.all + OOBSequenceCases.all + OOBStopCases.all
    + OOBHostileCases.all + OOBDeviceCases.all + OOBFindHubCases.all + OOBMotionCases.all
    + OOBDualCases.all

  /// Requirements on the rig's model of the phone.
  public static let phone: [Case] =
    PhoneLifecycleCases.all + PhonePermissionCases.all + PhoneAccessoryCases.all
    + PhoneRemovalCases.all + PhoneSuspensionCases.all + PhonePeerCases.all
    + PhoneObjectCases.all + PhoneConvergenceCases.all + PhoneCapabilityCases.all
    + PhoneBackgroundCases.all + PhoneServerCases.all

  /// Requirements on a UWB subsystem.
  public static let uci: [Case] =
    ResetCases.all + DeviceCases.all + UnknownCases.all + SessionCases.all + ConfigurationCases.all
    + ControlCases.all + ReportCases.all + PairCases.all + MalformedCases.all + LoadCases.all
    + DialectCases.all + QuietCases.all + wire + sessions

  /// Packets that are unusual, parameters and their limits, and what a board must live through.
  private static let wire: [Case] =
    FramingCases.all + PacketCases.all + IdentityCases.all + PromiseCases.all
    + DeviceParameterCases.all + ParameterCases.all + ParameterListCases.all
    + ActiveParameterCases.all + HostileCases.all
    + FuzzCases.all

  /// Sessions in every state, in number and for long, and what travels in their rounds.
  private static let sessions: [Case] =
    SessionStateCases.all + SessionLifeCases.all + MultiSessionCases.all + RoleCases.all
    + WidthCases.all
    + RoundCases.all + InitiationCases.all + RecordCases.all + MulticastCases.all + DataCases.all
    + ResetStateCases.all + WordCases.all
    + EnduranceCases.all

  /// Requirements on a bootloader.
  public static let flash: [Case] =
    SecureDFURequestCases.all + SecureDFUFirmware.all + SMPRequestCases.all + SMPImageCases.all
    + ESPCases.all + DK6Cases.all + MBootCases.all

  /// How right they range.
  public static let accuracy: [Case] = AccuracyCases.all

  /// Suites that run only when a filter is given: they take long, and few boards are calibrated.
  public static let onRequest = [AccuracyCases.suite]

  /// How well two UWB subsystems range with each other.
  public static let ranging: [Case] = RangingQualityCases.all
}
