import LabRuntime
import UCI
import UCIHost

/// One thing that an accessory may have made something else of than a phone meant.
public struct Misreading: Equatable, Sendable {
  /// The thing and what became of it, such as `session id reversed`.
  public let name: String
  /// The order with which a phone's radio hears such an accessory.
  public let order: RadioOrder
}

extension RadioOrder {
  /// What an accessory may have misread, the likeliest first (Ranging OOB §12).
  public var misreadings: [Misreading] {
    let told = AppConfiguration(parameters.tlvs(dialect: .fira2))
    var names: Set<String> = []
    var orders = [self]
    return (sessions + addresses + keys(told) + sides(told) + times + frames(told)).filter {
      guard !orders.contains($0.order) else { return false }
      orders.append($0.order)
      return names.insert($0.name).inserted
    }
  }

  private var sessions: [Misreading] {
    [
      ("reversed", sessionIdentifier.byteSwapped),
      ("without its top bit", sessionIdentifier & 0x7FFF_FFFF),
      ("of two bytes", sessionIdentifier & 0xFFFF),
    ].map { name, number in
      var order = self
      order.sessionIdentifier = number
      return Misreading(name: "session id \(name)", order: order)
    }
  }

  private var addresses: [Misreading] {
    [
      ("the phone's address reversed", true, false), ("the own address reversed", false, true),
      ("both addresses reversed", true, true),
    ].map { name, turnsPhone, turnsPeer in
      var order = self
      if turnsPhone { order.parameters.deviceAddress = parameters.deviceAddress.byteSwapped }
      if turnsPeer {
        order.parameters.peerAddresses = parameters.peerAddresses.map(\.byteSwapped)
        order.peerAddress = peerAddress.byteSwapped
      }
      return Misreading(
        name: name, order: order.having([], without: [.deviceMACAddress, .dstMACAddress]))
    }
  }

  private func keys(_ told: AppConfiguration) -> [Misreading] {
    if let key = told[.sessionKey], told.number(.stsConfig) != 0 {
      let padding = [UInt8](repeating: 0, count: max(key.count - 8, 0))
      let start = Array(key.prefix(8))
      let keys: [(String, [UInt8])] = [
        ("reversed", key.reversed()), ("of eight bytes", start + padding),
        ("behind zeros", padding + start), ("of zeros", key.map { _ in 0 }),
      ]
      return keys.map { name, key in
        Misreading(name: "key \(name)", order: having([(.sessionKey, key)]))
      } + [
        Misreading(
          name: "key of a static STS",
          order: withStaticSTS(vendor: Array(start.prefix(2)), vector: Array(start.dropFirst(2))))
      ]
    }
    guard let vendor = told[.vendorID], let vector = told[.staticSTSIV] else { return [] }
    let whole = vendor + vector
    let parts: [(String, [UInt8], [UInt8])] = [
      ("vendor id reversed", vendor.reversed(), vector),
      ("vector reversed", vendor, vector.reversed()),
      ("vendor id and vector reversed", vendor.reversed(), vector.reversed()),
      ("key reversed", Array(whole.reversed().prefix(2)), Array(whole.reversed().dropFirst(2))),
      ("vendor id behind the vector", Array(whole.suffix(2)), Array(whole.dropLast(2))),
      ("vendor id of Qorvo", [0x08, 0x07], vector), ("vendor id of Apple", [0x4C, 0x00], vector),
      ("vendor id of Apple reversed", [0x00, 0x4C], vector),
      ("key of Qorvo's demonstration", [0x08, 0x07], [1, 2, 3, 4, 5, 6]),
      ("key of zeros", vendor.map { _ in 0 }, vector.map { _ in 0 }),
    ]
    return parts.map { name, vendor, vector in
      Misreading(name: name, order: withStaticSTS(vendor: vendor, vector: vector))
    }
  }

  private func withStaticSTS(vendor: [UInt8], vector: [UInt8]) -> RadioOrder {
    var order = having(
      [(.stsConfig, [0]), (.vendorID, vendor), (.staticSTSIV, vector)],
      without: [.sessionKey, .keyRotation])
    order.parameters.stsConfiguration = 0
    return order
  }

  private func sides(_ told: AppConfiguration) -> [Misreading] {
    var order = having([
      (.deviceType, [told.isController ? 0 : 1]), (.deviceRole, [told.isInitiator ? 0 : 1]),
    ])
    order.parameters.deviceType = told.isController ? .controlee : .controller
    order.parameters.deviceRole = told.isInitiator ? .responder : .initiator
    return [Misreading(name: "role", order: order)]
  }

  private var times: [Misreading] {
    let rates: [Int64] = [240, 120, 96, 200, 600, 100, 192]
    return numbers(.slotDuration, [2400, 1200, 3600]) + numbers(.slotsPerRR, [6, 25, 20, 12])
      + numbers(.hoppingMode, [0, 1])
      + numbers(.rangingDuration, rates) { $0.parameters.interval = UInt32($1) }
  }

  private func frames(_ told: AppConfiguration) -> [Misreading] {
    let code = Int64(told.preambleCode)
    return numbers(.preambleCodeIndex, [9, 10, 11, 12, code + 1, code - 1])
      + numbers(.channelNumber, [9, 5]) + numbers(.rangingRoundControl, [2, 3])
      + numbers(.sfdID, [2, 0]) + numbers(.rframeConfig, [3, 1])
      + numbers(.rangingRoundUsage, [2, 1]) + numbers(.multiNodeMode, [0, 1])
  }

  private func numbers(
    _ id: AppConfigID, _ values: [Int64], _ change: (inout RadioOrder, Int64) -> Void = { _, _ in }
  ) -> [Misreading] {
    values.map { value in
      var one = AppConfiguration()
      one.set(id, value)
      var order = having(one.parameters.map { ($0.id, $0.value) })
      change(&order, value)
      return Misreading(name: "\(id.name) \(value)", order: order)
    }
  }

  /// The order with values that win over those that it has, and without others.
  private func having(
    _ values: [(AppConfigID, [UInt8])], without ids: [AppConfigID] = []
  ) -> RadioOrder {
    var order = self
    order.parameters.additional.removeAll { parameter in
      ids.contains(parameter.id) || values.contains { $0.0 == parameter.id }
    }
    order.parameters.additional += values.map { AppConfigParameter($0.0, $0.1) }
    return order
  }
}
