import Journal
import Runner
import UCI
import UCIHost
import WireFormat

enum DeviceCases {
  static let all: [Case] = [information, capabilities, capabilityTwice, state]

  static let information = Case.uci(
    "UC04", "device information",
    requirement: "Device information is complete: four versions, and vendor bytes as many as their "
      + "length says.",
    source: "AOSP; observed: DWM3001CDK, pica"
  ) { context, host in
    let answer = try await host.exchange(CoreGetDeviceInfoCommand().packet)
    let info = try context.read(
      CoreGetDeviceInfoResponse.self, answer.packet, host, "device information is complete",
      expected: "status, versions, vendor length, vendor bytes")
    try context.require(.ok, is: info.status, host, "device information is given")
    try context.require(
      info.trailing.isEmpty, "device information ends where it says", expected: "no more bytes",
      got: "\(info.trailing.count) more bytes")
    let major = info.uciVersion?.first ?? 0
    try context.require(
      (1...9).contains(major), "major version of UCI", expected: "1 to 9", got: "\(major)")
  }

  static let capabilities = Case.uci(
    "UC05", "capabilities",
    requirement: "Capabilities are a list of as many parameters as its count says, at least one.",
    source: "AOSP; observed: DWM3001CDK, pica"
  ) { context, host in
    let answer = try await host.exchange(CoreGetCapsInfoCommand().packet)
    let response = try context.read(
      CoreGetCapsInfoResponse.self, answer.packet, host,
      "the list of capabilities is as long as it says", expected: "a complete list")
    let list = UCICapabilities(response.tlvs ?? [])
    try context.require(
      response.status == .ok && !list.tlvs.isEmpty && response.trailing.isEmpty,
      "the list of capabilities is as long as it says", expected: "OK and a complete list",
      got: "\(response.status.name(host)), \(list.tlvs.count) parameters, "
        + "\(response.trailing.count) bytes behind them")
    if let size = list.number(.maxMessageSize) {
      try context.measure(CapabilityID.maxMessageSize.name, Double(size), unit: "bytes")
    }
  }

  static let capabilityTwice = Case.uci(
    "UC06", "capabilities, each once", .inferred,
    requirement: "No capability is listed twice.",
    source: "AOSP, whose host keeps one value for each; observed: DWM3001CDK"
  ) { context, host in
    let response = try await context.expect(
      .ok, for: CoreGetCapsInfoCommand(), from: host, "capabilities are given")
    let ids = (response.tlvs ?? []).map(\.id).sorted()
    let repeated = zip(ids, ids.dropFirst()).filter { $0 == $1 }.map { Hexadecimal.name($0.0) }
    try context.require(
      repeated.isEmpty, "no capability is listed twice", expected: "each once",
      got: repeated.isEmpty ? "each once" : "\(repeated.joined(separator: ", ")) again")
  }

  static let state = Case.uci(
    "UC07", "state of the device",
    requirement: "The parameter DEVICE_STATE of a board on which nothing ranges is READY.",
    source: "AOSP; pica"
  ) { context, host in
    try await context.requireState(.ready, of: host, "DEVICE_STATE of a board that is idle")
  }
}
