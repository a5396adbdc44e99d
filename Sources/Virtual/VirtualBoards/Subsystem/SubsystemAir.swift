import Room
import UCI

extension RadioSession {
  init(_ body: String, _ session: UWBSession) {
    let configuration = session.configuration
    self.init(
      body: body, role: configuration.isInitiator ? .initiator : .responder,
      air: AirInterface(session: session.id, configuration), address: configuration.address,
      peers: configuration.destinations)
    for peer in configuration.destinations {
      subSessions[peer] = session.subSession(with: peer)
    }
  }
}

extension AirInterface {
  init(session: UInt32, _ configuration: AppConfiguration) {
    let byte = { (id: AppConfigID, standard: UInt8) in configuration.byte(id, standard) }
    self.init(
      sessionID: session, channel: UInt8(clamping: configuration.channel),
      preamble: UInt8(clamping: configuration.preambleCode), sfd: byte(.sfdID, 2),
      frame: byte(.rframeConfig, 3), sts: configuration.stsSecret,
      slotDuration: UInt16(clamping: configuration.slotDurationRSTU),
      slotsPerRound: UInt16(clamping: configuration.slotsPerRound),
      interval: UInt32(clamping: configuration.rangingDurationMilliseconds),
      roundUsage: byte(.rangingRoundUsage, 2), hopping: byte(.hoppingMode, 0) != 0,
      format: Format(configuration))
  }
}

extension AirInterface.Format {
  fileprivate init(_ configuration: AppConfiguration) {
    self.init()
    stsConfiguration = configuration.byte(.stsConfig, stsConfiguration)
    stsLength = configuration.byte(.stsLength, stsLength)
    stsSegments = configuration.byte(.numberOfSTSSegments, stsSegments)
    prfMode = configuration.byte(.prfMode, prfMode)
    dataRate = configuration.byte(.psduDataRate, dataRate)
    headerRate = configuration.byte(.bprfPHRDataRate, headerRate)
    preambleDuration = configuration.byte(.preambleDuration, preambleDuration)
    checksum = configuration.byte(.macFCSType, checksum)
    addressSize = UInt8(clamping: configuration.addressSize)
    schedule = configuration.byte(.scheduleMode, schedule)
    multiNodeMode = configuration.byte(.multiNodeMode, multiNodeMode)
  }
}

extension AppConfiguration {
  fileprivate func byte(_ id: AppConfigID, _ standard: UInt8) -> UInt8 {
    number(id).map { UInt8(clamping: $0) } ?? standard
  }

  /// The bytes that the STS of the session is made of: of the vendor and the initial vector when it
  /// is static, of the session key when the host provides it. A secure element's stay unknown.
  fileprivate var stsSecret: [UInt8] {
    switch number(.stsConfig) {
    case 1, 2: []
    case 3, 4: self[.sessionKey] ?? []
    default: (self[.vendorID] ?? []) + (self[.staticSTSIV] ?? [])
    }
  }
}
