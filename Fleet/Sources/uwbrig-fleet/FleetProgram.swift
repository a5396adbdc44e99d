import Glibc
import Leases

/// `uwbrig-fleet`: speaks with labgrid coordinators for the program that started it, and holds nothing
/// when that program is gone.
@main
struct FleetProgram {
  private static let usage = """
    usage: uwbrig-fleet HOST[:PORT]…

    Speaks with labgrid coordinators for `uwbrig`, which starts it: orders on standard input and reports
    on standard output, one JSON object a line. At the end of standard input it gives back what it holds.
    """

  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    StandardLines.blockSignals()
    let words = Array(CommandLine.arguments.dropFirst())
    if words == ["--version"] {
      print("uwbrig-fleet 0.1.0")
      return
    }
    let addresses = words.compactMap { CoordinatorAddress($0) }
    guard !words.isEmpty, addresses.count == words.count else {
      let text = Array((usage + "\n").utf8)
      _ = write(2, text, text.count)
      exit(2)
    }
    let fleet = Fleet(addresses, owner: owner())
    let shift = Shift(fleet, addresses)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await fleet.run() }
      group.addTask { await shift.perform() }
      // The shift ends with standard input.
      await shift.ended()
      await withTaskGroup(of: Void.self) { last in
        last.addTask { await fleet.releaseAll() }
        last.addTask { try? await Task.sleep(for: .seconds(3)) }
        await last.next()
        last.cancelAll()
      }
      exit(0)
    }
  }

  private static func owner() -> LeaseOwner {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    var host = [CChar](repeating: 0, count: 256)
    gethostname(&host, host.count - 1)
    let hostName = host.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
    let user = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "uid\(geteuid())"
    var random = SystemRandomNumberGenerator()
    let word = String(random.next() & 0xFF_FFFF_FFFF, radix: 36)
    return LeaseOwner(
      host: variable("LG_HOSTNAME") ?? hostName, user: variable("LG_USERNAME") ?? user, word: word)
  }
}
