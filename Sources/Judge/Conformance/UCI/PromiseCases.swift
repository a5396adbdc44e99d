import Journal
import Runner
import UCI
import UCIHost

/// What the capabilities of a board promise, each asked for.
enum PromiseCases {
  static let all: [Case] = [promised]

  /// A bit of the capabilities, and the parameters of a session that has to be possible with it.
  private struct Promise {
    /// The name of the capability, without its generation's number.
    let capability: String
    let bit: String
    let parameters: RangingParameters
    /// Whether it needs a parameter that FiRa 1 lacks.
    var needsFiRa2: Bool { parameters.additional.contains { $0.id == .sessionKey } }

    var name: String { "\(capability)-\(bit)" }

    init(
      _ capability: String, _ bit: String, _ parameters: RangingParameters = .quick(),
      _ change: (inout RangingParameters) -> Void = { _ in }
    ) {
      self.capability = capability
      self.bit = bit
      var parameters = parameters
      change(&parameters)
      self.parameters = parameters
    }
  }

  private static let promises: [Promise] = [
    Promise("DEVICE_TYPE", "controlee", .quickPeer()),
    Promise("RANGING_METHOD", "ss_twr_deferred") { $0.rangingRoundUsage = 1 },
    Promise("RANGING_METHOD", "ds_twr_deferred") { $0.rangingRoundUsage = 2 },
    Promise("RANGING_METHOD", "ss_twr_non_deferred") { $0.rangingRoundUsage = 3 },
    Promise("RANGING_METHOD", "ds_twr_non_deferred") { $0.rangingRoundUsage = 4 },
    Promise("STS_CONFIG", "provisioned") {
      $0.stsConfiguration = 3
      $0.additional = [AppConfigParameter(.sessionKey, [UInt8](repeating: 0xA5, count: 16))]
    },
    Promise("MULTI_NODE_MODE", "one_to_many", .quickOneToMany()),
    Promise("RFRAME_CONFIG", "sp1") { $0.frameConfiguration = 1 },
    Promise("RFRAME_CONFIG", "sp3") { $0.frameConfiguration = 3 },
  ]

  static let promised = Case.uci(
    "UC31", "what the capabilities tell", .inferred,
    requirement: "A session takes the type of device, method, STS, node mode and frames that the "
      + "capabilities tell, and ranges with them.",
    source: "AOSP, whose host chooses the parameters of a session by them; observed: DWM3001CDK",
    declared: .milliseconds(RangingParameters.lonely().interval) * 2,
    parameters: promises.map(\.name)
  ) { context, host in
    let promise = try context.choice(promises, named: \.name)
    guard try await context.capabilities(of: host).has(promise.capability, promise.bit) else {
      throw CaseEnding.skip("not claimed: \(host.name) has no \(promise.bit)")
    }
    if promise.needsFiRa2, host.dialect.version == .fira1 {
      throw CaseEnding.skip(
        "\(host.name) has FiRa 1, which has no parameter for what \(promise.name) needs")
    }
    let session = try await context.session(on: host)
    var parameters = context.isolated(promise.parameters)
    // Shorter ones are nothing that capabilities tell of.
    parameters.interval = RangingParameters.lonely().interval
    let tlvs = parameters.tlvs(dialect: host.dialect)
    try await context.expect(
      .ok, for: session.setting(tlvs), from: host, "\(promise.name), which is told, is taken")
    try await context.start(session)
    for (report, _) in try await context.reports(2, of: session) {
      try context.requireNotHeard(report, host)
    }
  }
}

extension UCICapabilities {
  /// Whether a bit is set, by the names that both generations' tables have for it.
  fileprivate func has(_ capability: String, _ bit: String) -> Bool {
    guard let tlv = first(named: capability),
      let field = definition(of: tlv.id)?.bits.first(where: { $0.name == bit })
    else { return false }
    let (byte, shift) = field.shift.quotientAndRemainder(dividingBy: 8)
    return byte < tlv.value.count && tlv.value[byte] >> UInt8(shift) & 1 == 1
  }
}
