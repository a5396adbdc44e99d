public import Fuzzing
import WireFormat

/// Hexadecimal text as a person writes it.
@_cdecl("FuzzHexadecimal_main")
public func start(_ count: CInt, _ arguments: Arguments) -> CInt {
  unsafe fuzz(count, arguments) { bytes in
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
