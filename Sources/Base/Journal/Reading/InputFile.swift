import Glibc

/// What may be read as a file: something that has an end and keeps nobody waiting.
public enum InputFile {
  /// What a path leads to where that is no file to be read: `a pipe`, `a device`, `a socket`. Nil for
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

  /// Whoever started the program with a pipe writes into it: `--rig <(make-rig)`, `… | uwbrig`.
  private static func isHandedOver(_ path: String) -> Bool {
    path == "/dev/stdin" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/")
  }
}
