import Glibc
import Journal

/// Who has a board: what a lock file says, and what the other program is told.
public struct LockHolder: Equatable, Sendable {
  /// The program, such as `uwbrig run`.
  public var program: String
  /// Its process.
  public var process: Int
  /// The run that it belongs to, if it is one.
  public var run: String?
  /// Since when, as a clock on the wall shows it.
  public var since: String

  /// This process, from now on.
  public static func ourselves(program: String, run: String?) -> LockHolder {
    LockHolder(
      program: program, process: Int(getpid()), run: run, since: LockHolder.wallClock())
  }

  /// A line for a person.
  public var description: String {
    let runText = run.map { ", run \($0)" } ?? ""
    return "\(program) (process \(process)\(runText)) since \(since)"
  }

  var encoded: [UInt8] {
    var members: [JSONValue.Member] = [
      .init("program", .string(program)), .init("process", .integer(Int64(process))),
    ]
    if let run { members.append(.init("run", .string(run))) }
    members.append(.init("since", .string(since)))
    return JSONValue.object(members).encoded + [0x0A]
  }
}

extension LockHolder {
  /// Reads what a lock file says. Any user can write it: what is not plain text in it is shown as
  /// a question mark, and a file that makes no sense has no holder.
  init?(decoding bytes: [UInt8]) {
    guard bytes.count <= 4096, let value = try? JSONParser.parse(bytes),
      let process = value["process"]?.integer, let program = value["program"]?.string
    else { return nil }
    self.program = LockHolder.plain(program)
    self.process = Int(process)
    run = value["run"]?.string.map(LockHolder.plain)
    since = LockHolder.plain(value["since"]?.string ?? "an unknown time")
  }

  private static func plain(_ text: String) -> String {
    let harmless = text.unicodeScalars.prefix(80).map { scalar in
      (0x20...0x7E).contains(scalar.value) ? Character(scalar) : "?"
    }
    return String(harmless)
  }

  /// `2026-11-21 09:30:12 UTC`: files of other days lie about, so the day is part of it.
  private static func wallClock() -> String {
    var seconds = time_t()
    unsafe time(&seconds)
    var parts = unsafe tm()
    unsafe gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
    let (year, month, day) = unsafe (parts.tm_year, parts.tm_mon, parts.tm_mday)
    let (hour, minute, second) = unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec)
    return "\(year + 1900)-\(two(month + 1))-\(two(day)) "
      + "\(two(hour)):\(two(minute)):\(two(second)) UTC"
  }
}
