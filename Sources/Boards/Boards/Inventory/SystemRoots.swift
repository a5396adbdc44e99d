/// Where the system's trees begin: those of this computer, or copies below another folder.
public struct SystemRoots: Equatable, Sendable {
  /// The kernel's devices.
  public var sys: String
  /// The device nodes.
  public var dev: String
  /// The processes.
  public var proc: String
  /// The services' files of this uptime.
  public var run: String

  /// The trees of this computer.
  public static let system = SystemRoots(below: "")

  /// The trees below a folder; empty for those of this computer.
  public init(below root: String) {
    sys = root + "/sys"
    dev = root + "/dev"
    proc = root + "/proc"
    run = root + "/run"
  }
}
