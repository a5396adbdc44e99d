import CInterposer
import Glibc
import Journal
import LabRuntime

/// What it costs to emit an event: in a live run each is one `write`, in a simulated one it waits in a
/// block; beside both a loop of `write` in C with the same bytes, and the reading of such lines.
func benchmarkJournal() {
  let transfer = Event.Transfer(
    board: "lock", direction: .in, bytes: [UInt8](repeating: 0x5A, count: 32))
  let line = JournalEntry(microseconds: 1_234_567, event: .frame(transfer)).line
  print(
    "\n" + padded("Journal, one event of \(line.count) bytes, in /tmp", 44)
      + "        ns       alloc")
  for (name, mode) in [("live: one write", FileSink.Mode.live), ("simulated: buffered", .buffered)]
  {
    emitted("Journal event, \(name)", mode, transfer)
  }
  written("Journal, plain write of the line", line)
  read("Journal line, read", line)
}

/// A round takes less than a time slice, so that most are left alone on a busy machine.
private let rounds = 401
private let events = 200

private func emitted(_ name: String, _ mode: FileSink.Mode, _ transfer: Event.Transfer) {
  guard isWanted(name) else { return }
  var costs: [Cost] = []
  for _ in 0..<rounds {
    guard let sink = try? FileSink(path: path, mode: mode) else { return print("no file in /tmp") }
    var time: Int64 = 0
    // The clock is the caller's: that of a simulated lab is a number, that of a live one a system call
    // without a switch to the kernel.
    let journal = Journal(now: { LabInstant.zero }, sink: sink)
    costs.append(
      cost(events) {
        time += 1
        journal.emit(.frame(transfer))
        return Int(time)
      })
    try? journal.close()
  }
  remove(path)
  row(name, costs)
}

private func written(_ name: String, _ line: [UInt8]) {
  guard isWanted(name) else { return }
  var costs: [Cost] = []
  for _ in 0..<rounds {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { return print("no file in /tmp") }
    costs.append(cost(events) { write(file, line, line.count) })
    close(file)
  }
  remove(path)
  row(name, costs)
}

private func read(_ name: String, _ line: [UInt8]) {
  guard isWanted(name) else { return }
  let bytes = Array(repeatElement(line, count: events).joined())
  var costs: [Cost] = []
  for _ in 0..<rounds {
    var reader = JournalReader(bytes: bytes)
    costs.append(
      cost(events) {
        guard case .entry(let entry)? = try? reader.next() else { return 0 }
        return Int(entry.microseconds)
      })
  }
  row(name, costs)
}

private let path = "/tmp/uwbrig-benchmark-\(getpid()).ndjson"

private func row(_ name: String, _ costs: [Cost]) {
  print(
    padded(name, 44)
      + "\(number(median(costs.map(\.nanoseconds))))  \(number(median(costs.map(\.allocations))))")
}
