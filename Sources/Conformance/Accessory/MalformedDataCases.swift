import Journal
import LabRuntime
import NearbyAccessory
import Rig
import Runner

/// What an accessory does with a configure-and-start (0x0B) that it must not start from.
enum MalformedDataCases {
  static let all: [Case] = [cut, extended, lengthByte, versions, tooEarly, ownAddress]

  static let cut = Case.accessory(
    "C18", "configuration cut short",
    requirement:
      "A configuration cut at any length is refused in silence, and the next valid cycle "
      + "works.",
    source: "accessory protocol §1.4 (observed: QNIQ, NXP)", tags: ["survival"],
    parameters: (0..<35).map(String.init)
  ) { bench, accessory in
    let blob = try await bench.session(with: accessory).shareable.encode()
    let length = Int(bench.parameter) ?? 0
    guard length < blob.count else {
      throw CaseEnding.skip("the configuration of \(accessory.name) has \(blob.count) bytes")
    }
    try await bench.refuse(
      Array(blob.prefix(length)), by: accessory, "a configuration cut at \(length) bytes")
    try await bench.cycle(accessory)
  }

  static let extended = Case.accessory(
    "C19", "configuration with bytes behind it", .varies,
    requirement: "A configuration that is longer than it says is refused, and survived.",
    source: "accessory protocol §7 C19 (QNIQ refuses, FLUT accepts)", tags: ["survival"],
    parameters: ["1", "16"]
  ) { bench, accessory in
    let blob = try await bench.session(with: accessory).shareable.encode()
    let more = [UInt8](repeating: 0, count: Int(bench.parameter) ?? 1)
    try await accessory.send(.configureAndStart(blob + more))
    let data = try await bench.fence(
      accessory, allowing: [.didStart], "a longer configuration is survived")
    try await bench.start(
      bench.session(for: try bench.decoded(data)), on: accessory,
      "the next valid cycle is answered with did-start")
  }

  static let lengthByte = Case.accessory(
    "C20", "length byte that lies",
    requirement: "A configuration whose length byte does not fit its length is refused in silence.",
    source: "accessory protocol §3.1 (observed: nrfuwb)", tags: ["survival"],
    parameters: ["one-less", "one-more"]
  ) { bench, accessory in
    var blob = try await bench.session(with: accessory).shareable.encode()
    blob[4] = bench.parameter == "one-less" ? blob[4] - 1 : blob[4] + 1
    try await bench.refuse(blob, by: accessory, "a length byte that is \(bench.parameter)")
    try await bench.cycle(accessory)
  }

  static let versions = Case.accessory(
    "C21", "versions that do not exist",
    requirement: "A configuration of version 0.0, 3.0 or 1.9 is refused in silence.",
    source: "accessory protocol §3.1 (observed: QNIQ, nrfuwb)", parameters: ["0.0", "3.0", "1.9"]
  ) { bench, accessory in
    let numbers = bench.parameter.split(separator: ".").compactMap { UInt8($0) }
    var blob = try await bench.session(with: accessory).shareable.encode()
    blob.replaceSubrange(0..<4, with: [numbers[0], 0, numbers[1], 0])
    try await bench.refuse(blob, by: accessory, "a configuration of version \(bench.parameter)")
    try await bench.cycle(accessory)
  }

  static let tooEarly = Case.accessory(
    "C22", "configure before initialize", .inferred,
    requirement: "A configuration before any initialize does not start.",
    source: "accessory protocol §1.4", needs: [.resetByReopening]
  ) { bench, accessory in
    let session = try await bench.session(with: accessory)
    accessory.disconnect()
    try await accessory.connect()
    try await bench.refuse(
      try session.shareable.encode(), by: accessory, "a configuration before any initialize")
  }

  static let ownAddress = Case.accessory(
    "C26", "the accessory's own address as the phone's", .inferred,
    requirement: "A configuration whose phone has the accessory's own address is refused.",
    source: "accessory protocol §7 C26; rig policy"
  ) { bench, accessory in
    var session = try await bench.session(with: accessory)
    session.shareable.destinationAddress = session.accessory.uwb.sourceAddress
    try await bench.refuse(
      try session.shareable.encode(), by: accessory, "the accessory's own address as the phone's")
  }
}
