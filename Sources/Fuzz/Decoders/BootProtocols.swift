import BootProtocols
import WireFormat

extension FuzzTarget {
  /// Both sides of every boot protocol, and the clients of the shells, under any answers and expiries.
  static let bootProtocols = FuzzTarget("BootProtocols") { bytes in
    var input = Input(bytes)
    let image = [UInt8](repeating: 0xA5, count: 300)
    let segments = [ImageSegment(address: 0, bytes: image)]
    switch input.byte() % 10 {
    case 0: drive(SecureDFUInspector(), &input)
    case 1: drive(SecureDFUProgrammer(initPacket: image, firmware: image), &input)
    case 2: drive(smp(image, &input), &input)
    case 3: drive(ESPProgrammer(segments: segments), &input)
    case 4: drive(DK6Programmer(segments: segments), &input)
    case 5: drive(MBootProgrammer(segments: segments), &input)
    case 6: drive(QorvoShellClient(calibration: input.bool()), &input)
    case 7: drive(DWM1001ShellClient(), &input)
    case 8: drive(SMPBootloader(), &input)
    default: drive(SecureDFUBootloader(), &input)
    }
  }
}

private func smp(_ image: [UInt8], _ input: inout Input) -> SMPProgrammer {
  var options = SMPProgrammer.Options()
  options.encoding = input.choice(SMPEncoding.allCases)
  return SMPProgrammer(
    steps: [.parameters, .information, .state, .upload(image)], options: options)
}

/// Bytes in pieces, and expiries where a piece is empty, until it ends.
private func drive(_ programmer: some BootProgrammer, _ input: inout Input) {
  var programmer = programmer
  var isOver = check(programmer.begin())
  while !input.isAtEnd, !isOver {
    let piece = input.piece()
    isOver = check(piece.isEmpty ? programmer.expired() : programmer.receive(piece))
  }
  if isOver {
    expect(programmer.receive([0x01, 0x0A]).isEmpty, "an ended programmer goes on")
  }
}

/// Whether the actions end it.
private func check(_ actions: [ProgrammerAction]) -> Bool {
  var isOver = false
  for action in actions {
    switch action {
    case .expect(let time), .pause(let time): expect(time >= 0, "a time of \(time) µs")
    case .note(let text), .remark(let text): expectPrintable(text, "what is told")
    case .failed(let failure):
      expectPrintable(failure.message, "the failure")
      isOver = true
    case .finished: isOver = true
    case .send, .setRate, .setLines, .discardInput, .progress: break
    }
  }
  return isOver
}

private func drive(_ bootloader: some Bootloader, _ input: inout Input) {
  var bootloader = bootloader
  _ = bootloader.start()
  while !input.isAtEnd {
    for case .busy(let time) in bootloader.receive(input.piece()) {
      expect(time >= 0, "busy for \(time) µs")
    }
  }
}
