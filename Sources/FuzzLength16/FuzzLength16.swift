public import Fuzzing
import WireFormat

/// The stream framing: a 16-bit count before each message.
@_cdecl("FuzzLength16_main")
public func start(_ count: CInt, _ arguments: Arguments) -> CInt {
  unsafe fuzz(count, arguments) { checkFraming(.length16, $0) }
}
