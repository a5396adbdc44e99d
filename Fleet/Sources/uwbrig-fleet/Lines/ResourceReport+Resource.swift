import SwiftProtobuf

extension ResourceReport {
  init(_ resource: Labgrid_Resource) {
    func text(_ key: String) -> String? { resource.params[key]?.text }
    self.init(
      exporter: resource.path.exporterName, group: resource.path.groupName,
      name: resource.path.resourceName, cls: resource.cls, available: resource.avail,
      host: text("host"), port: text("port").flatMap(Int.init),
      speed: text("speed").flatMap(Int.init), protocol: text("protocol"),
      extra: resource.extra.compactMapValues(\.text))
  }
}

extension Labgrid_MapValue {
  /// The value as text; nil for none.
  var text: String? {
    switch kind {
    case .boolValue(let value): String(value)
    case .intValue(let value): String(value)
    case .uintValue(let value): String(value)
    case .doubleValue(let value): String(value)
    case .stringValue(let value): value
    case nil: nil
    }
  }
}
