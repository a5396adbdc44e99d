import WireFormat

extension FuzzTarget {
  /// Hexadecimal text as a person writes it.
  static let hexadecimal = FuzzTarget("Hexadecimal") { bytes in
    expectEqual(
      (try? Hexadecimal.decode(Hexadecimal.encode(bytes))) ?? [], bytes, "digits read again")
    do throws(WireError) {
      let text = String(decoding: bytes, as: UTF8.self)
      let value = try Hexadecimal.decode(text)
      expect(value.count * 2 <= text.utf8.count, "more bytes than digits")
      expectEqual(
        (try? Hexadecimal.decode(Hexadecimal.encode(value))) ?? [], value, "the value read again")
    } catch {
      expectPrintable(error.description, "the refusal")
    }
  }
}
