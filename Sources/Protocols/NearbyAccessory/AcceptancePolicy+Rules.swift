extension AcceptancePolicy {
  /// Every rule that the blob breaks and that is not ignored, in the order of the bytes.
  public func violations(of data: AccessoryConfigurationData) -> [RuleViolation] {
    var judge = Judge(policy: self)
    wrapper(of: data, &judge)
    uwbPart(of: data.uwb, &judge)
    if data.uwb.version.layout.hasRoundRequest { request(of: data.uwb.request, &judge) }
    let used = AccessoryConfigurationData.headerLength + data.uwb.byteCount
    judge.require(
      data.trailing.isEmpty, .totalLength, "UWBConfigData", at: used,
      found: "\(data.trailing.count) bytes behind it", allowed: "none")
    return judge.found
  }

  private func wrapper(of data: AccessoryConfigurationData, _ judge: inout Judge) {
    judge.require(
      outerVersions.contains(data.majorVersion), .outerVersion, "MajorVersion", at: 0,
      found: "\(data.majorVersion)",
      allowed: outerVersions.upperBound == .max
        ? "\(outerVersions.lowerBound) or above" : "\(outerVersions.upperBound)")
    judge.require(
      outerMinorVersions.contains(data.minorVersion), .outerVersion, "MinorVersion", at: 2,
      found: "\(data.minorVersion)", allowed: "\(outerMinorVersions.upperBound)")
    judge.require(
      updateRates.contains(data.preferredUpdateRate), .updateRate, "PreferredUpdateRate", at: 4,
      found: "\(data.preferredUpdateRate.rawValue)", allowed: list(updateRates.map(\.rawValue)))
    judge.require(
      data.reserved.allSatisfy { $0 == 0 }, .reservedBytes, "RFU", at: 5,
      found: "other bytes", allowed: "zeros")
    let version = data.uwb.version
    judge.require(
      SpecificationVersion.published.contains(version) || version > .v2_0, .innerVersion,
      "SpecVersion", at: 16, found: "\(version)",
      allowed: SpecificationVersion.published.map(\.description).joined(separator: ", "))
    let (lengths, allowed) = innerLengths(of: version)
    judge.require(
      lengths?.contains(data.uwb.byteCount) ?? false, .innerLength, "UWBConfigDataLength", at: 15,
      found: "\(data.uwb.byteCount) for version \(version)", allowed: allowed)
  }

  /// Versions above 2.0 may be longer: what follows is not known and is left alone.
  private func innerLengths(of version: SpecificationVersion) -> (ClosedRange<Int>?, String) {
    guard version.major >= 1 else { return (nil, "version 1.0, 1.1 or 2.0") }
    let length = version.layout.accessoryLength
    return version > .v2_0 ? (length...255, "\(length) or more") : (length...length, "\(length)")
  }

  private func uwbPart(of part: UWBConfigurationData, _ judge: inout Judge) {
    judge.require(
      roles.contains(part.role), .role, "RANGING_ROLE", at: 32,
      found: "\(part.role.rawValue)", allowed: list(roles.map(\.rawValue)))
    judge.require(
      part.sourceAddress != 0 && part.sourceAddress != 0xFFFF, .sourceAddress, "SOURCE_ADDRESS",
      at: 33, found: "\(part.sourceAddress)", allowed: "neither 0 nor 65535")
    guard part.version.layout.hasClockDrift else { return }
    judge.require(
      part.clockDrift > 0 && part.clockDrift <= maximumClockDrift, .clockDrift, "ClockDrift",
      at: 35, found: "\(part.clockDrift) ppm", allowed: "1 to \(maximumClockDrift) ppm")
  }

  private func request(
    of request: UWBConfigurationData.RangingRequest, _ judge: inout Judge
  ) {
    judge.require(
      request.reserved == 0, .reservedBytes, "RFU2", at: 37, found: "other bytes",
      allowed: "zeros")
    judge.require(
      request.hoppingMode <= 1, .hoppingMode, "REQUESTED_HOPPING_MODE", at: 41,
      found: "\(request.hoppingMode)", allowed: "0 or 1")
    judge.require(
      request.slotsPerRound >= minimumSlotsPerRound, .slotsPerRound,
      "REQUESTED_NUM_SLOTS_PER_RROUND", at: 42, found: "\(request.slotsPerRound)",
      allowed: "\(minimumSlotsPerRound) or above")
    let step = max(slotDurationStep, 1)
    judge.require(
      request.slotDuration >= minimumSlotDuration && request.slotDuration % step == 0,
      .slotDuration, "REQUESTED_SLOT_DURATION", at: 44, found: "\(request.slotDuration) RSTU",
      allowed: "\(minimumSlotDuration) or above, in steps of \(step)")
    judge.require(
      intervalBounds.contains(request.interval), .interval, "REQUESTED_RANGING_INTERVAL", at: 46,
      found: "\(request.interval) ms",
      allowed: "\(intervalBounds.lowerBound) to \(intervalBounds.upperBound) ms")
    let round = Int(request.slotsPerRound) * Int(request.slotDuration)
    let block = Int(request.interval) * ImpliedRangingParameters.rstuPerMillisecond
    judge.require(
      round <= block, .roundsPerBlock, "REQUESTED_RANGING_INTERVAL", at: 46,
      found: "a round of \(round) RSTU in a block of \(block)", allowed: "at least one round")
  }

  private func list(_ values: [UInt8]) -> String {
    values.map { "\($0)" }.joined(separator: ", ")
  }

  private struct Judge {
    let policy: AcceptancePolicy
    var found: [RuleViolation] = []

    mutating func require(
      _ holds: Bool, _ rule: Rule, _ field: String, at offset: Int,
      found text: @autoclosure () -> String, allowed: @autoclosure () -> String
    ) {
      guard !holds, policy[rule] != .ignore else { return }
      found.append(
        RuleViolation(
          rule: rule.rawValue, severity: policy[rule], field: field, offset: offset,
          found: text(), allowed: allowed()))
    }
  }
}
