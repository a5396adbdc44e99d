import CFuzzDriver
import Glibc

/// A property of the program under inputs of any kind: the call ends the program where it does not hold.
///
///     extension FuzzTarget {
///       static let slip = FuzzTarget("SLIP") { checkFraming(.slip, $0) }
///     }
struct FuzzTarget: Sendable {
  /// The name by which it is chosen.
  let name: String
  /// Takes one input.
  let body: @Sendable ([UInt8]) -> Void

  init(_ name: String, _ body: @escaping @Sendable ([UInt8]) -> Void) {
    (self.name, self.body) = (name, body)
  }

  /// What reads bytes of boards and of files of boards.
  private static let decoders: [FuzzTarget] = [
    .accessoryConfigurationData, .accessoryMessage, .accessoryStateMachine, .androidBlobs,
    .attributeProtocol,
    .bootProtocols, .cbor, .cobs, .dissection, .firmwareImage, .hexLine, .hexadecimal, .json,
    .journalReader, .length16, .pcapng, .rangingOOB, .rangingOOBStateMachines, .slip,
    .shareableConfigurationData, .uciMessages, .uciParameters, .uciStream, .uwbSubsystem,
  ]

  #if UWBRIG_FUZZ_DECODERS
    static let all = decoders
  #else
    /// What reads rig files, links and filters too: more of the program has to be built for it.
    static let all =
      decoders + [.applicationFlow, .filter, .linkAddress, .rigFile, .scenario, .suppression]
  #endif
}

/// What `main` is given besides the count.
public typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

// Written once, before libFuzzer starts, and read on the thread that wrote it: nothing shares it.
nonisolated(unsafe) private var chosen: @Sendable ([UInt8]) -> Void = { _ in }

/// `Fuzz TARGET [ARGUMENT OF libFuzzer…]`, or `Fuzz list`: the package manager makes `main` of a
/// function with this name, since libFuzzer brings a `main` of its own.
@_cdecl("Fuzz_main")
public func start(_ count: CInt, _ arguments: Arguments) -> CInt {
  guard count > 1, let arguments = unsafe arguments, let word = unsafe arguments[1] else {
    broken("expected a target or `list`, got nothing")
  }
  let name = unsafe String(cString: word)
  if name == "list" {
    for target in FuzzTarget.all { print(target.name) }
    return 0
  }
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    broken("expected a target or `list`, got \(name)")
  }
  unsafe chosen = target.body
  // libFuzzer does not know the first argument.
  unsafe arguments[1] = arguments[0]
  return unsafe fuzz_run(count - 1, arguments + 1) { bytes, size in
    unsafe chosen([UInt8](UnsafeBufferPointer(start: bytes, count: size)))
    return 0
  }
}

/// Ends the program with a sentence, as a crash that libFuzzer reports and keeps the input of.
func broken(_ what: String) -> Never {
  var text = Array("Broken: \(what)\n".utf8)
  _ = unsafe write(STDERR_FILENO, &text, text.count)
  abort()
}
