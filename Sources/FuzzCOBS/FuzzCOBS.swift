public import Fuzzing
import WireFormat

/// The stream framing: COBS.
@_cdecl("FuzzCOBS_main")
public func start(_ count: CInt, _ arguments: Arguments) -> CInt {
  unsafe fuzz(count, arguments) { checkFraming(.cobs, $0) }
}
