import Foundation
import Glibc

/// Starts a program with its three streams in files, and waits for its end: its status, or the number
/// of the signal that ended it.
///
/// Not by Foundation's `Process`: a run of all tests ended once with a bad read in `Process.run()`, by its
/// machine code where it looks for open descriptors. Why it read there is not known.
func spawn(
  _ program: String, _ arguments: [String], environment: [String: String], folder: String,
  streams: [String]
) throws -> Int32 {
  var actions = unsafe posix_spawn_file_actions_t()
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  for (descriptor, path) in streams.enumerated() {
    unsafe posix_spawn_file_actions_addopen(
      &actions, Int32(descriptor), path, descriptor == 0 ? O_RDONLY : O_WRONLY, 0)
  }
  // What other tests have open is not for this program.
  for descriptor in 3..<4096 where fcntl(Int32(descriptor), F_GETFD) == 0 {
    unsafe posix_spawn_file_actions_addclose(&actions, Int32(descriptor))
  }

  // The threads of tests hold signals back, which would be inherited.
  var attributes = posix_spawnattr_t()
  unsafe posix_spawnattr_init(&attributes)
  defer { unsafe posix_spawnattr_destroy(&attributes) }
  var none = sigset_t()
  unsafe sigemptyset(&none)
  unsafe posix_spawnattr_setsigmask(&attributes, &none)
  unsafe posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

  var process: pid_t = 0
  let failure = unsafe withCStrings(["env", "-C", folder, program] + arguments) { words in
    unsafe withCStrings(environment.map { "\($0)=\($1)" }.sorted()) { settings in
      unsafe posix_spawn(&process, "/usr/bin/env", &actions, &attributes, words, settings)
    }
  }
  guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
  var status: Int32 = 0
  while unsafe waitpid(process, &status, 0) < 0 {
    guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .ECHILD) }
  }
  let signal = status & 0x7f
  return signal == 0 ? (status >> 8) & 0xff : signal
}

/// The texts as C takes them: pointers, and a null at their end.
private func withCStrings<Result>(
  _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let pointers = unsafe texts.map { unsafe strdup($0) }
  defer { unsafe pointers.forEach { unsafe free($0) } }
  return unsafe body(pointers + [nil])
}
