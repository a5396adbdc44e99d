import Journal
package import LabRuntime

/// The lanes of a run as lines for a terminal: a bar at the top, and a line for each board.
package struct LaneRenderer: Sendable {
  /// Boards that are shown at a time; a picture that scrolls cannot be drawn again.
  private static let maximumLanes = 8
  private static let cells = 20
  /// The most columns of a lane: wider ones are hard to read across.
  private static let maximumWidth = 120

  private let width: Int
  private let color: Bool
  private let describe: FrameDescriber
  private let distance: FrameDescriber

  /// Lines for a terminal.
  ///
  /// - Parameters:
  ///   - width: columns of the terminal; lines stay below, since some terminals break the line at
  ///     the last one.
  ///   - describe: a frame in one line.
  ///   - distance: what a frame that reports a round says about the distance.
  package init(
    width: Int, color: Bool, describe: @escaping FrameDescriber, distance: @escaping FrameDescriber
  ) {
    self.width = max(20, width) - 1
    self.color = color
    self.describe = describe
    self.distance = distance
  }

  /// What stands at the bottom of the terminal while a run goes on.
  package func lines(_ run: RunLanes, now: Int64) -> [String] {
    let busy = run.lanes.filter { $0.instance != nil }
    let shown = busy.prefix(Self.maximumLanes)
    let names = min(max(4, width / 4), shown.map { DisplayWidth.of(clean($0.board)) }.max() ?? 0)
    var lines = [bar(run, now)] + shown.map { line($0, run, names, now) }
    if busy.count > shown.count { lines.append("  and \(busy.count - shown.count) more boards") }
    return lines
  }

  /// What every board is doing, with its last frames, for a hung run.
  ///
  /// - Parameter awaited: what the lab waits for, of which the background is left out.
  package func status(_ run: RunLanes, now: Int64, awaited: [AwaitedThing]) -> [String] {
    let left = run.timeLeft(at: now).map { ", about \(Visible.duration($0)) left" } ?? ""
    var lines = ["\(run.done) of \(run.total) done after \(Visible.duration(now))\(left)"]
    for lane in run.lanes {
      let doing =
        lane.instance.map { instance in
          let step = lane.step.isEmpty ? "" : ", \(clean(lane.step))"
          return "in \(clean(instance)) for \(Visible.duration(now - lane.since))\(step)"
        } ?? "idle"
      let frame = lane.lastFrame.map { "last frame \(Visible.duration(now - $0)) ago" }
      lines += wrapped("\(clean(lane.board)): \(doing); \(frame ?? "no frame yet")", indent: 4)
      for (time, transfer) in lane.frames {
        let way = transfer.direction == .in ? "←" : "→"
        let words = describe(lane.firmware, lane.dialect, transfer.direction, transfer.bytes)
        let text = words.map(clean) ?? Visible.hexadecimal(transfer.bytes, of: transfer.bytes.count)
        lines += wrapped("\(Visible.seconds(time)) \(way) \(text)", first: "  ", indent: 4)
      }
    }
    let awaited = awaited.filter { !$0.isBackground }.map(\.words)
    lines += wrapped(
      "awaited: \(awaited.isEmpty ? "nothing" : clean(awaited.joined(separator: "; ")))", indent: 4)
    return lines
  }

  private func wrapped(_ text: String, first: String = "", indent: Int) -> [String] {
    Wrapping.lines(text, width: width, first: first, indent: indent)
  }

  private func bar(_ run: RunLanes, _ now: Int64) -> String {
    let cells = width < 60 ? Self.cells / 2 : Self.cells
    let filled = run.total == 0 ? 0 : min(cells, run.done * cells / run.total)
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: cells - filled)
    let plain = "[\(bar)] \(run.done)/\(run.total)"
    let left = run.timeLeft(at: now).map { "  about \(Visible.duration($0)) left" } ?? ""
    let room = width - DisplayWidth.of(plain + left)
    let words = run.tally.counts.verdicts
      .map { (word: "  \(run.tally.counts[$0]) \($0.rawValue)", isBad: $0.isBad) }
    if words.reduce(0, { $0 + $1.word.count }) <= room {
      return plain + words.map { $0.isBad ? painted($0.word, "1;31") : $0.word }.joined() + left
    }
    let bad = run.bad == 0 ? "" : "  \(run.bad) bad"
    guard DisplayWidth.of(bad) <= room else {
      return DisplayWidth.cut(plain + bad + left, to: width)
    }
    return plain + (bad.isEmpty ? "" : painted(bad, "1;31")) + left
  }

  private func line(_ lane: RunLanes.Lane, _ run: RunLanes, _ names: Int, _ now: Int64) -> String {
    let instance = lane.instance ?? ""
    var facts: [String] = []
    if let round = lane.round,
      let text = distance(lane.firmware, lane.dialect, round.direction, round.bytes)
    {
      facts.append(clean(text))
    }
    // The age says whether the board is alive; below a second it only flickers.
    facts.append(lane.lastFrame.map { Self.age(now - $0) } ?? "no frame")
    let right = facts.joined(separator: "  ")
    let name = DisplayWidth.fitted(clean(lane.board), to: names)
    let room = min(width, Self.maximumWidth) - 2 - names - 2
    let rightWidth = DisplayWidth.of(right)
    let slow = run.isSlow(instance) ? "SLOW " : ""
    let step = lane.step.isEmpty ? "" : "  \(clean(lane.step))"
    guard room - rightWidth - 2 >= 12 else {
      return "  \(name)  " + DisplayWidth.cut(slow + clean(instance) + step, to: max(0, room))
    }
    let middle = DisplayWidth.fitted(
      clean(instance) + step, to: room - rightWidth - 2 - slow.count)
    return "  \(name)  " + (slow.isEmpty ? "" : painted(slow, "33")) + middle + "  "
      + painted(right, "2")
  }

  private static func age(_ microseconds: Int64) -> String {
    switch microseconds {
    case ..<1_000_000: "now"
    case ..<60_000_000: "\(microseconds / 1_000_000) s ago"
    default: "\(microseconds / 60_000_000) min ago"
    }
  }

  /// Nothing of a board or a file reaches the terminal raw.
  private func clean(_ text: String) -> String { Visible.text(text) }

  private func painted(_ text: String, _ code: String) -> String {
    color ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
