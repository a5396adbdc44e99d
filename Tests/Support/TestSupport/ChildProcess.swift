public import Foundation
import Glibc

/// A program that a test has started, by `posix_spawn`; killed with the object where it still runs.
///
/// Not by Foundation's `Process`: a run of all tests ended once with a bad read in `Process.run()`, by its
/// machine code where it looks for open descriptors. Why it read there is not known.
///
///     let child = try ChildProcess("/bin/cat", input: .pipe, output: .pipe)
///     try child.input.close()
///     #expect(try child.wait() == .exit(0))
public final class ChildProcess {
  /// What a standard stream of the program is.
  public enum Stream {
    /// `/dev/null`.
    case null
    /// A pipe to the test.
    case pipe
    /// A file that is there.
    case file(String)
    /// What the test has open.
    case handle(FileHandle)
  }

  /// How a program ended.
  public enum Ending: Hashable, Sendable {
    /// By itself, with a status.
    case exit(Int32)
    /// By a signal.
    case signal(Int32)

    /// The status, or the number of the signal.
    public var number: Int32 {
      switch self {
      case .exit(let number), .signal(let number): number
      }
    }
  }

  /// Its number.
  public let processIdentifier: pid_t
  /// Its standard input, like the others where it is a pipe; else what is written goes nowhere.
  public let input: FileHandle
  /// What it writes to standard output.
  public let output: FileHandle
  /// What it writes to standard error.
  public let errors: FileHandle
  private var ending: Ending?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - environment: All of it; nil for the one of the test.
  ///   - folder: The folder that it runs in; nil for the one of the test.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    folder: String? = nil, input: Stream = .null, output: Stream = .null, errors: Stream = .null
  ) throws {
    let streams = try [input, output, errors].enumerated().map { descriptor, stream in
      try Ends(stream, isInput: descriptor == 0)
    }
    defer { for stream in streams { try? stream.inner.close() } }
    let place = folder.map { ["-C", $0] } ?? []
    processIdentifier = try Self.spawn(
      ["/usr/bin/env"] + place + [program] + arguments,
      environment: environment ?? ProcessInfo.processInfo.environment,
      streams: streams.map(\.inner.fileDescriptor))
    self.input = streams[0].outer
    self.output = streams[1].outer
    self.errors = streams[2].outer
  }

  deinit {
    guard ending == nil else { return }
    signal(SIGKILL)
    _ = try? wait()
  }

  /// Sends it a signal.
  public func signal(_ number: Int32) { kill(processIdentifier, number) }

  /// Waits for its end.
  @discardableResult
  public func wait() throws -> Ending {
    if let ending { return ending }
    var status: Int32 = 0
    while unsafe waitpid(processIdentifier, &status, 0) < 0 {
      guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .ECHILD) }
    }
    let signal = status & 0x7f
    let ending: Ending = signal == 0 ? .exit((status >> 8) & 0xff) : .signal(signal)
    self.ending = ending
    return ending
  }

  /// Both ends of a stream; a stream that is no pipe has `/dev/null` at the test's.
  private struct Ends {
    let inner: FileHandle
    let outer: FileHandle

    init(_ stream: Stream, isInput: Bool) throws {
      switch stream {
      case .null: (inner, outer) = (try Self.open("/dev/null", O_RDWR), .nullDevice)
      case .file(let path):
        (inner, outer) = (try Self.open(path, isInput ? O_RDONLY : O_WRONLY), .nullDevice)
      case .handle(let handle): (inner, outer) = (handle, .nullDevice)
      case .pipe:
        let pipe = Pipe()
        let (reading, writing) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
        (inner, outer) = isInput ? (reading, writing) : (writing, reading)
      }
    }

    private static func open(_ path: String, _ access: Int32) throws -> FileHandle {
      let descriptor = unsafe Glibc.open(path, access | O_CLOEXEC)
      guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
  }

  private static func spawn(
    _ words: [String], environment: [String: String], streams: [Int32]
  ) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in streams.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    // What other tests have open is not for this program.
    for descriptor in 3..<Int32(4096) where fcntl(descriptor, F_GETFD) == 0 {
      unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
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
    let failure = unsafe withCStrings(words) { words in
      unsafe withCStrings(environment.map { "\($0)=\($1)" }.sorted()) { settings in
        unsafe posix_spawn(&process, "/usr/bin/env", &actions, &attributes, words, settings)
      }
    }
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
    return process
  }

  /// The texts as C takes them: pointers, and a null at their end.
  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = unsafe texts.map { unsafe strdup($0) }
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe body(pointers + [nil])
  }
}
