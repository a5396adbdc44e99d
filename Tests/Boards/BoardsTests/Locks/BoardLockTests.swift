import Errors
import Foundation
import Glibc
import LabRuntime
import Synchronization
import TestSupport
import Testing

@testable import Boards

@Suite("locks of boards")
struct BoardLockTests {
  let directory: String

  init() throws {
    directory = NSTemporaryDirectory() + "uwbrig-locks-\(UInt64.random(in: 0...UInt64.max))"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
  }

  private func path(_ board: String) -> String {
    "\(directory)/uwbrig-\(BoardLock.fileName(board)).lock"
  }

  private func take(_ board: String, _ holder: LockHolder) -> Result<String, RigError> {
    do throws(RigError) {
      _ = try BoardLock(board, holder: holder, directory: directory)
      return .success(path(board))
    } catch { return .failure(error) }
  }

  @Test("the second of two is told who has the board, and gets it when it is given back")
  func twoWantOne() throws {
    let first = LockHolder(
      program: "uwbrig run", process: 12, run: "r-7", since: "2026-11-21 09:00:00 UTC")
    let second = LockHolder(program: "uwbrig flash", process: 13, since: "later")
    let lock = try BoardLock("usb-683298616", holder: first, directory: directory)
    #expect(BoardLock.holder(of: "usb-683298616", directory: directory) == first)
    guard case .failure(let error) = take("usb-683298616", second) else {
      Issue.record("two programs hold one board")
      return
    }
    #expect(error.code == .busy)
    #expect(
      error.description
        == "usb-683298616 is in use by uwbrig run (process 12, run r-7) since "
        + "2026-11-21 09:00:00 UTC. Wait for it, or end process 12")
    _ = consume lock
    #expect(BoardLock.holder(of: "usb-683298616", directory: directory) == nil)
    guard case .success = take("usb-683298616", second) else {
      Issue.record("a board that was given back cannot be taken")
      return
    }
  }

  @Test("a board that is busy costs nobody else a file")
  func twoOpenFiles() throws {
    let holder = LockHolder(program: "uwbrig run", process: 12, since: "now")
    let lock = try BoardLock("busy", holder: holder, directory: directory)
    // What is closed a second time may be another's by then: a thread of its own opens files meanwhile.
    let others = Mutex((opened: 0, closedByOthers: 0, isOver: false))
    let started = WorkerThread.start("files") {
      while others.withLock({ !$0.isOver }) {
        let file = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        for _ in 0..<20 { sched_yield() }
        let isClosed = file >= 0 && close(file) != 0
        others.withLock {
          $0.opened += 1
          if isClosed { $0.closedByOthers += 1 }
        }
      }
    }
    try #require(started)
    var takes = 0
    while takes < 20_000 || others.withLock({ $0.opened < 100 }) {
      _ = take("busy", holder)
      takes += 1
    }
    let closedByOthers = others.withLock {
      $0.isOver = true
      return $0.closedByOthers
    }
    #expect(closedByOthers == 0)
    #expect(BoardLock.holder(of: "busy", directory: directory) == holder)
    _ = consume lock
  }

  @Test("another board is free")
  func another() throws {
    let holder = LockHolder(program: "uwbrig run", process: 1, since: "now")
    let lock = try BoardLock("a", holder: holder, directory: directory)
    guard case .success = take("b", holder) else {
      Issue.record("one board's lock takes another")
      return
    }
    _ = consume lock
  }

  @Test("the kernel gives back the board of a holder that was killed")
  func killed() throws {
    // `flock` of util-linux holds the very file, in a process of its own.
    let holder = LockHolder(program: "uwbrig run", process: 1, since: "now")
    guard case .success(let path) = take("board", holder) else {
      Issue.record("the board is not free to start with")
      return
    }
    let other = try ChildProcess(
      "/usr/bin/flock", ["--no-fork", path, "sh", "-c", "echo held; exec cat"], input: .pipe,
      output: .pipe)
    _ = try other.output.read(upToCount: 5)
    guard case .failure(let error) = take("board", holder) else {
      Issue.record("a board that another process holds was taken")
      return
    }
    #expect(error.description == "board is in use by another program. `fuser \(path)` names it")
    other.signal(SIGKILL)
    #expect(try other.wait() == .signal(SIGKILL))
    guard case .success = take("board", holder) else {
      Issue.record("the dead process still holds the board")
      return
    }
  }

  @Test(
    "whatever a device calls itself is one name in one directory",
    arguments: [
      ("683298616", "683298616"), ("../../etc/passwd", "_2e_2e_2f_2e_2e_2fetc_2fpasswd"),
      ("a b", "a_20b"), ("a_20b", "a_5f20b"), ("é\u{202E}", "_c3_a9_e2_80_ae"),
    ])
  func names(board: String, name: String) {
    let holder = LockHolder(program: "p", process: 1, since: "now")
    guard case .success(let path) = take(board, holder) else {
      Issue.record("no lock for \(board)")
      return
    }
    #expect(path == "\(directory)/uwbrig-\(name).lock")
  }

  @Test(
    "a lock file that says nonsense is shown harmlessly",
    arguments: [
      "", "{}", "nonsense", "{\"program\":\"\\u001b[31mred\",\"process\":1,\"since\":\"x\"}",
      String(repeating: "[", count: 5000),
    ])
  func nonsense(text: String) throws {
    let lock = try BoardLock(
      "board", holder: LockHolder(program: "p", process: 1, since: "x"), directory: directory)
    try Data(text.utf8).write(to: URL(filePath: path("board")))
    let shown = take("board", LockHolder(program: "q", process: 2, since: "y"))
    _ = consume lock
    guard case .failure(let error) = shown else {
      Issue.record("two programs hold one board")
      return
    }
    #expect(!error.description.contains("\u{1B}"))
  }
}
