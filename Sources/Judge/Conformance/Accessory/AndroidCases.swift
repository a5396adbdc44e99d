import Journal
import NearbyAccessory
import Runner

/// Requirements of an Android phone, where the accessory speaks to one: NXP's demonstration, whose
/// initialize is 0xA5 on some boards and `0A 01` on others.
enum AndroidCases {
  static let all: [Case] = [session, refused, mixed]

  private static let dialects = ["A5", "0A01"]

  static let session = Case.accessory(
    "A01", "session of an Android phone", .inferred,
    requirement: "The 14 bytes of an Android phone start the accessory, and it ranges with them.",
    source: "accessory protocol §3.5 (observed: STELLA, nrfuwb, CANVAS)",
    needs: [.radioIfPresent], declared: .blocks(3), parameters: dialects
  ) { context, accessory in
    var android = try await AndroidExchange(context, accessory)
    let data = android.data
    try context.require(
      data.version == .v1_0 && (1...3).contains(data.rangingRoles) && data.profileMask != 0,
      "the data for an Android phone offers something",
      expected: "version 1.0, roles 1 to 3, a profile",
      got: "version \(data.version), roles \(data.rangingRoles), profiles \(data.profiles)")
    if android.hasTurnedMask {
      context.observe("the mask of profiles is big-endian, as NXP's Android application reads it")
    }
    if try await !android.starts(android.choice("first")) {
      // Some firmware reads the numbers the other way round.
      try await android.restart("after a stop an initialize is answered")
      let isTurned = try await android.starts(android.choice("second"), bigEndian: true)
      try context.require(
        isTurned, "the configuration of an Android phone starts the accessory",
        expected: "did-start, and ranging where there is a radio", got: "neither byte order does")
      context.observe("the numbers of an Android phone are read big-endian")
    }
    try await android.restart("after a stop an initialize is answered")
  }

  static let refused = Case.accessory(
    "A02", "bad configurations of an Android phone", .inferred,
    requirement: "A configuration of an Android phone that is cut short starts nothing.",
    source: "accessory protocol §3.5, §1.4 (observed: QNIQ, STELLA, nrfuwb log bad lengths)",
    tags: ["survival"], declared: .seconds(14), parameters: dialects
  ) { context, accessory in
    var android = try await AndroidExchange(context, accessory)
    let whole = try android.choice("cut").encode()
    for length in whole.indices {
      try await accessory.send(.configureAndStart(Array(whole.prefix(length))))
      let early = try await context.starts(from: accessory)
      try await android.restart("after \(length) bytes an initialize is answered")
      try context.require(
        early.isEmpty, "nothing has started", expected: "nothing",
        got: early.isEmpty ? "nothing" : early.names)
    }
    let missing = (1...31).first { !android.data.profiles.contains($0) } ?? 0
    let other = android.choice("profile") { $0.profile = UInt8(clamping: missing) }
    if try await android.configure(other.encode()) {
      context.observe("profile \(missing), which is not offered, is started")
      try await android.restart("after a stop an initialize is answered")
    }
    let isStarted = try await android.configure(android.choice("good").encode())
    try context.require(
      isStarted, "a good configuration starts it afterwards", expected: "did-start",
      got: isStarted ? "did-start" : "nothing")
  }

  static let mixed = Case.accessory(
    "A03", "Android and Apple phones in turn", .inferred,
    requirement: "After the session of an Android phone the accessory serves one of Apple.",
    source: "accessory protocol §3.5 (the rig's reading)", needs: [.radioIfPresent],
    declared: .blocks(1), parameters: dialects
  ) { context, accessory in
    let android = try await AndroidExchange(context, accessory)
    _ = try await android.configure(android.choice("first").encode())
    try await context.stop(accessory)
    try await context.rangeIfPresent(with: accessory, "ranging with the phone of Apple")
  }
}
