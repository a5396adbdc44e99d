import BootProtocols

extension ProtocolBuffer {
  static func fields(
    _ bytes: [UInt8], in format: String, message: String
  ) throws(ImageError) -> [Field] {
    do throws(Fault) {
      return try fields(bytes)
    } catch {
      throw ImageError(
        .invalid, format, .byte(error.offset), field: message, found: error.found,
        allowed: "fields of a protocol buffer message",
        advice: "The file was damaged, or is a package for the older DFU of SDK 11 and before.")
    }
  }
}
