import CFuzzDriver
import Glibc

/// What `main` is given besides the count.
public typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

// Written once, before libFuzzer starts, and read on the thread that wrote it: nothing shares it.
nonisolated(unsafe) private var check: ([UInt8]) -> Void = { _ in }

/// Runs libFuzzer: `input` is called with every input, and ends the program where something that
/// must hold does not.
///
/// Each fuzz target is an executable that exports this call as its `main`; the package manager
/// renames that to `<target>_main`.
public func fuzz(
  _ count: CInt, _ arguments: Arguments, _ input: @escaping ([UInt8]) -> Void
) -> CInt {
  unsafe check = input
  return unsafe fuzz_run(count, arguments) { bytes, size in
    unsafe check([UInt8](UnsafeBufferPointer(start: bytes, count: size)))
    return 0
  }
}

/// Ends the program with a sentence, as a crash that libFuzzer reports and keeps the input of.
public func broken(_ what: String) -> Never {
  var text = Array("Broken: \(what)\n".utf8)
  _ = unsafe write(STDERR_FILENO, &text, text.count)
  abort()
}
