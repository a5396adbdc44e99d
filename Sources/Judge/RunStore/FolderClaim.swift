public import Errors
import Glibc

/// The claim of a run to its folder: two that write into one would make one report of both.
///
/// A file lock: the kernel gives it back when the holder is gone, however it went.
public final class FolderClaim: Sendable {
  private let descriptor: Int32

  /// Makes the folder where it is not there, and claims it.
  ///
  /// - Throws: ``RigError`` where it cannot be made, or where another run has it. A file system
  ///   that knows no locks refuses no run.
  public init(_ path: String) throws(RigError) {
    try RunDirectory.makeFolder(path)
    let opened = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if opened >= 0, flock(opened, LOCK_EX | LOCK_NB) < 0, errno == EWOULDBLOCK {
      close(opened)
      throw RigError(
        failingTo: .create, path, reason: "another run is writing into it",
        advice: "Wait for its end or choose another folder with --out")
    }
    descriptor = opened
  }

  /// Whether a run has the folder now; nil where it cannot be told.
  public static func isHeld(_ path: String) -> Bool? {
    let opened = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    defer { close(opened) }
    if flock(opened, LOCK_SH | LOCK_NB) == 0 { return false }
    return errno == EWOULDBLOCK ? true : nil
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
