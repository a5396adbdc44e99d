import BootProtocols
import Journal
import RigFile
import Runner

/// Requests of SMP, and what a board owes to each; no image is written.
enum SMPRequestCases {
  static let all: [Case] = [
    echo, sequence, unknown, versionOne, parameters, list, damage, noise, eraseRunning,
  ]
  private static let source = "Zephyr MCUmgr SMP specification; observed: smp 4.2.0, smpmgr 0.19.1"

  static let echo = Case.bootloader(
    .mcubootSMP, "FS01", "echo",
    requirement: "A text is said again as it came, also one of several lines on the line.",
    source: source
  ) { context, board in
    var smp = SMPExchange(context, board)
    let text = String(repeating: "Zürich–Ærø ", count: 15)
    let answer = try await smp.ask(SMPExchange.echo(text, sequence: 1), "an echo is answered").map
    try context.require(
      answer["r"]?.text == text, "the echo is the text", expected: "\(text.count) characters",
      got: answer["r"]?.text.map { "\($0.count) characters" } ?? "none")
  }

  static let sequence = Case.bootloader(
    .mcubootSMP, "FS02", "the number of a request",
    requirement: "An answer carries the number of its request.", source: source
  ) { context, board in
    var smp = SMPExchange(context, board)
    for number: UInt8 in [0x00, 0x5A, 0xFF] {
      let answer = try await smp.ask(
        SMPExchange.echo("number", sequence: number), "an echo is answered")
      try context.requireEqual(
        answer.message.sequence, number, "an answer carries the number of its request")
    }
  }

  static let unknown = Case.bootloader(
    .mcubootSMP, "FS03", "a group that does not exist",
    requirement: "A request to an unknown group is answered with an error.", source: source,
    tags: ["malformed"]
  ) { context, board in
    var smp = SMPExchange(context, board)
    let what = "a request to an unknown group is answered with an error"
    let answer = try await smp.ask(.read, 0x3FF, 0, .map([]), what).map
    try context.require(SMPError(answer) != nil, what, expected: "an error", got: "success")
  }

  static let versionOne = Case.bootloader(
    .mcubootSMP, "FS04", "version 1 of the protocol",
    requirement: "A request of version 1 is answered in version 1, errors included.",
    source: source
  ) { context, board in
    var smp = SMPExchange(context, board)
    let what = "an error of version 1 answers a request of version 1"
    let answer = try await smp.ask(
      .write, SMPCommand.imageGroup, SMPCommand.imageState,
      .map(["hash": .bytes(Array(repeating: 0xA5, count: 32)), "confirm": .boolean(false)]),
      version: 0, what)
    let isOld = answer.message.version == 0 && answer.map["err"] == nil
    try context.require(
      isOld && (answer.map["rc"]?.integer ?? 0) != 0, what, expected: "rc, in version 1",
      got: "version \(answer.message.version + 1)"
        + (answer.map["err"] == nil ? "" : " with an error of a group"))
  }

  static let parameters = Case.bootloader(
    .mcubootSMP, "FS05", "the longest message", .inferred,
    requirement: "A message as long as the buffer that the board tells is answered.",
    source: source
  ) { context, board in
    var smp = SMPExchange(context, board)
    let told = try await smp.ask(
      .read, SMPCommand.osGroup, SMPCommand.parameters, .map([]), "the buffer is told"
    ).map
    guard SMPError(told) == nil else {
      throw CaseEnding.skip("the board does not tell its buffer")
    }
    let size = told["buf_size"]?.integer ?? 0
    try context.require(
      (64...65_535).contains(size), "the buffer is told", expected: "64 to 65535 bytes",
      got: "\(size) bytes")
    // Header, map, key and the length of the text, and what the framing adds.
    let text = String(repeating: "x", count: max(1, min(size, 4096) - 8 - 6 - 4))
    let answer = try await smp.ask(
      SMPExchange.echo(text, sequence: 3), "a message as long as the buffer is answered"
    ).map
    try context.require(
      answer["r"]?.text == text, "a message as long as the buffer is answered",
      expected: "the text", got: SMPError(answer)?.description ?? "another text")
  }

  static let list = Case.bootloader(
    .mcubootSMP, "FS06", "the images of a board",
    requirement: "The image that runs is listed with its version and its hash.", source: source
  ) { context, board in
    var smp = SMPExchange(context, board)
    let images = try await smp.images()
    let active = images.filter { $0["active"]?.boolean == true }
    try context.require(
      active.count == 1, "one image runs", expected: "one", got: "\(active.count)")
    let hash = active.first?["hash"]?.bytes ?? []
    try context.require(
      [32, 48, 64].contains(hash.count), "the running image has a hash",
      expected: "32, 48 or 64 bytes", got: "\(hash.count) bytes")
    let version = active.first?["version"]?.text ?? ""
    try context.require(
      !version.isEmpty, "the running image has a version", expected: "a version", got: "none")
  }

  static let damage = Case.bootloader(
    .mcubootSMP, "FS07", "a message with a wrong CRC",
    requirement: "A message whose CRC is wrong is not carried out.", source: source,
    tags: ["malformed"]
  ) { context, board in
    var smp = SMPExchange(context, board)
    guard board.description.encoding != .raw else {
      throw CaseEnding.skip("raw messages have no CRC")
    }
    var bytes = smp.stream(SMPExchange.echo(String(repeating: "a", count: 60), sequence: 4))
    // A character of the text becomes another one.
    bytes[30] = bytes[30] == UInt8(ascii: "Z") ? UInt8(ascii: "Y") : UInt8(ascii: "Z")
    try await board.send(bytes)
    let answer = try await smp.next(within: FlashLimits.silence)
    let echo = try await smp.ask(
      SMPExchange.echo("still there", sequence: 5), "the next message is answered"
    ).map
    try context.require(
      answer == nil && echo["r"]?.text == "still there", "a damaged message is not carried out",
      expected: "silence, and an answer to the next", got: answer == nil ? "silence" : "an answer")
  }

  static let noise = Case.bootloader(
    .mcubootSMP, "FS08", "noise on the line",
    requirement: "Lines that are not messages are ignored.", source: source,
    tags: ["survival"]
  ) { context, board in
    var smp = SMPExchange(context, board)
    var noise = Array("uart:~$ hello\r\n".utf8) + [0x06, 0x09] + Array("AAAA!!!!\n".utf8)
    noise += [0x04, 0x14] + Array("AAAA\n".utf8) + [0x06, 0x09] + Array("ABCDEFGH\n".utf8)
    try await board.send(noise)
    try await board.send(smp.stream(SMPExchange.echo("one", sequence: 6)))
    _ = try await smp.next(within: FlashLimits.silence)
    let answer = try await smp.ask(
      SMPExchange.echo("two", sequence: 7), "a message behind noise is answered"
    ).map
    try context.require(
      answer["r"]?.text == "two", "a message behind noise is answered", expected: "two",
      got: answer["r"]?.text ?? "none")
  }

  static let eraseRunning = Case.bootloader(
    .mcubootSMP, "FS09", "erasing the image that runs",
    requirement: "The slot of the image that runs is not erased.", source: source,
    needs: [.rewritable]
  ) { context, board in
    var smp = SMPExchange(context, board)
    let what = "the slot of the running image is not erased"
    let before = try await smp.running()
    _ = try await smp.ask(
      .write, SMPCommand.imageGroup, SMPCommand.imageErase, .map(["slot": CBORValue(0)]), what)
    let after = try await smp.running()
    try context.require(
      before == after && !after.isEmpty, what, expected: "the image is listed as before",
      got: after.isEmpty ? "no image that runs" : "another image")
  }
}
