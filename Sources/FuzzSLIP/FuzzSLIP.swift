public import Fuzzing
import WireFormat

/// The stream framing: SLIP.
@_cdecl("FuzzSLIP_main")
public func start(_ count: CInt, _ arguments: Arguments) -> CInt {
  unsafe fuzz(count, arguments) { checkFraming(.slip, $0) }
}
