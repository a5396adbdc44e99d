import CRigShims
public import Errors
import Glibc
import Links

/// One process' claim to one board, whichever of its terminals it uses.
///
/// A file lock: the kernel gives it back when the holder is gone, however it went, so a dead run
/// never keeps a board. What the file says is only for people.
public struct BoardLock: ~Copyable {
  private let descriptor: Int32

  /// Takes the board, or says who has it.
  ///
  /// - Parameters:
  ///   - board: what tells the board from all others: the serial number of its USB device, or the
  ///     name of its terminal where there is none.
  ///   - directory: where lock files lie; nil picks the first that this machine has.
  public init(
    _ board: String, holder: LockHolder, directory: String? = nil
  ) throws(RigError) {
    let directory = directory ?? BoardLock.usualDirectory
    let path = "\(directory)/uwbrig-\(BoardLock.fileName(board)).lock"
    let opened = BoardLock.open(path)
    guard opened >= 0 else {
      let words = unsafe String(cString: strerror(-opened))
      throw RigError(
        .failed, board, reason: "its lock file \(path) cannot be used: \(words)",
        advice: "Remove the file if no user of this computer owns it, or set XDG_RUNTIME_DIR")
    }
    guard rig_lock_exclusive(opened) == 0 else {
      let holder = BoardLock.read(opened)
      rig_close(opened)
      throw RigError(
        .busy, reason: "\(board) is in use by \(holder?.description ?? "another program")",
        advice: holder.map { "Wait for it, or end process \($0.process)" }
          ?? "`fuser \(path)` names it")
    }
    // Not before the last throw, which runs `deinit` once all is set: the lock is another's.
    descriptor = opened
    // Others read it while they wait: the old text goes only now that the lock is ours.
    _ = ftruncate(descriptor, 0)
    let text = holder.encoded
    _ = unsafe text.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  deinit {
    // The file stays: removing it would let two processes hold locks on two files of one name.
    _ = ftruncate(descriptor, 0)
    Self.giveBack(descriptor)
  }

  /// Unlocks and closes: a child of this process that has not begun its program yet has the file as well, and
  /// would keep the lock.
  private static func giveBack(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
    rig_close(descriptor)
  }

  /// The holder of the board now; nil where it is free. Takes no lock.
  public static func holder(of board: String, directory: String? = nil) -> LockHolder? {
    let path = "\(directory ?? usualDirectory)/uwbrig-\(fileName(board)).lock"
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { giveBack(descriptor) }
    // A shared lock is refused exactly while the exclusive one is held.
    guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else { return nil }
    return read(descriptor)
  }

  /// `/run/lock` where all users may write there, else the user's own runtime directory, else
  /// `/tmp`.
  public static var usualDirectory: String {
    if unsafe access("/run/lock", W_OK) == 0 { return "/run/lock" }
    if let own = unsafe getenv("XDG_RUNTIME_DIR") {
      let text = unsafe String(cString: own)
      if unsafe access(text, W_OK) == 0 { return text }
    }
    return "/tmp"
  }

  /// Opens an existing file first: in a directory with a sticky bit the kernel may refuse `O_CREAT`
  /// on a file of another user (`fs.protected_regular`).
  private static func open(_ path: String) -> Int32 {
    let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    for _ in 0..<3 {
      let existing = unsafe Glibc.open(path, flags)
      if existing >= 0 || errno != ENOENT { return existing >= 0 ? existing : -errno }
      let new = unsafe Glibc.open(path, flags | O_CREAT | O_EXCL, 0o666)
      if new >= 0 {
        // A user of the board may wait for it: the mask of this process must not forbid that.
        _ = fchmod(new, 0o666)
        return new
      }
      if errno != EEXIST { return -errno }
    }
    return -EAGAIN
  }

  private static func read(_ descriptor: Int32) -> LockHolder? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(descriptor, $0.baseAddress, $0.count, 0)
    }
    return LockHolder(decoding: Array(bytes.prefix(max(0, count))))
  }

  /// A name that is one path component whatever a device calls itself, and tells apart what
  /// differs: letters and digits as they are, all else in hexadecimal.
  static func fileName(_ board: String) -> String {
    var name = ""
    for byte in board.utf8.prefix(64) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default: name += "_" + String(byte, radix: 16)
      }
    }
    return name
  }
}
