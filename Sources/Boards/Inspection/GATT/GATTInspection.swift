import Errors
import LabRuntime
import Links
import NearbyAccessory
import WireFormat

/// Looks at a Bluetooth LE device: everything is discovered, what can be read is read, and what refuses
/// is asked again over an encrypted link. No value is written; notifications are turned off where they
/// are off already.
struct GATTInspection {
  private let peripheral: any GATTPeripheral
  private(set) var report: GATTReport

  init(_ peripheral: any GATTPeripheral) {
    self.peripheral = peripheral
    report = GATTReport(address: peripheral.address)
  }

  /// Fills ``report``; what was found before an error stays in it.
  mutating func perform(until deadline: LabInstant) async throws(RigError) {
    let advertisement = await peripheral.advertisement()
    (report.name, report.advertised) = (
      advertisement?.localName, advertisement?.services ?? []
    )
    let connection = try await peripheral.connect(until: deadline)
    defer { connection.disconnect() }
    report.address = peripheral.address
    do throws(RigError) { report.unit = try await connection.exchangeMTU(517) } catch {
      if error.code == .closed { throw error }
    }
    let found = try await connection.discover()
    add(found)
    for each in found { try await look(at: each, over: connection) }
    let refused = found.filter { [.encrypted, .authenticated].contains(self[$0.handle]?.security) }
    guard !refused.isEmpty else { return }
    do throws(RigError) { try await connection.encrypt() } catch {
      report.pairing = .failed
      throw error
    }
    report.pairing = .done
    for each in refused { try await look(at: each, over: connection) }
  }

  private mutating func add(_ found: [GATTDiscovery]) {
    for each in found {
      let uuid = each.handle.service
      // Equal services beside each other are one here: characteristics tell their instances apart.
      if report.services.last?.uuid != uuid {
        report.services.append(
          .init(uuid: uuid, name: GATTLayout.serviceName(uuid), characteristics: []))
      }
      let last = report.services.count - 1
      report.services[last].characteristics.append(
        .init(
          handle: each.attribute, uuid: each.handle.characteristic,
          name: GATTLayout.characteristicName(each.handle.characteristic),
          properties: each.properties.words, descriptors: each.descriptors, security: .notTried))
      places[each.handle] = (last, report.services[last].characteristics.count - 1)
    }
  }

  private var places: [GATTHandle: (service: Int, characteristic: Int)] = [:]

  private subscript(_ handle: GATTHandle) -> GATTReport.Characteristic? {
    get {
      places[handle].map { report.services[$0.service].characteristics[$0.characteristic] }
    }
    set {
      guard let newValue, let place = places[handle] else { return }
      report.services[place.service].characteristics[place.characteristic] = newValue
    }
  }

  /// Reads a value, or where there is none has its notifications off: what asks for security refuses.
  private mutating func look(
    at each: GATTDiscovery, over connection: any GATTConnection
  ) async throws(RigError) {
    let canNotify = !each.properties.isDisjoint(with: [.notify, .indicate])
    do throws(RigError) {
      if each.properties.contains(.read) {
        let value = try await connection.read(each.handle)
        self[each.handle]?.value = Hexadecimal.encode(value)
        if GATTLayout.isText(each.handle.characteristic) {
          self[each.handle]?.text = String(decoding: value.prefix { $0 != 0 }, as: UTF8.self)
        }
      } else if canNotify, !each.descriptors.isEmpty {
        try await connection.setNotifications(false, of: each.handle)
      } else {
        return
      }
      // Over a link that had to be encrypted for it, the first answer stays.
      if self[each.handle]?.security == .notTried { self[each.handle]?.security = .open }
      self[each.handle]?.refusal = nil
    } catch {
      switch error.code {
      case .insufficientEncryption, .insufficientAuthentication:
        self[each.handle]?.security = connection.isEncrypted ? .authenticated : .encrypted
      case .closed, .timedOut, .cancelled, .malformed: throw error
      default: self[each.handle]?.security = .refused
      }
      self[each.handle]?.refusal = error.reason
    }
  }
}

extension GATTCharacteristic.Properties {
  /// The words of the bits, in their order.
  var words: [String] {
    let names = [
      "broadcast", "read", "write-without-response", "write", "notify", "indicate", "signed-write",
      "extended",
    ]
    return names.enumerated().filter { rawValue >> $0.offset & 1 == 1 }.map(\.element)
  }
}
