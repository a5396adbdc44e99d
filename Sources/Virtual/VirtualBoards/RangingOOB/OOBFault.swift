import RangingOOB

/// One way in which an accessory for Android phones is not what it should be, by name.
///
/// Each is one deviation from the reference, so that a case that is meant to catch it can be seen to
/// catch it (Ranging OOB §10, §12).
public struct OOBFault: Sendable {
  /// A name for rig files and for reports.
  public let name: String
  /// The violation, in one sentence.
  public let summary: String
  let change: @Sendable (inout OOBHooks) -> Void

  init(
    _ name: String, _ summary: String, _ change: @escaping @Sendable (inout OOBHooks) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.change = change
  }

  /// Every fault, group by group.
  public static let all: [OOBFault] = capabilities + exchange + radio + robustness + device

  /// The names of all.
  public static let names = all.map(\.name)

  /// The fault of that name.
  public static func named(_ name: String) -> OOBFault? { all.first { $0.name == name } }
}

extension OOBFault {
  static let capabilities: [OOBFault] = [
    .init("size-without-header", "The size of a block leaves its two header bytes out.") {
      $0.onSend(.capabilitiesResponse) { bytes, _ in
        var changed = bytes
        if changed.count > 5 { changed[5] -= 2 }
        return [changed]
      }
    },
    .init("preamble-bit-is-index", "Preamble n stands at bit n, not n - 1.") {
      $0.onBlock { $0.preambles = OOBPreambles(rawValue: $0.preambles.rawValue << 1) }
    },
    .init("config-id-from-zero", "Configuration id n stands at bit n - 1.") {
      $0.onBlock { $0.configIDs = OOBConfigIDs(rawValue: $0.configIDs.rawValue >> 1) }
    },
    .init("channel-as-number", "The field of the channels has the number of one.") {
      $0.onBlock { $0.channels = OOBChannels(rawValue: 9) }
    },
    .init("big-endian-capabilities", "The bit maps are big-endian.") {
      $0.onBlock {
        $0.channels = OOBChannels(rawValue: $0.channels.rawValue.byteSwapped)
        $0.preambles = OOBPreambles(rawValue: $0.preambles.rawValue.byteSwapped)
        $0.configIDs = OOBConfigIDs(rawValue: $0.configIDs.rawValue.byteSwapped)
      }
    },
    .init("no-address", "The own address is 0000.") { $0.onBlock { $0.address = [0, 0] } },
    .init(
      "narrows-configurations", "Behind a configuration the first configuration id alone is told."
    ) {
      $0.onBlock(when: { $0.configurations > 0 }) {
        $0.configIDs = OOBConfigIDs($0.configIDs.numbers.prefix(1))
      }
    },
    .init("fresh-address", "Each answer has another address.") {
      $0.onSend(.capabilitiesResponse) { bytes, history in
        var changed = bytes
        if changed.count > 7, changed[4] == 0 { changed[7] = UInt8(history.requests & 0xFF) }
        return [changed]
      }
    },
    .init("responder-only", "Only the role of the responder is announced.") {
      $0.behaviour = { $0.ultraWideband?.roles = .only(.responder) }
    },
    .init("slow", "The shortest interval is 700 ms.") {
      $0.behaviour = { $0.ultraWideband?.minimumInterval = 700 }
    },
    .init("no-slot", "The shortest slot is 0 ms.") { $0.onBlock { $0.minimumSlot = 0 } },
    .init("reserved-channel", "Channel 4 is announced, and neither 9 nor 5.") {
      $0.onBlock { $0.channels = [4] }
    },
    .init("lists-unrequested", "All technologies are listed, whatever was asked.") {
      $0.incoming = { message, _ in
        guard message.count == 4, message[1] == 0 else { return [.take(message)] }
        return [.take([message[0], 0, 0xFF, 0])]
      }
    },
    .init("reads-requests-reversed", "The technologies of a request are read from the other end.") {
      $0.onReceive(.capabilitiesRequest) { message, _ in
        guard message.count == 4 else { return [.take(message)] }
        return [.take(Array(message.prefix(2)) + message.suffix(2).reversed())]
      }
    },
    .init("short-strength", "The block of signal strength lacks its last byte.") {
      $0.onBlocks { block in
        guard case .rssi(let strength) = block else { return block }
        return .unknown(.rssi, Array(strength.address.dropLast()))
      }
    },
    .init("first-version-only", "Whatever is asked, it is of version 1.") {
      $0.behaviour = { $0.version = 1 }
    },
    .init("bit-without-block", "Wi-Fi is announced in the bits, and has no block.") {
      $0.onCapabilities { $0.technologies.insert(OOBTechnologySet([.wifiNAN])) }
    },
    .init("block-twice", "Every block comes twice.") {
      $0.onCapabilities { $0.blocks = $0.blocks.flatMap { [$0, $0] } }
    },
    .init("draft-sounding", "The block of channel sounding is that of the draft, 12 bytes.") {
      $0.onBlocks { block in
        guard case .channelSounding(let sounding) = block else { return block }
        return .unknown(.channelSounding, [sounding.securityLevels] + sounding.address + [0, 0, 0])
      }
    },
    .init("no-tail", "In version 2 and 3 the three bytes at the end are missing.") {
      $0.onCapabilities { $0.tail = nil }
    },
    .init("tail-in-version-1", "In version 1 the three bytes of version 2 stand at the end.") {
      $0.onSend(.capabilitiesResponse) { bytes, _ in [bytes.first == 1 ? bytes + [0, 3, 0] : bytes]
      }
    },
    .init("reserved-device-type", "The device type is none that is defined.") {
      $0.onCapabilities { $0.tail?.deviceType = OOBDeviceType(rawValue: 9) }
    },
    .init("echoes-version", "The answer has the version of the request, whatever that is.") {
      $0.onSend(.capabilitiesResponse) { bytes, history in
        [[history.lastRequest.first ?? 0] + Array(bytes.dropFirst())]
      }
    },
    .init("own-version-always", "The answer has version 3, whatever the request.") {
      $0.onSend(.capabilitiesResponse) { bytes, _ in
        guard var message = try? OOBMessage.decode(bytes),
          case .capabilitiesResponse(var content) = message.body
        else { return [bytes] }
        message.version = 3
        content.tail = content.tail ?? .init()
        message.body = .capabilitiesResponse(content)
        return [message.encode()]
      }
    },
    .init("ignores-newer-versions", "A request of a version above 3 is not answered.") {
      $0.onReceive(.capabilitiesRequest, []) { message, _ in message[0] > 3 }
    },
  ]

  /// Faults in the order of messages.
  static let exchange: [OOBFault] = [
    .init("answers-once", "Capabilities are told once in a connection.") {
      $0.onReceive(.capabilitiesRequest, []) { _, history in history.requests > 0 }
    },
    .init("needs-capabilities-first", "A configuration before any request is ignored.") {
      $0.onReceive(.configurationRequest, []) { _, history in history.requests == 0 }
    },
    .init("one-configuration", "A second configuration in a connection is ignored.") {
      $0.onReceive(.configurationRequest, []) { _, history in history.configurations > 0 }
    },
    .init("deaf-while-ranging", "No request is answered while it ranges.") {
      $0.onReceive(.capabilitiesRequest, []) { _, history in history.isRanging }
    },
    .init("stops-when-asked", "A request for capabilities ends the ranging.") {
      $0.onReceive(.capabilitiesRequest) { message, history in
        history.isRanging ? [.take([1, 6, 1, 0]), .take(message)] : [.take(message)]
      }
    },
    .init("starts-what-is-configured", "What is configured and not to start starts.") {
      $0.onReceive(.configurationRequest) { message, _ in
        guard message.count > 6 else { return [.take(message)] }
        var changed = message
        changed.replaceSubrange(4..<6, with: message[2..<4])
        return [.take(changed)]
      }
    },
    .init("stops-all", "A stop of one technology stops all.") {
      $0.onReceive(.stopRequest) { message, _ in [.take(Array(message.prefix(2)) + [0xFF, 0xFF])] }
    },
    .init("never-stops", "The radio goes on after a stop.") { $0.stopsRadio = false },
    .init("claims-every-start", "The answer to a configuration has every bit that was asked.") {
      $0.onSend(.configurationResponse) { bytes, history in
        [Array(bytes.prefix(2)) + Array(history.lastRequest.dropFirst(2).prefix(2))]
      }
    },
    .init("extra-start", "The answer to a configuration has a bit that was not asked.") {
      $0.onSend(.configurationResponse) { bytes, _ in
        var changed = bytes
        if changed.count == 4 { changed[2] |= 4 }
        return [changed]
      }
    },
    .init("denies-start", "The answer to a configuration is empty although it ranges.") {
      $0.onSend(.configurationResponse) { bytes, _ in [Array(bytes.prefix(2)) + [0, 0]] }
    },
    .init("claims-every-bit", "The answer to a configuration is always that it ranges.") {
      $0.onSend(.configurationResponse) { bytes, _ in [Array(bytes.prefix(2)) + [1, 0]] }
    },
    .init("denies-stop", "The answer to a stop is empty.") {
      $0.onSend(.stopResponse) { bytes, _ in [Array(bytes.prefix(2)) + [0, 0]] }
    },
    .init("claims-every-stop", "The answer to a stop has what was asked, ranging or not.") {
      $0.behaviour = { $0.idleStop = .asked }
    },
    .init("silent-radio", "The radio fails, and is reported as started.") {
      $0.radio = { _, _ in false }
      $0.hidesFailure = true
    },
    .init("dead-radio", "The radio never starts, and that is reported.") {
      $0.radio = { _, _ in false }
    },
    .init("early-start", "The start is reported before the radio runs.") { $0.reportsEarly = true },
    .init("unasked-motion", "Motion is told behind every answer to a configuration.") {
      $0.onSend(.configurationResponse) { bytes, _ in [bytes, [3, 8, 1]] }
    },
    .init("two-messages", "The answer to a request comes together with another one.") {
      $0.onSend(.capabilitiesResponse) { bytes, _ in [bytes + [1, 3, 0, 0]] }
    },
    .init("two-sessions", "A session with one kind of phone goes on beside one with the other.") {
      $0.keepsOtherSession = true
    },
    .init("answers-twofold", "Behind the capabilities did-start of the other protocol is sent.") {
      $0.onSend(.capabilitiesResponse) { bytes, _ in [bytes, [2]] }
    },
    .init("asks-back", "Behind the capabilities a request for those of the phone is sent.") {
      $0.onSend(.capabilitiesResponse) { bytes, _ in [bytes, [1, 0, 1, 0]] }
    },
    .init("newest-stop", "The answer to a stop has version 3, whatever was asked.") {
      $0.onSend(.stopResponse) { bytes, _ in [[3] + Array(bytes.dropFirst())] }
    },
    .init("answers-cut", "The answer to a stop lacks its last byte.") {
      $0.onSend(.stopResponse) { bytes, _ in [Array(bytes.dropLast())] }
    },
    .init("greets", "A response that nothing asked for comes before the capabilities.") {
      $0.onSend(.capabilitiesResponse) { bytes, _ in [[1, 3, 0, 0], bytes] }
    },
  ]
}
