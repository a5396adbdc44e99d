/// The control point of an application that becomes Nordic's bootloader when it is told to.
///
/// Requests are written, answers indicated: `20`, the request, a status (nRF5 SDK 17, `ble_dfu.h`).
///
///     try await connection.write(ButtonlessDFU.enter, to: handle, withResponse: true)
public enum ButtonlessDFU {
  /// Leave the application.
  public static let enter: [UInt8] = [0x01]
  /// The longest name that fits in the bootloader's advertisement.
  public static let longestName = 20

  /// Call the bootloader so: applications before SDK 14 cannot.
  public static func name(_ name: String) -> [UInt8] {
    let bytes = Array(name.utf8.prefix(longestName))
    return [0x02, UInt8(bytes.count)] + bytes
  }

  /// Whether an answer to a request says that it is done; nil for what is no answer to it.
  public static func isDone(_ answer: [UInt8], of request: [UInt8]) -> Bool? {
    guard answer.count >= 3, answer[0] == 0x20, answer[1] == request.first else { return nil }
    return answer[2] == 0x01
  }

  /// Why it is not done, in words.
  public static func reason(_ answer: [UInt8]) -> String {
    switch answer.count >= 3 ? answer[2] : 0 {
    case 0x02: "it does not know the request"
    case 0x04: "the operation failed"
    case 0x05: "the name does not suit it"
    case 0x06: "it is busy"
    case 0x07: "it has no bond with this computer"
    default: "it refuses"
    }
  }
}
