extension SMPProgrammer {
  /// Between two questions to a board that has yet to restart.
  private static let pollTime = 200_000

  mutating func beginStep() -> [ProgrammerAction] {
    switch step {
    case nil: return advance()
    case .echo(let text):
      return ask(.write, SMPCommand.osGroup, SMPCommand.echo, .map(["d": .text(text)]))
    case .parameters: return ask(.read, SMPCommand.osGroup, SMPCommand.parameters)
    case .information: return ask(.read, SMPCommand.osGroup, SMPCommand.bootloaderInfo)
    case .state, .requireActive, .unlessActive, .settleTrial: return askState()
    case .upload(let image): return beginUpload(image)
    case .test(let hash): return select(hash, confirming: false)
    case .confirm(let hash?): return select(hash, confirming: true)
    case .confirm(nil):
      return ask(
        .write, SMPCommand.imageGroup, SMPCommand.imageState, .map(["confirm": .boolean(true)]))
    case .reset:
      (departureLeft, activeBefore) = (Self.departureTime, active)
      return ask(.write, SMPCommand.osGroup, SMPCommand.reset)
    case .reconnect(let microseconds):
      reconnectLeft = max(1, isInPlace ? min(microseconds, Self.applicationTime) : microseconds)
      let actions = ask(
        .read, SMPCommand.imageGroup, SMPCommand.imageState, time: min(500_000, reconnectLeft))
      // The board's output while it comes up, and half an answer from before, are dropped.
      return [.pause(microseconds: 100_000), .discardInput] + actions
    }
  }

  private var active: [[UInt8]] { report.images.filter(\.isActive).map(\.hash) }

  /// Whether the board that answers may be the one that has yet to restart: its line has stayed, it has left
  /// no question unanswered, and runs what it ran.
  private var mayBeLeaving: Bool {
    departureLeft > 0 && (activeBefore.isEmpty || active == activeBefore)
  }

  mutating func askState() -> [ProgrammerAction] {
    ask(.read, SMPCommand.imageGroup, SMPCommand.imageState)
  }

  private mutating func select(_ hash: [UInt8], confirming: Bool) -> [ProgrammerAction] {
    ask(
      .write, SMPCommand.imageGroup, SMPCommand.imageState,
      .map(["hash": .bytes(hash), "confirm": .boolean(confirming)]))
  }

  /// Goes on after an answer; one to another request is passed over.
  mutating func take(_ message: SMPMessage) -> [ProgrammerAction] {
    guard let asked = outstanding, message.sequence == asked.sequence,
      message.group == asked.group, message.command == asked.command,
      message.operation.rawValue == asked.operation.rawValue + 1,
      let payload = try? CBORValue(decoding: message.payload)
    else { return [] }
    hasHeard = true
    report.version = message.version
    let error = SMPError(payload)
    if let error, error.isBusy, attemptsLeft > 1 {
      attemptsLeft -= 1
      return [.pause(microseconds: 200_000)] + send(asked)
    }
    if error == SMPError(code: 13), version > 0 {
      version = 0
      return send(asked)
    }
    switch (asked.group, asked.command) {
    case (SMPCommand.osGroup, SMPCommand.parameters): return takeParameters(payload, error)
    case (SMPCommand.imageGroup, SMPCommand.imageUpload): return takeUpload(payload, error)
    case (SMPCommand.osGroup, SMPCommand.bootloaderInfo):
      report.bootloader = payload["bootloader"]?.text
      return ask(
        .read, SMPCommand.osGroup, SMPCommand.applicationInfo, .map(["format": .text("a")]))
    case (SMPCommand.osGroup, SMPCommand.applicationInfo):
      report.application = payload["output"]?.text
      return advance()
    case (SMPCommand.imageGroup, SMPCommand.imageState):
      return takeState(payload, error, to: asked)
    default: break
    }
    if let error { return refused(error) }
    if case .echo(let text) = step, payload["r"]?.text != text {
      return fail(
        "protocol", "the board echoed something else than it was sent",
        "Try a lower rate or hardware flow control.")
    }
    return advance()
  }

  private mutating func takeParameters(
    _ payload: CBORValue, _ error: SMPError?
  ) -> [ProgrammerAction] {
    report.bufferSize = payload["buf_size"]?.integer
    report.bufferCount = payload["buf_count"]?.integer
    let told = report.bufferSize.map { min(max($0, 64), 65_535) }
    // Boards without the command have the buffer that is usual.
    bufferSize = min(
      told ?? Self.usualBufferSize, options.longestMessage)
    guard case .upload = step else { return advance() }
    return sendPortion()
  }

  private mutating func takeState(
    _ payload: CBORValue, _ error: SMPError?, to asked: SMPMessage
  ) -> [ProgrammerAction] {
    if let images = payload["images"]?.elements {
      report.images = images.prefix(32).compactMap(SMPReport.Image.init)
    }
    switch step {
    case .upload: return confirmUpload(error)
    case .reconnect:
      if mayBeLeaving {
        departureLeft -= Self.pollTime
        return [.pause(microseconds: Self.pollTime)] + send(asked)
      }
      // Whatever it answers, it is back.
      reconnectLeft = 0
      return advance()
    case .requireActive(let hash):
      if let error {
        // An application with SMP, but without images.
        return isInPlace && error.isUnsupported ? leaveUnseen() : refused(error)
      }
      guard report.images.contains(where: { $0.isActive && $0.hash == hash }) else {
        return fail(
          "verify", "the board does not run the new image after the reset",
          "The bootloader did not take it: check the signature key and the image's slot, and "
            + "read the board's console during the reset.")
      }
      hasSeenImageRun = true
      return advance()
    case .settleTrial(let hash, let confirming):
      return settleTrial(hash, confirming, wasWritten: asked.operation == .write, error)
    case .confirm:
      guard let error else { return advance() }
      // MCUboot's own recovery selects nothing: the image took the place of the one that ran.
      guard error.isUnsupported, !image.isEmpty else { return refused(error) }
      isInPlace = true
      return [
        .remark("the bootloader's own recovery took the image: it replaces the one that ran")
      ] + advance()
    case .unlessActive(let hash):
      if let error { return refused(error) }
      let isThere = report.images.contains { $0.isActive && $0.isConfirmed && $0.hash == hash }
      guard isThere, !hash.isEmpty else { return advance() }
      return finish(.note("the board runs this image already"))
    default: return error.map { refused($0) } ?? advance()
    }
  }

  /// An image that runs on trial is not sent again: it is kept, or stays on trial.
  private mutating func settleTrial(
    _ hash: [UInt8], _ confirming: Bool, wasWritten: Bool, _ error: SMPError?
  ) -> [ProgrammerAction] {
    if let error { return refused(error) }
    guard !wasWritten else { return askState() }
    guard !hash.isEmpty, let active = report.images.first(where: { $0.isActive && $0.hash == hash })
    else {
      return isConfirmingTrial ? notKept() : advance()
    }
    if isConfirmingTrial {
      guard active.isConfirmed else { return notKept() }
      return finish(.remark("the image ran on trial, and is confirmed now: it stays"))
    }
    switch (active.isConfirmed, confirming) {
    case (true, true): return advance()
    case (true, false): return finish(.remark("the image is confirmed: there is nothing to try"))
    case (false, false): return finish(.remark("the image runs on trial already"))
    case (false, true):
      isConfirmingTrial = true
      return select(hash, confirming: true)
    }
  }

  private mutating func notKept() -> [ProgrammerAction] {
    fail(
      "verify", "the board was told to keep the image that runs on trial, and does not",
      "Reset the board, so that the old image comes back, and flash again.")
  }

  /// Ends before the end: nothing has to be written.
  private mutating func finish(_ word: ProgrammerAction) -> [ProgrammerAction] {
    guard options.resetsWhereActive else { return [word] + finish() }
    // Out of the bootloader that it was brought into; the answer does not matter.
    let requests = ask(.write, SMPCommand.osGroup, SMPCommand.reset).filter {
      if case .send = $0 { true } else { false }
    }
    return [word] + requests + [.pause(microseconds: 300_000)] + finish()
  }

  mutating func refused(_ error: SMPError) -> [ProgrammerAction] {
    let what =
      switch step {
      case .echo: "to echo"
      case .parameters: "to tell its buffers"
      case .settleTrial where isConfirmingTrial: "to confirm the image"
      case .state, .requireActive, .unlessActive, .settleTrial: "to tell its images"
      case .upload: "the upload"
      case .test: "to try the image"
      case .confirm: "to confirm the image"
      case .reset: "to reset"
      case .information, .reconnect, nil: "the request"
      }
    return fail(
      error.isUnsupported ? "unsupported" : "refused", "the board refuses \(what): \(error)",
      advice(error))
  }

  private var isTrying: Bool { if case .test = step { !image.isEmpty } else { false } }

  private func advice(_ error: SMPError) -> String {
    switch (error.group, error.code) {
    case (SMPCommand.imageGroup, 9), (SMPCommand.imageGroup, 28):
      "Another image runs on trial, or waits for a reset to be tried. To keep the one that runs, "
        + "flash its own file without --test; to drop it, reset the board; then flash again."
    case (SMPCommand.imageGroup, 30), (SMPCommand.imageGroup, 21):
      "The image does not fit the slot: build a smaller one."
    case (SMPCommand.imageGroup, 22...25):
      "Sign the image with imgtool for the slot of this board."
    case (SMPCommand.imageGroup, 27): "The board refuses downgrades: build a higher version."
    case (nil, 8) where isTrying:
      "MCUboot's own recovery can try no image: it has put this one in the place of the old one. "
        + "Flash again without --test."
    case (nil, 8):
      "The board's SMP server was built without this; serial recovery can often only list and "
        + "upload."
    default: "Reset the board and try again."
    }
  }
}
