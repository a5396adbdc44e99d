import UCI

/// What a UCI board reports of the distances that it has measured.
enum RadioReport {
  private static let centimetres: UInt16 = 40

  /// The frames of a report in which each distance is 40 cm longer; nil for anything else, and for a
  /// report without a distance.
  static func longer(_ frames: [[UInt8]]) -> [[UInt8]]? {
    guard frames.count == 1,
      let packet = UCISegment(frames[0], dialect: .fira2).map({ UCIPacket($0) }),
      SessionInfoNotification.isNamed(by: packet),
      var report = try? SessionInfoNotification(packet: packet, dialect: .fira2)
    else { return nil }
    var isChanged = false
    report.measurements = report.measurements.map { measurement in
      guard case .twrShort(var record) = measurement, record.status == .ok else {
        return measurement
      }
      isChanged = true
      record.distance &+= centimetres
      return .twrShort(record)
    }
    return isChanged ? UCIPacketizer().segments(of: report.packet) : nil
  }
}
