import Glibc

/// What the system says of a path.
public enum FileStatus {
  /// Bytes of a file; nil where there is none.
  public static func size(of path: String) -> Int? { read(path).map { Int($0.st_size) } }

  /// The permissions of a file, the lower twelve bits of its mode; nil where there is none.
  public static func permissions(of path: String) -> Int? {
    read(path).map { Int($0.st_mode & 0o7777) }
  }

  /// Bytes that a user may still write where a path is; nil where there is no such path.
  public static func freeSpace(at path: String) -> Int? {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return nil }
    let (bytes, isTooMany) = Int(clamping: status.f_bavail).multipliedReportingOverflow(
      by: Int(clamping: status.f_frsize))
    return isTooMany ? .max : bytes
  }

  private static func read(_ path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }
}
