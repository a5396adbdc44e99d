public import Boards
public import Errors
import WireFormat

extension ChannelReport {
  /// What a probe says of itself, or why it does not: while another program uses it, the descriptors
  /// are all there is.
  public static func jlink(
    _ device: USBDevice, _ answer: Result<JLinkInformation, RigError>
  ) -> ChannelReport {
    let place = "path=\(device.path)"
    switch answer {
    case .success(let information):
      return ChannelReport(
        .jlink, at: place,
        [
          InspectedItem("firmware", information.firmware),
          InspectedItem("hardware", information.hardwareVersion?.description),
          InspectedItem("target voltage", "\(information.targetMillivolts)", unit: "mV"),
          InspectedItem(
            "target current", information.targetMilliamperes.map { "\($0)" }, unit: "mA"),
          InspectedItem("capabilities", information.capabilities.hexadecimal),
        ].compactMap(\.self))
    case .failure(let error):
      return ChannelReport(.jlink, at: place, [], failure: Failure("\(error)"))
    }
  }
}
