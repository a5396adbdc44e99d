import BootProtocols
import Errors
public import LabRuntime
public import Links
import NearbyAccessory

extension ChannelReport {
  /// Looks at a Bluetooth LE device over a connection of its own.
  ///
  /// - Parameter link: how it is named in a rig file.
  public static func gatt(
    of peripheral: any GATTPeripheral, at link: String, lab: Lab
  ) async -> ChannelReport {
    var inspection = GATTInspection(peripheral)
    var failure: Failure?
    do throws(RigError) {
      try await inspection.perform(until: lab.now.advanced(by: .seconds(30)))
    } catch {
      failure = Failure(error.reason, advice: error.advice)
    }
    let isEmpty = inspection.report.services.isEmpty
    var report = ChannelReport(
      .gatt, at: link, isEmpty ? [] : items(inspection.report), failure: failure)
    report.gatt = isEmpty ? nil : inspection.report
    return report
  }

  static func items(_ report: GATTReport) -> [InspectedItem] {
    let advertised = report.advertised.map { GATTLayout.serviceName($0) ?? $0 }
    let updates = report.updates.compactMap { name in
      FlashMethod.bluetooth(name).map {
        InspectedItem("firmware updates", $0.name, meaning: "--method \($0.rawValue)")
      }
    }
    return [
      InspectedItem("profile", report.profile), InspectedItem("address", report.address),
      InspectedItem("name", report.name),
      InspectedItem("advertises", advertised.joined(separator: ", ")),
      InspectedItem("ATT_MTU", "\(report.unit)", unit: "bytes"),
      InspectedItem("pairing", report.pairing.words),
    ].compactMap(\.self) + updates + report.services.map(item)
  }

  private static func item(_ service: GATTReport.Service) -> InspectedItem {
    InspectedItem(
      service.name ?? GATTLayout.shortUUID(service.uuid) ?? service.uuid,
      service.name == nil ? "" : GATTLayout.shortUUID(service.uuid) ?? service.uuid,
      parts: service.characteristics.map { each in
        let words = each.properties.joined(separator: ", ")
        let value = each.text.map { "\"\($0)\"" } ?? each.value
        return InspectedItem(
          each.name ?? GATTLayout.shortUUID(each.uuid) ?? each.uuid,
          [
            words, each.security.words,
            value.map { $0.isEmpty ? "no value" : "= \($0)" } ?? each.refusal,
          ]
          .compactMap(\.self).joined(separator: "; "))
      })
  }
}

extension GATTReport.Security {
  /// Nil where there is nothing to say.
  fileprivate var words: String? {
    switch self {
    case .open: "open"
    case .encrypted: "encrypted links alone"
    case .authenticated: "authenticated links alone"
    case .refused, .notTried: nil
    }
  }
}

extension GATTReport.Pairing {
  fileprivate var words: String {
    switch self {
    case .notNeeded: "nothing asked for it"
    case .done: "the link was encrypted for what asks for it"
    case .failed: "failed"
    }
  }
}
