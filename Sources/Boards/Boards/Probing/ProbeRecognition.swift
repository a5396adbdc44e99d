import BootProtocols
import NearbyAccessory
import WireFormat

/// How an answer is recognised. All of it takes whatever bytes there are.
enum ProbeRecognition {
  /// What the firmware says of itself, or an empty text, once the bytes can only be its answer; nil as
  /// long as they are not.
  static func detail(_ kind: Firmware, in bytes: [UInt8]) -> String? {
    switch kind {
    case .uci: uci(bytes)
    case .bootloader(.mcubootSMP): smp(bytes)
    case .bootloader(.secureDFU): secureDFU(bytes)
    case .niAccessory: accessory(bytes)
    case .shell(.qorvoCLI): qorvo(text(bytes))
    case .shell(.dwm1001): text(bytes).contains("dwm> ") ? "" : nil
    case .rangingOOB, .bootloader, .unknown: nil
    }
  }

  /// CORE_DEVICE_STATUS_NTF with the state ERROR: the answer of a board that wants a reset first (pica).
  private static let inError: [UInt8] = [0x60, 0x01, 0x00, 0x01, 0xFF]

  /// A response to CORE_GET_DEVICE_INFO, behind nothing but notifications; or the state ERROR, last.
  private static func uci(_ bytes: [UInt8]) -> String? {
    if bytes.suffix(inError.count) == inError[...] { return "" }
    var rest = bytes[...]
    while rest.count >= 4 {
      let header = Array(rest.prefix(4))
      let length = Int(header[3])
      guard rest.count >= 4 + length else { return nil }
      let payload = Array(rest.dropFirst(4).prefix(length))
      // The upper three bits are the type of the message: 2 response, 3 notification.
      switch header[0] >> 5 {
      case 2 where header[0] & 0x0F == 0 && header[1] & 0x3F == 0x02:
        guard payload.count >= 3, payload[0] == 0 else { return payload.isEmpty ? nil : "" }
        return "UCI \(payload[1]).\(payload[2] >> 4)"
      case 2, 3: rest = rest.dropFirst(4 + length)
      default: return nil
      }
    }
    return nil
  }

  /// A response (operation 1) of group 0 to our sequence number.
  private static func smp(_ bytes: [UInt8]) -> String? {
    for line in bytes.split(separator: 0x0A) {
      // A console may have printed something before it in the same line.
      guard let start = line.indices.first(where: { line[$0...].starts(with: [0x06, 0x09]) }) else {
        continue
      }
      let digits = line[start...].dropFirst(2).filter { $0 != 0x0D }
      guard let packet = Base64.decode(digits[...]), packet.count >= 12 else { continue }
      let body = Array(packet.dropFirst(2))
      let isOurs =
        body[0] & 0x07 == 1 && body[4] == 0 && body[5] == 0
        && body[6] == ProbeQuestion.smpSequence && body[7] == 6
      // A long answer goes on in further lines; its header is enough.
      let isWhole = Int(packet[0]) << 8 | Int(packet[1]) == body.count
      if isOurs, !isWhole || CRC16.xmodem(body) == 0 { return "" }
    }
    return nil
  }

  private static func secureDFU(_ bytes: [UInt8]) -> String? {
    var decoder = StreamFraming.slip.makeDecoder(limit: 64)
    for case .frame(let frame) in decoder.feed(bytes)
    where frame == [0x60, 0x09, 0x01, ProbeQuestion.pingMark] {
      return ""
    }
    return nil
  }

  private static func accessory(_ bytes: [UInt8]) -> String? {
    var decoder = StreamFraming.length16.makeDecoder(limit: 512)
    for case .frame(let frame) in decoder.feed(bytes) where frame.first == 0x01 {
      guard let data = try? AccessoryConfigurationData.decode(Array(frame.dropFirst())) else {
        continue
      }
      return "configuration data \(data.majorVersion).\(data.minorVersion)"
    }
    return nil
  }

  private static func qorvo(_ text: String) -> String? {
    if text.contains("MODE:"), text.contains("LAST ERR CODE") { return application(text) }
    guard let start = text.firstRange(of: "JS"), text[start.upperBound...].contains("\"Info\"")
    else { return nil }
    let digits = text[start.upperBound...].prefix(4)
    guard digits.count == 4, UInt16(digits, radix: 16) != nil else { return nil }
    return application(text)
  }

  /// The line after `Current App` or `Version`, where it is there already.
  private static func application(_ text: String) -> String {
    let match = text.firstMatch(of: /"(?:Current App|Version)"\s*:\s*"([A-Za-z0-9 ._-]{1,40})"/)
    return match.map { String($0.output.1) } ?? ""
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
