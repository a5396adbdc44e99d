public import Errors
public import Links
import Notation

extension DeviceSelector {
  /// Safe to print.
  var shown: String { DescriptorText.escaped(description) }

  func matches(_ device: USBDevice) -> Bool {
    switch self {
    case .serial(let serial): SerialNumber.matches(serial, device)
    case .path(let path): device.path == path
    }
  }
}

extension USBInventory {
  /// The one device that is meant.
  ///
  /// - Throws: ``RigError`` `notFound` or `ambiguous`, with the candidates.
  public func device(_ selector: DeviceSelector) throws(RigError) -> USBDevice {
    let found = devices.filter { selector.matches($0) }
    if let device = found.first, found.count == 1 { return device }
    guard found.isEmpty else {
      throw RigError(
        .ambiguous, reason: "\(selector.shown) is \(found.count) devices: \(Self.list(found))",
        advice: "Say which by its port: path=\(found[0].path)")
    }
    let others = devices.filter { !$0.path.hasPrefix("usb") && !$0.isHub }
    throw RigError(
      .notFound, reason: "no attached USB device has \(selector.shown)",
      advice: others.isEmpty
        ? "No USB device is attached to this computer" : "Attached are: \(Self.list(others))")
  }

  /// The one device that a link leads to; nil for one that leads to none, or to several.
  ///
  /// - Parameter link: with an absolute path, where it has one. A path that the snapshot does not know
  ///   is followed to its terminal.
  public func device(behind link: LinkAddress) -> USBDevice? {
    switch link {
    case .usb(let selector, _, _): return try? device(selector)
    case .serial(let path, _):
      let named = devices.first { device in
        device.interfaces.contains { interface in
          interface.terminals.contains { $0.path == path || $0.links.contains(path) }
        }
      }
      return named ?? TerminalPlace(of: path)?.devicePath.flatMap { device(at: $0) }
    default: return nil
    }
  }

  private static func list(_ devices: [USBDevice]) -> String {
    let shown = devices.prefix(8).map(\.summary)
    let rest = devices.count - shown.count
    return shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
  }
}

extension USBDevice {
  /// Whether it is a hub.
  public var isHub: Bool {
    !interfaces.isEmpty && interfaces.allSatisfy { $0.interfaceClass == 9 }
  }

  /// `1366:1051`
  public var identifier: String { "\(vendor.hexadecimal):\(product.hexadecimal)" }

  /// One line: where it hangs, what it is, its serial number.
  public var summary: String {
    let names = [manufacturerName, productName].compactMap(\.self).joined(separator: " ")
    let number = normalizedSerial.map { ", serial \($0)" } ?? ""
    return "path=\(path) (\(identifier)\(names.isEmpty ? "" : " " + names)\(number))"
  }

  /// `J-Link 000760123456 at 1-1.4 (1366:1051)`; fit for a terminal.
  public var description: String {
    let name = [productName, serial].compactMap(\.self).map { PrintableText.escaped($0, limit: 60) }
    return (name.isEmpty ? "USB device" : name.joined(separator: " "))
      + " at \(path) (\(identifier))"
  }

  /// The terminal that an interface became.
  ///
  /// - Throws: ``RigError`` `notFound` when there is none, `ambiguous` when there are several.
  public func terminal(interface number: Int) throws(RigError) -> DeviceNode {
    let offers = interfaces.filter { !$0.terminals.isEmpty }.map { "\($0.number)" }
    let others =
      offers.isEmpty ? nil : "Its serial ports are interface " + offers.joined(separator: " and ")
    guard let interface = interfaces.first(where: { $0.number == number }) else {
      throw RigError(
        .notFound, reason: "\(summary) has no interface \(number)",
        advice: others ?? "It has no serial port at all")
    }
    guard let terminal = interface.terminals.first else {
      let driver = interface.driver.map { "is used by the driver \($0)" } ?? "has no driver"
      throw RigError(
        .notFound,
        reason: "interface \(number) of \(summary) \(driver), which gives no serial port",
        advice: others
          ?? "Is the kernel's driver for it loaded (cdc_acm, ftdi_sio, cp210x, ch341)?")
    }
    guard interface.terminals.count == 1 else {
      throw RigError(
        .ambiguous,
        reason: "interface \(number) of \(summary) has several serial ports: "
          + interface.terminals.map(\.path).joined(separator: ", "),
        advice: "Use serial: and the path of one of them")
    }
    return terminal
  }
}
