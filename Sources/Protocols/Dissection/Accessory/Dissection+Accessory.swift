public import NearbyAccessory
import WireFormat

extension Dissection {
  /// One message of the accessory data channel, its identifier included.
  public static func accessory(
    _ bytes: [UInt8], direction: AccessoryMessage.Direction
  ) -> DissectedPacket {
    let message: AccessoryMessage
    do throws(WireError) {
      message = try AccessoryMessage.decode(bytes, direction: direction)
    } catch {
      return broken(bytes, "\(error)", [], name: "accessory message")
    }
    let identifier = Field(
      "identifier", "\(message.identifier)", number: Int64(message.identifier.rawValue), offset: 0,
      length: 1,
      note: message.identifier.isDefined(in: direction)
        ? nil : "means nothing in this direction")
    let body = blob(message)
    let shifted = body.map { $0.fields.map { $0.moved { $0 + 1 } } } ?? plain(message, bytes)
    let name = "\(message.identifier)"
    var summary = body.map { "\(name): \($0.summary)" } ?? name
    if body == nil, let text = shifted.first { summary += " \(text.value)" }
    return DissectedPacket(
      name: name, summary: summary, fields: [identifier] + shifted, error: body?.error,
      reencodes: message.encode() == bytes && body?.reencodes ?? true, bytes: bytes)
  }

  /// The accessory configuration data, without the message identifier.
  public static func accessoryConfigurationData(_ bytes: [UInt8]) -> DissectedPacket {
    var walker = FieldWalker(bytes)
    BlobWalk.accessoryConfigurationData(&walker)
    do throws(WireError) {
      let data = try AccessoryConfigurationData.decode(bytes)
      let address = Hexadecimal.encode([
        UInt8(data.uwb.sourceAddress >> 8), UInt8(data.uwb.sourceAddress & 0xFF),
      ])
      return DissectedPacket(
        name: "ACD",
        summary: "ACD \(data.uwb.version), \(data.uwb.role), address \(address), "
          + "\(data.preferredUpdateRate)",
        fields: walker.fields, error: nil, reencodes: (try? data.encode()) == bytes, bytes: bytes)
    } catch {
      return malformed("ACD", error, walker)
    }
  }

  /// The shareable configuration data, without the message identifier.
  public static func shareableConfigurationData(_ bytes: [UInt8]) -> DissectedPacket {
    var walker = FieldWalker(bytes)
    BlobWalk.shareableConfigurationData(&walker)
    do throws(WireError) {
      let data = try ShareableConfigurationData.decode(bytes)
      return DissectedPacket(
        name: "SCD",
        summary: "SCD \(data.version), session \(data.sessionIdentifier), channel \(data.channel), "
          + "preamble code \(data.preambleCode), \(data.slotsPerRound) slots of "
          + "\(data.slotDuration) RSTU every \(data.rangingDuration) ms",
        fields: walker.fields, error: nil, reencodes: (try? data.encode()) == bytes, bytes: bytes)
    } catch {
      return malformed("SCD", error, walker)
    }
  }

  static func malformed(
    _ name: String, _ error: WireError, _ walker: FieldWalker
  ) -> DissectedPacket {
    DissectedPacket(
      name: name, summary: "\(name) (malformed)", fields: walker.fields, error: "\(error)",
      reencodes: false, bytes: walker.bytes)
  }

  private static func blob(_ message: AccessoryMessage) -> DissectedPacket? {
    switch message {
    case .accessoryConfigurationData(let blob): accessoryConfigurationData(blob)
    case .configureAndStart(let blob): shareableConfigurationData(blob)
    default: nil
    }
  }

  private static func plain(_ message: AccessoryMessage, _ bytes: [UInt8]) -> [Field] {
    if case .qorvoNotify(let notification) = message {
      var walker = FieldWalker(bytes, from: 1)
      walker.number("length", 1)
      walker.number("distance", 1)
      walker.take("text", notification.text.count) { printable($0) }
      walker.rest()
      return walker.fields
    }
    var walker = FieldWalker(bytes, from: 1)
    walker.rest("body")
    return walker.fields
  }
}
