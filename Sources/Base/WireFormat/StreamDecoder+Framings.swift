extension StreamDecoder {
  /// A count above the limit is reported at once and exactly that many bytes are dropped, so that
  /// the next count is found where the sender put it.
  mutating func feedLength16(_ bytes: [UInt8], _ items: inout [StreamItem]) {
    var rest = bytes[...]
    while let byte = rest.first {
      switch phase {
      case .count(let low):
        rest = rest.dropFirst()
        consumed += 1
        beginMessage(of: Int(low) | Int(byte) << 8, &items)
      case .body(let missing):
        let taken = rest.prefix(missing)
        message += taken
        consumed += taken.count
        rest = rest.dropFirst(taken.count)
        phase = .body(missing: missing - taken.count)
        if taken.count == missing { finish(&items) }
      case .skipping(let missing):
        let dropped = min(missing, rest.count)
        rest = rest.dropFirst(dropped)
        phase = .skipping(missing: missing - dropped)
        if dropped == missing { reset() }
      default:
        rest = rest.dropFirst()
        consumed = 1
        phase = .count(low: byte)
      }
    }
  }

  private mutating func beginMessage(of count: Int, _ items: inout [StreamItem]) {
    if count > limit {
      let reason = "a message of \(count) bytes is announced, more than the limit of \(limit)"
      items.append(.damage(reason: reason, bytes: consumed + count))
      phase = .skipping(missing: count)
    } else if count == 0 {
      finish(&items)
    } else {
      phase = .body(missing: count)
    }
  }

  mutating func feedSLIP(_ byte: UInt8, _ items: inout [StreamItem]) {
    if byte == SLIP.end {
      if phase == .escaped { fail("an escape before END") }
      if consumed > 0 { finish(&items) }
      return
    }
    consumed += 1
    if phase == .escaped {
      phase = .between
      switch byte {
      case SLIP.escapedEnd: append(SLIP.end)
      case SLIP.escapedEscape: append(SLIP.escape)
      default: fail("an escape before \(Hexadecimal.name(byte))")
      }
    } else if byte == SLIP.escape {
      phase = .escaped
    } else {
      append(byte)
    }
  }

  mutating func feedCOBS(_ byte: UInt8, _ items: inout [StreamItem]) {
    if byte == 0 {
      // Zeros in a row are an idle stream.
      guard consumed > 0 else { return }
      if case .block(let missing, _) = phase, missing > 0 {
        fail("the last block lacks \(missing) bytes")
      }
      return finish(&items)
    }
    consumed += 1
    switch phase {
    case .block(let missing, let full) where missing > 0:
      append(byte)
      phase = .block(missing: missing - 1, full: full)
    case .block(_, let full):
      if !full { append(0) }
      phase = .block(missing: Int(byte) - 1, full: byte == 0xFF)
    default:
      phase = .block(missing: Int(byte) - 1, full: byte == 0xFF)
    }
  }

  /// A carriage return ends a line too, so both kinds of line end are understood; empty lines are
  /// an idle stream, and white space may stand between bytes.
  mutating func feedHexadecimal(_ byte: UInt8, _ items: inout [StreamItem]) {
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
      guard consumed > 0 else { return }
      if case .digit = phase { fail("an odd number of digits") }
      guard fault != nil || !message.isEmpty else { return reset() }
      return finish(&items)
    }
    consumed += 1
    if let value = Hexadecimal.value(of: byte) {
      if case .digit(let high) = phase {
        phase = .between
        append(high << 4 | value)
      } else {
        phase = .digit(value)
      }
    } else if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t"), phase == .between {
      // Between two bytes.
    } else {
      phase = .between
      fail("\(Hexadecimal.name(of: byte)) in a hexadecimal line")
    }
  }
}
