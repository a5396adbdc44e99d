import Glibc

/// Checks that a path can be read as a file: one that has an end and does not block.
public enum InputFile {
  /// The kind of a path that is no file to be read: `a pipe`, `a device`, `a socket`. Nil for
  /// files and folders, for what is not there, and for what was handed to this program open.
  public static func obstacle(_ path: String) -> String? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return obstacle(path, mode: status.st_mode)
  }

  static func obstacle(_ path: String, mode: mode_t) -> String? {
    switch mode & S_IFMT {
    case S_IFIFO: isHandedOver(path) ? nil : "a pipe"
    case S_IFCHR, S_IFBLK: "a device"
    case S_IFSOCK: "a socket"
    default: nil
    }
  }

  /// The program at the other end of a pipe writes into it: `--rig <(make-rig)`, `… | uwbrig`.
  private static func isHandedOver(_ path: String) -> Bool {
    path == "/dev/stdin" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/")
  }
}
