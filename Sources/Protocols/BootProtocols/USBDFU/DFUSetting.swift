/// One alternate setting of a DFU interface, as the configuration of a device describes it.
public struct DFUSetting: Equatable, Sendable {
  /// bInterfaceNumber.
  public var interface: UInt8
  /// bAlternateSetting.
  public var alternate: UInt8
  /// Whether the device runs its application and only takes a detach.
  public var isRuntime: Bool
  /// The index of its name; 0 for none.
  public var nameIndex: UInt8
  /// Its abilities; those of a plain device where it does not say.
  public var descriptor: DFUDescriptor
  /// Its name, once it was read.
  public var name = ""

  /// A setting.
  public init(
    interface: UInt8, alternate: UInt8, isRuntime: Bool = false, nameIndex: UInt8 = 0,
    descriptor: DFUDescriptor, name: String = ""
  ) {
    self.interface = interface
    self.alternate = alternate
    self.isRuntime = isRuntime
    self.nameIndex = nameIndex
    self.descriptor = descriptor
    self.name = name
  }

  /// The memory that its name describes; nil for a plain device.
  public var memory: DfuSeMemory? { DfuSeMemory(name) }

  /// The settings in a configuration descriptor, with all that follows it; what is no descriptor ends
  /// the search.
  ///
  /// A device with several settings of one interface says only once, behind the last, what it can do.
  public static func all(in configuration: [UInt8]) -> [DFUSetting] {
    var found: [(setting: DFUSetting, isDescribed: Bool)] = []
    var current: UInt8?
    var rest = configuration[...]
    while let length = rest.first.map(Int.init), length >= 2, length <= rest.count {
      let piece = Array(rest.prefix(length))
      rest = rest.dropFirst(length)
      switch piece[1] {
      case 4 where length >= 9:
        current = nil
        guard piece[5] == 0xFE, piece[6] == 0x01, found.count < 256 else { continue }
        current = piece[2]
        found.append(
          (
            DFUSetting(
              interface: piece[2], alternate: piece[3], isRuntime: piece[7] == 0x01,
              nameIndex: piece[8], descriptor: DFUDescriptor(transferSize: 64)), false
          ))
      case 0x21:
        guard let interface = current, let descriptor = DFUDescriptor(piece) else { continue }
        for index in found.indices
        where found[index].setting.interface == interface && !found[index].isDescribed {
          found[index] = (found[index].setting, true)
          found[index].setting.descriptor = descriptor
        }
      default: continue
      }
    }
    return found.map(\.setting)
  }
}

/// An open device with a DFU interface: the seam between a download and libusb, or a
/// device that does not exist.
public protocol DFUConnection: Sendable {
  /// `idVendor`.
  var vendor: UInt16 { get }
  /// `idProduct`.
  var product: UInt16 { get }
  /// The settings of its DFU interface, with their names.
  var settings: [DFUSetting] { get }
  func select(_ setting: DFUSetting) async -> Bool
  func perform(_ transfer: DFUTransfer) async -> DFUTransferResult
  func resetBus() async
  func close()
}
