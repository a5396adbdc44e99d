/// What the program keeps for a user from one start to the next.
public enum UserState {
  /// Where something is kept: below `$XDG_STATE_HOME/uwbrig`, else `~/.local/state/uwbrig`; nil where the
  /// environment names no home.
  ///
  ///     UserState.path("firmware.tsv", ["HOME": "/home/ann"])  // /home/ann/.local/state/uwbrig/firmware.tsv
  public static func path(_ name: String, _ environment: [String: String]) -> String? {
    func absolute(_ variable: String) -> String? {
      environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let base = absolute("XDG_STATE_HOME") ?? absolute("HOME").map { "\($0)/.local/state" }
    return base.map { "\($0)/uwbrig/\(name)" }
  }
}
