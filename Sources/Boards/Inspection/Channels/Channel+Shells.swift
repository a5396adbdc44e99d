import BootProtocols

extension ChannelReport {
  /// The answers of Qorvo's command line, as items.
  static func items(_ report: QorvoShellClient.Report) -> [InspectedItem] {
    let information = report.information.map { item($0.name, $0.value) }
    let state = [
      InspectedItem("mode", report.mode), InspectedItem("last error", report.lastError),
      InspectedItem("longest message", report.longestMessage),
    ].compactMap(\.self)
    guard !report.calibration.isEmpty else { return information + state }
    return information + state + [
      InspectedItem(
        "calibration", "\(report.calibration.count)", unit: "keys",
        parts: report.calibration.map { item($0.name, $0.value) })
    ]
  }

  static func items(_ report: DWM1001ShellClient.Report) -> [InspectedItem] {
    [
      InspectedItem("firmware", report.firmware),
      InspectedItem("configuration", report.configuration), InspectedItem("mode", report.mode),
      InspectedItem("network", report.network), InspectedItem("address", report.address),
      InspectedItem("Bluetooth address", report.bluetoothAddress),
    ].compactMap(\.self)
  }

  private static func item(_ name: String, _ value: ShellValue) -> InspectedItem {
    switch value {
    case .text(let text), .word(let text): InspectedItem(name, text)
    case .list(let values):
      InspectedItem(
        name, values.compactMap(\.string).joined(separator: ", "),
        parts: values.filter { $0.string == nil }.map { item("", $0) })
    case .fields(let fields):
      InspectedItem(name, "", parts: fields.map { item($0.name, $0.value) })
    }
  }
}
