public import Fuzzing
import WireFormat

/// The stream framing: hexadecimal lines.
@_cdecl("FuzzHexLine_main")
public func start(_ count: CInt, _ arguments: Arguments) -> CInt {
  unsafe fuzz(count, arguments) { checkFraming(.hexline, $0) }
}
