import Journal
import Runner
import UCI
import UCIHost
import WireFormat

/// Whether what a board says of itself fits together.
enum IdentityCases {
  static let all: [Case] = [
    generations, versionRange, valueSizes, mandatory, channels, constant,
  ]

  static let generations = Case.uci(
    "UC14", "versions of one generation", .varies,
    requirement: "The versions of UCI, MAC and PHY have the same major number.",
    source: "observed: DWM3001CDK; pica tells UCI 2.0 with MAC and PHY 1.3"
  ) { context, host in
    let info = try await host.deviceInfo()
    let majors = [info.uciVersion, info.macVersion, info.phyVersion].map { $0?.first ?? 0 }
    try context.require(
      Set(majors).count == 1, "versions of UCI, MAC and PHY", expected: "one major number",
      got: majors.map(String.init).joined(separator: ", "))
  }

  static let versionRange = Case.uci(
    "UC15", "versions inside their ranges", .inferred,
    requirement: "The versions of PHY and MAC in the device information are inside the ranges that "
      + "the capabilities tell.",
    source: "AOSP (capabilities); observed: DWM3001CDK", parameters: ["PHY", "MAC"]
  ) { context, host in
    let info = try await host.deviceInfo()
    let list = try await host.capabilities()
    let isPHY = context.parameter == "PHY"
    let range = list.value(isPHY ? .firaPHYVersionRange : .firaMACVersionRange)
    let version = (isPHY ? info.phyVersion : info.macVersion) ?? []
    let what = "the version of the \(context.parameter) is inside its range"
    guard let range, range.count == 4, version.count == 2 else {
      throw context.violation(
        what, expected: "a range of two versions",
        got: range.map { Hexadecimal.encode($0) } ?? "no range")
    }
    func number(_ bytes: some Collection<UInt8>) -> Int {
      bytes.reduce(0) { $0 << 8 | Int($1) }
    }
    let (lower, upper) = (number(range.prefix(2)), number(range.suffix(2)))
    // Of a range that has minor numbers as a whole byte (pica) the version has them in four bits all the
    // same.
    let isPlain = range[1] < 0x10 && range[3] < 0x10
    let plain = number([version[0], version[1] >> 4])
    try context.require(
      lower <= number(version) && number(version) <= upper
        || isPlain && lower <= plain && plain <= upper, what,
      expected: "\(Hexadecimal.encode(range.prefix(2))) to \(Hexadecimal.encode(range.suffix(2)))",
      got: Hexadecimal.encode(version))
  }

  static let valueSizes = Case.uci(
    "UC16", "sizes of capabilities", .inferred,
    requirement: "Every capability of the FiRa list has as many bytes as its definition says.",
    source: "AOSP (capabilities); observed: DWM3001CDK"
  ) { context, host in
    let list = try await host.capabilities()
    let wrong = list.tlvs.compactMap { capability -> String? in
      // From 0xA0 on the numbers belong to vendors.
      guard capability.id < 0xA0, let definition = list.definition(of: capability.id),
        !definition.sizes.isEmpty, !definition.sizes.contains(capability.value.count)
      else { return nil }
      return "\(definition.name) has \(capability.value.count)"
    }
    try context.require(
      wrong.isEmpty, "capabilities have the sizes of their definitions",
      expected: "the bytes of the definitions", got: wrong.joined(separator: ", "))
  }

  private static let needed = [
    "DEVICE_ROLES", "RANGING_METHOD", "STS_CONFIG", "MULTI_NODE_MODE", "SCHEDULE_MODE",
    "CHANNELS", "RFRAME_CONFIG",
  ]

  static let mandatory = Case.uci(
    "UC17", "capabilities that ranging needs", .inferred,
    requirement: "The capabilities tell at least one role, method, STS configuration, node mode, "
      + "schedule mode, channel and frame configuration.",
    source: "AOSP, whose host chooses the parameters of a session by them; observed: DWM3001CDK",
    parameters: needed
  ) { context, host in
    let list = try await host.capabilities()
    let found = list.first(named: context.parameter)
    try context.require(
      found?.value.contains { $0 != 0 } ?? false, "\(context.parameter) tells what is possible",
      expected: "one bit at least",
      got: found.map { Hexadecimal.encode($0.value) } ?? "no such capability")
  }

  private static let numbers: [UInt8] = [5, 6, 8, 9, 10, 12, 13, 14]

  static let channels = Case.uci(
    "UC18", "channels according to the capabilities", .inferred,
    requirement: "A session takes the channels that the capabilities tell, and no others.",
    source: "AOSP, whose host chooses the channel by them; observed: DWM3001CDK",
    parameters: numbers.map(String.init)
  ) { context, host in
    let list = try await host.capabilities()
    let bits = list.value(.channels)?.first ?? 0
    let number = UInt8(context.parameter) ?? 9
    let bit = numbers.firstIndex(of: number) ?? 0
    let session = try await context.configuredSession(on: host)
    let response = try await context.set(
      AppConfigParameter(.channelNumber, UInt64(number)), of: session
    ).response
    let isTold = bits >> UInt8(bit) & 1 == 1
    try context.require(
      (response.status == .ok) == isTold, "channel \(number) as the capabilities tell",
      expected: isTold ? UCIStatus.ok.name(host) : "a status other than OK",
      got: response.status.name(host))
  }

  static let constant = Case.uci(
    "UC19", "the same answer again", .inferred,
    requirement: "Device information and capabilities do not change while a session is made.",
    source: "AOSP, whose host asks for them once", parameters: ["DEVICE_INFO", "CAPS_INFO"]
  ) { context, host in
    let command =
      context.parameter == "CAPS_INFO"
      ? CoreGetCapsInfoCommand().packet : CoreGetDeviceInfoCommand().packet
    let before = try await host.exchange(command).packet.payload
    _ = try await context.configuredSession(on: host)
    let after = try await host.exchange(command).packet.payload
    try context.requireBytes(after, before, "the answer is the same again")
  }
}
