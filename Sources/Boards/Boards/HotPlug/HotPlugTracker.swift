import LabRuntime

/// Turns the many events of one plug into one: a pure value that is told of events and of time.
///
/// The kernel announces a device, its interfaces, their terminals, and last that a driver was bound
/// to the device; udevd passes that on in the same order. So `bind` of the device ends the wait, and
/// where it does not come, a short silence does.
struct HotPlugTracker {
  /// How long a device must be silent before it is looked at.
  static let silence = Duration.milliseconds(10)
  /// How long one that is never silent is left alone.
  static let patience = Duration.milliseconds(40)

  private struct Unsettled {
    var since: LabInstant
    var due: LabInstant
  }

  private(set) var known: [String: USBDevice] = [:]
  private var unsettled: [String: Unsettled] = [:]

  init(_ inventory: USBInventory) {
    for device in inventory.devices { known[device.path] = device }
  }

  /// When something is to be looked at; nil when everything is.
  var nextDeadline: LabInstant? {
    unsettled.values.map(\.due).min()
  }

  mutating func observe(_ event: DeviceEvent, at now: LabInstant) -> [HotPlugEvent] {
    if event.action == .remove, event.isWholeDevice {
      unsettled[event.usb] = nil
      return known.removeValue(forKey: event.usb).map { [.removed($0, at: now)] } ?? []
    }
    let since = unsettled[event.usb]?.since ?? now
    let due: LabInstant
    switch event.action {
    case .bind where event.isWholeDevice: due = now
    // Parts that go are most often the beginning of the end of the whole.
    case .remove, .unbind: due = since.advanced(by: Self.patience)
    default: due = min(now.advanced(by: Self.silence), since.advanced(by: Self.patience))
    }
    unsettled[event.usb] = Unsettled(since: since, due: due)
    return []
  }

  mutating func settle(at now: LabInstant, read: (String) -> USBDevice?) -> [HotPlugEvent] {
    let due = unsettled.filter { $0.value.due <= now }.keys.sorted(by: USBPath.precedes)
    return due.flatMap { path in
      unsettled[path] = nil
      return compare(path, with: read(path), at: now)
    }
  }

  /// Compares everything, after events were lost or where there are none.
  mutating func reconcile(with inventory: USBInventory, at now: LabInstant) -> [HotPlugEvent] {
    unsettled = [:]
    let found = Dictionary(inventory.devices.map { ($0.path, $0) }) { first, _ in first }
    let paths = Set(known.keys).union(found.keys).sorted(by: USBPath.precedes)
    return paths.flatMap { compare($0, with: found[$0], at: now) }
  }

  private mutating func compare(
    _ path: String, with found: USBDevice?, at now: LabInstant
  ) -> [HotPlugEvent] {
    let before = known[path]
    known[path] = found
    switch (before, found) {
    case (nil, nil): return []
    case (nil, let found?): return [.added(found, at: now)]
    case (let before?, nil): return [.removed(before, at: now)]
    case (let before?, let found?):
      if Self.isAnother(found, before) {
        return [.removed(before, at: now), .added(found, at: now)]
      }
      // What a comparison of all devices notes is not news.
      return Self.bare(before) == Self.bare(found) ? [] : [.changed(found, at: now)]
    }
  }

  /// A device gets a new address with every plug. One that has lost its serial number since the last
  /// look is on its way out: the kernel takes its texts away first.
  private static func isAnother(_ a: USBDevice, _ b: USBDevice) -> Bool {
    a.address != b.address || a.bus != b.bus || a.vendor != b.vendor || a.product != b.product
      || (a.serial != nil && b.serial != nil && a.serial != b.serial)
  }

  private static func bare(_ device: USBDevice) -> USBDevice {
    var device = device
    device.notes = []
    return device
  }
}
