import NearbyAccessory

/// A configuration message as a careless reader sees it.
private struct Shareable {
  let body: [UInt8]
  let own: SpecificationVersion

  init(_ message: [UInt8], _ history: AccessoryHistory) { self.init(message, history.version) }

  /// The bytes that its version has; those of the accessory's own when it names none.
  var length: Int {
    guard body.count >= 4 else { return own.layout.shareableLength }
    let major = UInt16(body[0]) | UInt16(body[1]) << 8
    let minor = UInt16(body[2]) | UInt16(body[3]) << 8
    let named = SpecificationVersion(major, minor)
    return ([.v1_0, .v1_1, .v2_0].contains(named) ? named : own).layout.shareableLength
  }

  var isTruncated: Bool { body.count < length }
  var isTooLong: Bool { body.count > length }

  /// The message with a body of `length` bytes, cut or filled with zeros, whose length byte fits.
  func resized(to length: Int) -> [UInt8] {
    let missing = max(0, length - body.count)
    var fitted = Array(body.prefix(length)) + [UInt8](repeating: 0, count: missing)
    if fitted.count > 4 {
      fitted[4] = UInt8(
        truncatingIfNeeded: length - ShareableConfigurationData.headerLength)
    }
    return message(fitted)
  }

  /// The message with a body of the accessory's own version.
  var asOwn: [UInt8] {
    let head = own.major.wireOrder + own.minor.wireOrder
    let renamed = head + body.dropFirst(4)
    return Shareable(message(renamed), own).resized(to: own.layout.shareableLength)
  }

  func bytes(_ range: Range<Int>) -> [UInt8] {
    range.upperBound <= body.count ? Array(body[range]) : []
  }

  private init(_ message: [UInt8], _ own: SpecificationVersion) {
    body = Array(message.dropFirst())
    self.own = own
  }

  private func message(_ body: [UInt8]) -> [UInt8] {
    [AccessoryMessage.Identifier.configureAndStart.rawValue] + body
  }
}

extension AccessoryFault {
  static let configuring: [AccessoryFault] = [
    .init("never-starts", "No configuration is ever answered or used.") {
      $0.onReceive(.configureAndStart) { _, _ in [] }
    },
    .init("starts-twice", "One start is reported with two did-starts.") {
      $0.onSend(.didStart) { message, _ in [.now(message), .now(message)] }
    },
    .init("did-start-with-body", "Did-start carries a byte that it must not have.") {
      $0.onSend(.didStart) { message, _ in [.now(message + [1])] }
    },
    .init("starts-late", "Did-start comes three seconds after the start.") {
      $0.onSend(.didStart) { message, _ in [.after(.seconds(3), message)] }
    },
    .init("only-eu-country", "A configuration for another country than EU is refused.") {
      $0.onReceive(.configureAndStart, []) {
        Shareable($0, $1).bytes(5..<7) != Array("EU".utf8)
      }
    },
    .init("refuses-long-blocks", "A configuration with blocks of 256 ms and more is refused.") {
      $0.onReceive(.configureAndStart, []) { (Shareable($0, $1).bytes(17..<19).last ?? 0) > 0 }
    },
    .init("refuses-short-blocks", "A configuration with blocks below 170 ms is refused.") {
      $0.onReceive(.configureAndStart, []) { message, history in
        let block = Shareable(message, history).bytes(17..<19)
        return block.last == 0 && (block.first ?? 0) < 170
      }
    },
    .init("refuses-long-rounds", "A configuration with more than six slots is refused.") {
      $0.onReceive(.configureAndStart, []) { (Shareable($0, $1).bytes(13..<15).first ?? 0) > 6 }
    },
    .init("refuses-channel-5", "A configuration for channel 5 is refused.") {
      $0.onReceive(.configureAndStart, []) { Shareable($0, $1).bytes(12..<13) == [5] }
    },
    .init("refuses-hopping", "A configuration with hopping is refused.", since: .v2_0) {
      $0.onReceive(.configureAndStart, []) { Shareable($0, $1).bytes(34..<35) == [1] }
    },
    .init(
      "refuses-spare-drift", "A configuration that allows more than 100 ppm of drift is refused.",
      since: .v1_1
    ) {
      $0.onReceive(.configureAndStart, []) { message, history in
        let drift = Shareable(message, history).bytes(28..<30)
        return drift.count == 2 && UInt16(drift[0]) | UInt16(drift[1]) << 8 > 100
      }
    },
    .init(
      "refuses-zero-in-vector", "A configuration whose STS vector begins with zero is refused."
    ) {
      $0.onReceive(.configureAndStart, []) { Shareable($0, $1).bytes(20..<21) == [0] }
    },
    .init(
      "accepts-truncated-configuration",
      "A configuration that is cut short is filled up with zeros and started."
    ) {
      $0.onReceive(.configureAndStart) { message, history in
        let shareable = Shareable(message, history)
        return [.take(shareable.isTruncated ? shareable.asOwn : message)]
      }
    },
    .init(
      "dies-on-truncated-configuration", "A configuration that is cut short makes the board reset."
    ) {
      $0.onReceive(.configureAndStart, [.die]) { Shareable($0, $1).isTruncated }
    },
    .init(
      "dies-on-long-configuration",
      "A configuration with bytes behind its end makes the board reset."
    ) {
      $0.onReceive(.configureAndStart, [.die]) { Shareable($0, $1).isTooLong }
    },
    .init(
      "accepts-long-configuration",
      "Bytes behind the end of a configuration are dropped and it is started."
    ) {
      $0.onReceive(.configureAndStart) { message, history in
        let shareable = Shareable(message, history)
        return [.take(shareable.isTooLong ? shareable.resized(to: shareable.length) : message)]
      }
    },
    .init("ignores-length-byte", "A length byte that contradicts the length is not noticed.") {
      $0.onReceive(.configureAndStart) { message, history in
        let shareable = Shareable(message, history)
        return [.take(shareable.resized(to: shareable.body.count))]
      }
    },
    .init("ignores-version", "A configuration of a version that does not exist is started.") {
      $0.onReceive(.configureAndStart) { message, history in
        let shareable = Shareable(message, history)
        let fits = shareable.body.count == history.version.layout.shareableLength
        return [.take(fits ? shareable.asOwn : message)]
      }
    },
    .init("starts-unconfigured", "A configuration before any initialize is started.") {
      $0.behaviour = { $0.startsBeforeInitialize = true }
    },
    .init(
      "accepts-own-address", "A configuration whose phone has the accessory's address is started."
    ) {
      $0.behaviour = { $0.acceptance.refusesOwnAddress = false }
    },
    .init(
      "forgets-configuration",
      "A configuration that comes 500 ms or more after the configuration data is refused."
    ) {
      $0.onReceive(.configureAndStart, []) { _, history in
        (history.time(since: history.lastConfiguration) ?? .zero) >= .milliseconds(500)
      }
    },
    .init(
      "requires-zero-rfu", "A configuration whose reserved bytes are not zero is refused.",
      since: .v2_0
    ) {
      $0.onReceive(.configureAndStart, []) { message, history in
        Shareable(message, history).bytes(30..<34).contains { $0 != 0 }
      }
    },
    .init(
      "accepts-higher-version",
      "A configuration of a version above that of the configuration data is started."
    ) {
      $0.behaviour = { behaviour in
        behaviour.acceptance.refusesHigherVersion = false
        // One that does not exist is written like 2.0.
        behaviour.acceptance.shapes.append(
          .init(version: SpecificationVersion(3, 0), length: 35, lengthByte: nil))
      }
    },
  ]
}
