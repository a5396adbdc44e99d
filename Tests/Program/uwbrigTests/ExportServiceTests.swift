import Boards
import Errors
import Fleet
import FoundationEssentials
import Glibc
import LabRuntime
import Links
import Synchronization
import Testing

@testable import AttachedBoards

@Suite("Ports for others, with a coordinator's program that only takes notes", .serialized)
struct ExportServiceTests {
  /// Answers every order, and writes down each with the number of its process in front.
  private static let program = """
    #!/bin/sh
    while read -r line; do
      printf '%s %s\\n' $$ "$line" >>"$(dirname "$0")/orders"
      kind=${line#*'"do":"'} number=${line#*'"id":'}
      printf '{"kind":"%s","id":%s,"places":[],"down":[]}\\n' "${kind%%'"'*}" "${number%%[,\\}]*}"
    done

    """

  /// The kits that are plugged in.
  private final class Groups: Sendable {
    private let names: Mutex<[String]>
    init(_ names: String...) { self.names = Mutex(names) }
    var all: [String] { names.withLock { $0 } }
    func set(_ names: String...) { self.names.withLock { $0 = names } }
  }

  private struct Notes {
    let folder: String
    var orders: [String] {
      ((try? String(contentsOfFile: folder + "/orders", encoding: .utf8)) ?? "")
        .split(separator: "\n").map(String.init)
    }
    func has(_ words: String...) -> Bool {
      orders.contains { order in words.allSatisfy { order.contains($0) } }
    }
  }

  private func port(_ group: String, _ lab: Lab) -> ExportedPort {
    ExportedPort(
      group: group, name: "uwb", speed: 115_200, extra: ["firmware": "uci"],
      source: ExecSource(lab, command: "cat", directory: ""), place: .path("/dev/null"))
  }

  /// Runs a service whose ports are those of `groups`, and `body` beside it once it is ready.
  private func withService(
    _ groups: Groups,
    _ body: @escaping @Sendable (Lab, Notes) async throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/uwbrig-export-\(getpid())"
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/uwbrig-fleet"
    try Self.program.write(toFile: path, atomically: false, encoding: .utf8)
    chmod(path, 0o755)
    setenv("UWBRIG_FLEET", path, 1)
    defer { unsetenv("UWBRIG_FLEET") }
    let lab = Lab.live(seed: 0)
    let service = ExportService(
      lab,
      ExportService.Options(
        name: "bench", address: "127.0.0.1", host: "127.0.0.1", makesPlaces: true)
    ) { _ in }
    let ready = LabChannel<Void>(lab, label: "the service")
    try lab.run {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await service.perform(
            coordinators: ["127.0.0.1:1"],
            tree: USBTree(roots: SystemRoots(below: folder), source: .sysfs)
          ) { _ in
            groups.all.map { self.port($0, lab) }
          } ready: { _ in
            ready.send(())
          }
        }
        group.addTask {
          _ = try await ready.receive(until: lab.now.advanced(by: .seconds(20)))
          try await body(lab, Notes(folder: folder))
          service.close()
        }
        try await group.waitForAll()
      }
    }
  }

  /// Waits for a note, and throws where none comes.
  private func until(_ lab: Lab, _ check: () -> Bool) async throws {
    let end = lab.now.advanced(by: .seconds(20))
    while !check() {
      if lab.now >= end { throw RigError(.timedOut, reason: "no such note") }
      try await lab.sleep(for: .milliseconds(20), label: "a note")
    }
  }

  @Test("a kit that is plugged in later is shown, and gets its place")
  func later() throws {
    let groups = Groups("first")
    try withService(groups) { lab, notes in
      #expect(notes.has("\"do\":\"export\"", "\"group\":\"first\""))
      #expect(notes.has("\"do\":\"place\"", "bench/first/NetworkSerialPort"))
      groups.set("first", "second")
      try await self.until(lab) {
        notes.has("\"do\":\"place\"", "bench/second/NetworkSerialPort")
      }
      #expect(notes.has("\"do\":\"resource\"", "\"group\":\"second\"", "\"available\":true"))
      groups.set("second")
      try await self.until(lab) {
        notes.has("\"do\":\"resource\"", "\"group\":\"first\"", "\"available\":false")
      }
    }
  }

  @Test("a program that is killed is started again, and told everything anew")
  func killed() throws {
    try withService(Groups("first")) { lab, notes in
      let first = try #require(notes.orders.first?.split(separator: " ").first)
      kill(try #require(pid_t(first)), SIGKILL)
      try await self.until(lab) {
        notes.orders.contains { order in
          !order.hasPrefix(first + " ") && order.contains("\"do\":\"place\"")
        }
      }
      #expect(
        notes.orders.contains { order in
          !order.hasPrefix(first + " ") && order.contains("\"do\":\"export\"")
            && order.contains("\"group\":\"first\"")
        })
    }
  }
}
