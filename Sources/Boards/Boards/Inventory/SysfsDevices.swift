/// USB devices as sysfs shows them.
struct SysfsDevices {
  let roots: SystemRoots
  /// The facts that udev adds; none where it does not run.
  let annotations: any DeviceAnnotations

  /// The names of all devices, hubs too, in the order of their ports.
  func names() -> [String] {
    SystemFiles.names(in: roots.sys + "/bus/usb/devices").filter { USBPath.isDevice($0) }
      .sorted(by: USBPath.precedes)
  }

  /// One device by its name; nil where it is not, or not any more.
  func device(_ name: String) -> USBDevice? {
    guard USBPath.isDevice(name) else { return nil }
    let folder = roots.sys + "/bus/usb/devices/" + name
    let raw = SystemFiles.bytes(folder + "/descriptors", limit: USBDescriptors.longest + 1)
    let descriptors = USBDescriptors(parsing: raw ?? [])
    var notes = raw == nil ? ["its descriptors cannot be read"] : descriptors.notes
    // The kernel always gives the two numbers: without them the device is half gone.
    guard let bus = number(folder + "/busnum"), let address = number(folder + "/devnum"),
      let vendor = hexadecimal(folder + "/idVendor") ?? descriptors.vendor,
      let product = hexadecimal(folder + "/idProduct") ?? descriptors.product
    else { return nil }
    if let told = descriptors.vendor, told != vendor {
      notes.append("its descriptors name another vendor than the kernel does")
    }
    var device = USBDevice(
      path: name, bus: bus, address: address,
      vendor: vendor, product: product,
      release: hexadecimal(folder + "/bcdDevice") ?? descriptors.release ?? 0)
    func text(_ file: String, _ what: String, announced: UInt8) -> String? {
      guard var bytes = SystemFiles.bytes(folder + "/" + file) else {
        if announced != 0 { notes.append("it announces a \(what) and does not tell it") }
        return nil
      }
      if bytes.last == 0x0A { bytes.removeLast() }
      let (text, note) = DescriptorText.readable(bytes, what)
      if let note { notes.append(note) }
      if text.isEmpty { notes.append("its \(what) is empty") }
      return text.isEmpty ? nil : text
    }
    device.manufacturerName = text(
      "manufacturer", "manufacturer's name", announced: descriptors.manufacturerString)
    device.productName = text("product", "product name", announced: descriptors.productString)
    device.serial = text("serial", "serial number", announced: descriptors.serialString)
    device.speed = number(folder + "/speed")
    device.interfaces = interfaces(
      of: name, folder: folder,
      described: descriptors.interfaces(
        ofConfiguration: number(folder + "/bConfigurationValue").flatMap(UInt8.init(exactly:))))
    device.node = node(of: device)
    device.isIgnoredByModemManager = annotations.isIgnoredByModemManager(usb: name)
    device.notes = notes
    return device
  }

  private func node(of device: USBDevice) -> DeviceNode? {
    guard device.bus > 0, device.address > 0 else { return nil }
    func padded(_ number: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }
    let path = "\(roots.dev)/bus/usb/\(padded(device.bus))/\(padded(device.address))"
    return SystemFiles.exists(path) ? DeviceNode(path: path) : nil
  }

  /// What drivers have bound, then what is only described: a device that is not configured yet.
  private func interfaces(
    of name: String, folder: String, described: [USBInterface]
  ) -> [USBInterface] {
    var interfaces: [USBInterface] = []
    for entry in SystemFiles.names(in: folder).filter({ $0.hasPrefix(name + ":") }).prefix(64) {
      let place = folder + "/" + entry
      guard let number = hexadecimal(place + "/bInterfaceNumber") else { continue }
      let description = described.first { $0.number == Int(number) }
      interfaces.append(
        USBInterface(
          number: Int(number),
          interfaceClass: octet(place + "/bInterfaceClass") ?? description?.interfaceClass ?? 0,
          interfaceSubclass: octet(place + "/bInterfaceSubClass")
            ?? description?.interfaceSubclass ?? 0,
          interfaceProtocol: octet(place + "/bInterfaceProtocol")
            ?? description?.interfaceProtocol ?? 0,
          driver: SystemFiles.linkName(place + "/driver").map(DescriptorText.escaped),
          terminals: terminals(place), endpoints: description?.endpoints ?? []))
    }
    let present = interfaces.map(\.number)
    interfaces += described.filter { !present.contains($0.number) }
    return interfaces.sorted { $0.number < $1.number }
  }

  /// `tty/ttyACM0` as cdc_acm has it, and `ttyUSB0/tty/ttyUSB0` as the drivers of adapters do.
  private func terminals(_ folder: String) -> [DeviceNode] {
    let direct = SystemFiles.names(in: folder + "/tty")
    let ofAdapters = SystemFiles.names(in: folder).filter { $0.hasPrefix("tty") && $0 != "tty" }
    return (direct + ofAdapters).filter { $0.hasPrefix("tty") }.sorted(by: USBPath.precedes)
      .prefix(16).map { name in
        DeviceNode(path: roots.dev + "/" + name, links: annotations.links(terminal: name))
      }
  }

  private func text(_ path: String) -> String? {
    SystemFiles.bytes(path, limit: 64).map { bytes in
      String(decoding: bytes.prefix { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
    }
  }

  private func hexadecimal(_ path: String) -> UInt16? {
    text(path).flatMap { UInt16($0, radix: 16) }
  }

  private func octet(_ path: String) -> UInt8? { text(path).flatMap { UInt8($0, radix: 16) } }

  private func number(_ path: String) -> Int? {
    // A speed of 1.5 Mbit/s is written with its fraction.
    text(path).flatMap { Int($0.prefix { $0 != "." }) }
  }
}

/// Facts about a device that udev has beyond sysfs.
protocol DeviceAnnotations {
  /// The links to `/dev/<name>`, sorted.
  func links(terminal name: String) -> [String]
  /// Whether ModemManager is told to keep away from a USB device; nil where it is unknown.
  func isIgnoredByModemManager(usb name: String) -> Bool?
}

/// Without udev's database: the links that can be found by looking.
struct LinksByLooking: DeviceAnnotations {
  private let targets: [String: [String]]

  init(_ roots: SystemRoots) {
    var targets: [String: [String]] = [:]
    for folder in ["serial/by-id", "serial/by-path", "uwbrig"] {
      let place = roots.dev + "/" + folder
      for name in SystemFiles.names(in: place) {
        guard let target = SystemFiles.linkName(place + "/" + name) else { continue }
        targets[target, default: []].append(place + "/" + DescriptorText.escaped(name))
      }
    }
    self.targets = targets
  }

  func links(terminal name: String) -> [String] { (targets[name] ?? []).sorted() }

  func isIgnoredByModemManager(usb name: String) -> Bool? { nil }
}
