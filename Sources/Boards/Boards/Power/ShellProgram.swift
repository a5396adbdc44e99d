import CRigShims
import Glibc
import LabRuntime

/// A program of the system that is run to its end, such as one that switches power.
package enum ShellProgram {
  /// The most of what a program says that is kept.
  private static let mostBytes = 1 << 16

  /// Runs a shell command; its exit status, or nil when it did not end in time, and its output.
  ///
  /// Blocks. Ends the whole process group of a program that takes too long.
  package static func run(
    _ command: String, directory: String = "", limit: Duration
  ) -> (status: Int32?, output: [UInt8]) {
    var input: Int32 = -1
    var output: Int32 = -1
    var process: pid_t = 0
    let started = unsafe rig_spawn_shell(command, directory, &input, &output, &process)
    var said: [UInt8] = []
    guard started == 0 else { return (nil, said) }
    rig_close(input)
    defer { rig_close(output) }
    let end = rig_monotonic_ns() &+ limit.nanoseconds
    var isOver = false
    while !isOver {
      let left = end - rig_monotonic_ns()
      guard left > 0, rig_wait_readable(output, left) == 1 else { break }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let got = unsafe bytes.withUnsafeMutableBytes {
        unsafe read(output, $0.baseAddress, $0.count)
      }
      if got > 0, said.count < mostBytes { said += bytes[..<got] }
      isOver = got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)
    }
    // It may have closed its output and go on.
    let left = max(0, end - rig_monotonic_ns()) / 1_000_000
    let status = isOver ? rig_wait_process(process, Int32(clamping: left)) : -ETIMEDOUT
    guard status >= 0 else {
      _ = rig_end_group(process, 0)
      return (nil, said)
    }
    return (status, said)
  }
}
