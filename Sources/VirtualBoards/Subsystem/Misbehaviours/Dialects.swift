import UCI

extension UCIMisbehaviour {
  /// Faults of what a board says that it speaks.
  static let dialects: [UCIMisbehaviour] = [
    UCIMisbehaviour("says-fira1", "The device information names UCI 1.1, whatever is spoken.") {
      $0.onSendPacket(CoreGetDeviceInfoResponse.self) { packet, _ in
        var wrong = packet
        if wrong.payload.count > 2 { wrong.payload.replaceSubrange(1...2, with: [0x01, 0x10]) }
        return [.now(wrong)]
      }
    }
  ]
}
