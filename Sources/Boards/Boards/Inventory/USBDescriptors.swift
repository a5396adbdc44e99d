/// The descriptors of a USB device, as the kernel keeps them: the device, then every configuration.
///
/// Written by whoever made the device: any bytes give a value, and what was wrong with them is said
/// in ``notes``.
public struct USBDescriptors: Equatable, Sendable {
  /// A configuration with the interfaces that follow it.
  public struct Configuration: Equatable, Sendable {
    /// `bConfigurationValue`.
    public var number: UInt8
    /// The interfaces, in the order of the descriptors, each in its first setting.
    public var interfaces: [USBInterface]
  }

  /// `idVendor`; nil where there is no whole device descriptor, as with the two that follow.
  public var vendor: UInt16?
  /// `idProduct`.
  public var product: UInt16?
  /// `bcdDevice`.
  public var release: UInt16?
  /// The number of the manufacturer's name; 0 says that there is none, as with the two that follow.
  public var manufacturerString: UInt8 = 0
  /// The number of the product's name.
  public var productString: UInt8 = 0
  /// The number of the serial number.
  public var serialString: UInt8 = 0
  /// The configurations, in the order of the descriptors.
  public var configurations: [Configuration] = []
  /// The faults that were found.
  public var notes: [String] = []

  /// More than any device has; what follows is left out.
  static let longest = 1 << 16
  private static let mostInterfaces = 64
  private static let mostEndpoints = 32
  private static let mostConfigurations = 16

  /// Reads descriptors; never fails.
  public init(parsing bytes: [UInt8]) {
    var rest = bytes.prefix(Self.longest)
    if bytes.count > Self.longest { note("its descriptors are endless") }
    var isInFirstSetting = false
    while !rest.isEmpty {
      let length = Int(rest.first ?? 0)
      guard length >= 2, length <= rest.count else {
        note(
          length < 2
            ? "a descriptor says that it has \(length) bytes; the rest is not read"
            : "a descriptor says that it has \(length) bytes, and \(rest.count) are left")
        return
      }
      let descriptor = Descriptor(bytes: Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
      switch descriptor.type {
      case 1: readDevice(descriptor)
      case 2:
        isInFirstSetting = false
        readConfiguration(descriptor)
      case 4: isInFirstSetting = readInterface(descriptor)
      case 5: if isInFirstSetting { readEndpoint(descriptor) }
      default: break
      }
    }
    if vendor == nil { note("it has no device descriptor") }
  }

  /// The interfaces of the configuration of that number; of the first where there is none.
  public func interfaces(ofConfiguration number: UInt8?) -> [USBInterface] {
    (configurations.first { $0.number == number } ?? configurations.first)?.interfaces ?? []
  }

  private struct Descriptor {
    var bytes: [UInt8]
    var type: UInt8 { self[1] }
    subscript(offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }
    func number(at offset: Int) -> UInt16 { UInt16(self[offset]) | UInt16(self[offset + 1]) << 8 }
  }

  private mutating func note(_ text: String) {
    if notes.count < 8, !notes.contains(text) { notes.append(text) }
  }

  private mutating func readDevice(_ descriptor: Descriptor) {
    guard vendor == nil else { return note("it has a second device descriptor") }
    guard descriptor.bytes.count >= 18 else { return note("its device descriptor is too short") }
    vendor = descriptor.number(at: 8)
    product = descriptor.number(at: 10)
    release = descriptor.number(at: 12)
    manufacturerString = descriptor[14]
    productString = descriptor[15]
    serialString = descriptor[16]
  }

  private mutating func readConfiguration(_ descriptor: Descriptor) {
    guard descriptor.bytes.count >= 9 else { return note("a configuration is too short") }
    guard configurations.count < Self.mostConfigurations else {
      return note("it has more configurations than are read")
    }
    configurations.append(Configuration(number: descriptor[5], interfaces: []))
  }

  /// True when the endpoints that follow belong to a first setting.
  private mutating func readInterface(_ descriptor: Descriptor) -> Bool {
    guard descriptor.bytes.count >= 9 else {
      note("an interface is too short")
      return false
    }
    guard let last = configurations.indices.last else {
      note("an interface stands before any configuration")
      return false
    }
    guard descriptor[3] == 0 else { return false }
    let number = Int(descriptor[2])
    guard configurations[last].interfaces.count < Self.mostInterfaces else {
      note("it has more interfaces than are read")
      return false
    }
    if configurations[last].interfaces.contains(where: { $0.number == number }) {
      note("interface \(number) is there twice")
      return false
    }
    configurations[last].interfaces.append(
      USBInterface(
        number: number, interfaceClass: descriptor[5], interfaceSubclass: descriptor[6],
        interfaceProtocol: descriptor[7]))
    return true
  }

  private mutating func readEndpoint(_ descriptor: Descriptor) {
    guard descriptor.bytes.count >= 7, let last = configurations.indices.last,
      let interface = configurations[last].interfaces.indices.last
    else { return note("an endpoint is too short") }
    guard configurations[last].interfaces[interface].endpoints.count < Self.mostEndpoints else {
      return note(
        "interface \(configurations[last].interfaces[interface].number) has more "
          + "endpoints than are read")
    }
    configurations[last].interfaces[interface].endpoints.append(
      USBEndpoint(address: descriptor[2], attributes: descriptor[3]))
  }
}
