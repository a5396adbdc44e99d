public import Errors
import Glibc

/// The program that speaks with labgrid's coordinators: a package of its own, so that nobody compiles
/// gRPC who has one bench.
public enum FleetProgram {
  private static let name = "uwbrig-fleet"

  /// Its path: beside this program, where a checkout builds it, else on the PATH; `UWBRIG_FLEET` names
  /// another.
  ///
  /// - Throws: ``RigError`` `notFound`.
  public static func path() throws(RigError) -> String {
    if let named = variable("UWBRIG_FLEET") { return named }
    var candidates: [String] = []
    if let own = ownFolder {
      candidates.append("\(own)/\(name)")
      // A checkout: .build/release/uwbrig and Fleet/.build/release/uwbrig-fleet.
      for folder in ["..", "../.."] {
        for kind in ["release", "debug"] {
          candidates.append("\(own)/\(folder)/../Fleet/.build/\(kind)/\(name)")
        }
      }
    }
    candidates += (variable("PATH") ?? "").split(separator: ":").map { "\($0)/\(name)" }
    if let path = candidates.first(where: { unsafe access($0, X_OK) == 0 }) { return path }
    throw RigError(
      .notFound, name, reason: "the program that speaks with labgrid's coordinators is not there",
      advice: "`make fleet` builds it; it belongs beside uwbrig or on the PATH")
  }

  /// The coordinators that count: those that are given, else those of `LG_COORDINATOR`, else those of the
  /// benches that have admitted this user, else this machine's.
  ///
  /// - Parameter joined: whether those of other benches count.
  public static func coordinators(_ given: [String], joined: Bool = true) -> [String] {
    var words = given
    if words.isEmpty, let named = variable("LG_COORDINATOR") { words = [named] }
    if words.isEmpty, joined, let keys = try? FleetKeys() {
      for one in keys.all(.benches).flatMap(\.coordinators) where !words.contains(one) {
        words.append(one)
      }
    }
    if words.isEmpty { words = ["127.0.0.1:20408"] }
    return words.flatMap { $0.split(separator: ",") }.map(String.init)
  }

  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  private static var ownFolder: String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  /// The command line for a shell.
  static func command(_ coordinators: [String]) throws(RigError) -> String {
    func quoted(_ word: String) -> String {
      "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        + "'"
    }
    return "exec " + ([try path()] + coordinators).map(quoted).joined(separator: " ")
  }
}
