internal import Digests

extension SMPProgrammer {
  mutating func beginUpload(_ bytes: [UInt8]) -> [ProgrammerAction] {
    guard let parsed = SMPImage(bytes) else {
      return fail(
        "unsupported", "this is no MCUboot image with a SHA-256",
        "Sign the binary with imgtool sign, and upload what that writes.")
    }
    guard parsed.isIntact else {
      return fail(
        "unsupported", "the image's content does not have the hash that it carries",
        "Sign the binary again with imgtool sign.")
    }
    image = bytes
    imageHash = parsed.hash
    offset = 0
    stalls = 0
    hasMatched = false
    imageTouched = true
    if bufferSize == nil {
      return ask(.read, SMPCommand.osGroup, SMPCommand.parameters)
    }
    return sendPortion()
  }

  /// Sends as much of the image from `offset` on as one message carries.
  mutating func sendPortion() -> [ProgrammerAction] {
    var pairs = [
      CBORPair(key: .text("off"), value: CBORValue(offset)),
      CBORPair(key: .text("data"), value: .bytes([])),
    ]
    if offset == 0 {
      pairs.append(CBORPair(key: .text("len"), value: CBORValue(image.count)))
      pairs.append(CBORPair(key: .text("sha"), value: .bytes(MessageDigest.sha256(image))))
    }
    let room = (bufferSize ?? Self.usualBufferSize) - options.encoding.overhead
    let others = SMPMessage.headerSize + CBORValue.map(pairs).encoded.count
    let head = room - others > 255 ? 2 : room - others > 23 ? 1 : 0
    let count = min(image.count - offset, max(1, room - others - head))
    pairs[1].value = .bytes(Array(image[offset..<(offset + count)]))
    let actions = ask(
      .write, SMPCommand.imageGroup, SMPCommand.imageUpload, .map(pairs),
      // The first one may erase the whole slot.
      time: offset == 0 ? Self.eraseTime : nil)
    return progress("upload", offset) + actions
  }

  mutating func takeUpload(_ payload: CBORValue, _ error: SMPError?) -> [ProgrammerAction] {
    if let error {
      let size = bufferSize ?? Self.usualBufferSize
      guard error.isTooLong, size > 128 else {
        // Refused before anything was erased.
        if offset == 0, error.isJudgement { imageTouched = false }
        return refused(error)
      }
      bufferSize = size / 2
      return [.note("the board takes shorter messages than it says")] + sendPortion()
    }
    guard let reached = payload["off"]?.integer, (0...image.count).contains(reached) else {
      return fail(
        "protocol", "the board reports an offset outside of the image",
        "Reset the board and upload again.")
    }
    if let matches = payload["match"]?.boolean {
      guard matches || reached < image.count else {
        return fail(
          "verify", "the board's hash of the upload is not the image's",
          "Upload again; at a lower rate if it happens again.")
      }
      hasMatched = matches
    }
    guard reached < image.count else {
      return progress("upload", reached) + askState()
    }
    // A board goes on elsewhere after a loss, or where an earlier upload of the same image stopped.
    stalls = reached > offset ? 0 : stalls + 1
    guard stalls < 8 else {
      return fail(
        "protocol", "the board stays at byte \(reached) of \(image.count)",
        "Reset the board and upload again.")
    }
    let note: [ProgrammerAction] =
      reached > offset + (bufferSize ?? 0)
      ? [.remark(BootText.resuming(reached, of: image.count))] : []
    offset = reached
    return note + sendPortion()
  }

  /// The image must be among those that the board lists.
  mutating func confirmUpload(_ error: SMPError?) -> [ProgrammerAction] {
    if error == nil, report.images.contains(where: { $0.hash == imageHash }) {
      return [.note("the board lists the image by its hash")] + advance()
    }
    // Small bootloaders list no hashes, or nothing.
    let tellsHashes = error == nil && report.images.contains { !$0.hash.isEmpty }
    guard !tellsHashes, hasMatched || error != nil || !report.images.isEmpty else {
      return fail(
        "verify", "the board does not list the image that was uploaded",
        "Upload again; if it happens again, the slot's flash is faulty.")
    }
    return [
      .note(
        hasMatched
          ? "the board compared the hash of the upload"
          : "not verified: the board tells neither a hash nor a comparison")
    ] + advance()
  }
}
