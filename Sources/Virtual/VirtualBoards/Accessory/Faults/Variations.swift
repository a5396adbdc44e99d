import NearbyAccessory

extension AccessoryFault {
  /// What is unusual and right: no case may fail for it.
  static let variations: [AccessoryFault] = [
    .init(
      "vendor-notices", "A message of the vendor, 0x04, comes 200 times a second."
    ) {
      $0.notices = (.milliseconds(5), AccessoryMessage.vendor(.accessoryNotice, body: []).encode())
    },
    .init(
      "terminal-server-banner", "A line of text comes first on every connection, as of ser2net."
    ) {
      $0.banner = Array("ser2net port tcp,2000 device serialdev,/dev/ttyACM0 (Debian)\r\n".utf8)
    },
    .init(
      "tells-refusals", "A configuration of another length is answered with did-stop."
    ) {
      $0.onReceive(.configureAndStart) { message, history in
        message.count == history.version.layout.shareableLength + 1
          ? [.take(message)] : [.take(message), .say(AccessoryMessage.didStop().encode())]
      }
    },
    .init(
      "asynchronous-stop", "Did-stop comes 400 ms after the stop, behind what else is answered."
    ) {
      $0.onSend(.didStop) { message, _ in [.after(.milliseconds(400), message)] }
    },
    .init(
      "slow-asynchronous-stop",
      "Did-stop comes 900 ms after the stop, behind what else is answered."
    ) {
      $0.onSend(.didStop) { message, _ in [.after(.milliseconds(900), message)] }
    },
  ]
}
