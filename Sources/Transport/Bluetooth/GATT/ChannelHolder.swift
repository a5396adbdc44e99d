import CRigShims
import Notation

/// A program of this user that has a Bluetooth channel open, other than this one.
struct ChannelHolder: CustomStringConvertible {
  private let process: Int32
  private let name: String

  /// The first that is found with a channel to a device; nil where there is none, and where it belongs
  /// to another user. Where the system does not let this program see to which device a channel is, any
  /// may be the one.
  ///
  /// - Parameter address: least significant byte first.
  static func current(of address: [UInt8]) -> ChannelHolder? {
    guard address.count == 6 else { return nil }
    var name = [CChar](repeating: 0, count: 64)
    let process = unsafe rig_l2cap_holder(address, &name, Int32(name.count))
    guard process > 0 else { return nil }
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return ChannelHolder(process: process, name: String(decoding: bytes, as: UTF8.self))
  }

  var description: String { "\(PrintableText.escaped(name)) (process \(process))" }
}
