import UCI

extension UCIFault {
  /// Faults of what a board says that it speaks.
  static let dialects: [UCIFault] = [
    .init("says-fira1", "The device information names UCI 1.1, whatever is spoken.") {
      $0.alterBytes(CoreGetDeviceInfoResponse.self) { packet, _ in
        if packet.payload.count > 2 { packet.payload.replaceSubrange(1...2, with: [0x01, 0x10]) }
      }
    },
    .init(
      "vendor-status-for-unknown-gid", "An unknown group is answered with a status of the vendor's."
    ) {
      $0.changeStatus(.unknownGID, to: 0x54)
    },
  ]
}
