/// Where accessories differ from each other: one value per personality.
///
/// Each knob is a row of the table of observed accessories (accessory protocol §1.4). Personalities
/// stand where virtual boards are made; here stands the rig's reference.
public struct AccessoryBehaviour: Hashable, Sendable {
  /// The effect of an initialize while a session is starting or ranging.
  public enum InitializeWhileActive: String, Hashable, Sendable, CaseIterable {
    /// The session ends and new configuration data is sent.
    case restart
    /// The configuration data is sent again and the session goes on.
    case answer
    /// Configuration data with a fresh source address is sent and the session goes on.
    case answerAnew = "answer-anew"
    case ignore
  }

  /// The effect of a configuration while a session is starting or ranging.
  public enum ConfigureWhileActive: String, Hashable, Sendable, CaseIterable {
    /// The session ends and a new one starts.
    case reconfigure
    /// Did-start is sent, the session goes on unchanged.
    case acknowledge
    case ignore
  }

  /// When did-start is sent.
  public enum DidStart: String, Hashable, Sendable, CaseIterable {
    case whenRadioRuns
    /// As soon as the radio was told to start.
    case immediately
  }

  /// When an accessory answers a stop with did-stop.
  public enum StopAnswer: String, Hashable, Sendable, CaseIterable {
    case atOnce
    case whenRadioStopped
    case silent
  }

  /// The message of an accessory about a start that failed or a session that ended by itself.
  public enum EndReport: String, Hashable, Sendable, CaseIterable {
    case didStop
    /// Did-start, a fault seen in one firmware.
    case didStart
    case silent
  }

  /// How long configuration data stays valid.
  public enum ConfigurationLife: String, Hashable, Sendable, CaseIterable {
    case untilStop
    /// One stop for each start leaves it valid, so that a phone can retry with it; a stop when
    /// nothing was started since the last ends it.
    case untilSpareStop
    /// Only the end of the connection ends it.
    case untilDisconnect
  }

  /// First bytes behind an initialize that ask for another dialect, such as Android, and get no
  /// answer here. Canvas firmware means Android by 0x01, another firmware by 0x02.
  public var otherDialects: [UInt8] = []
  /// The dialect for Android that it speaks too.
  public var android: AndroidDialect?
  /// An initialize when configuration data was sent and nothing ranges is answered again.
  public var answersInitializeWhileConfigured = true
  /// An initialize while a session is starting or ranging.
  public var initializeWhileActive = InitializeWhileActive.restart
  /// Every initialize brings a fresh source address; otherwise the first one is kept.
  public var freshAddressPerInitialize = true
  /// The rules for shareable configuration data.
  public var acceptance = SCDAcceptance.reference
  /// A configuration before any initialize is started, with the address that the data holds.
  public var startsBeforeInitialize = false
  /// A configuration that is refused is answered with did-stop.
  public var answersBadConfiguration = false
  /// The same configuration again while ranging.
  public var sameConfigureWhileActive = ConfigureWhileActive.acknowledge
  /// Another configuration while starting or ranging.
  public var otherConfigureWhileActive = ConfigureWhileActive.reconfigure
  /// When did-start is sent.
  public var didStart = DidStart.whenRadioRuns
  /// The report of a failed start.
  public var failedStartReport = EndReport.didStop
  /// The report of a session that ended by itself.
  public var ownEndReport = EndReport.didStop
  /// The answer to a stop while starting or ranging.
  public var stopAnswer = StopAnswer.atOnce
  /// A stop when nothing runs is answered with did-stop.
  public var answersStopWhileIdle = true
  /// How long configuration data stays valid.
  public var configurationLife = ConfigurationLife.untilSpareStop

  /// The reference, to be changed.
  public init() {}

  /// The rig's reference model (accessory protocol §1.5).
  public static let reference = AccessoryBehaviour()
}
