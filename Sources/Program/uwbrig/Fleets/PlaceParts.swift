import Errors
import Fleet
import Journal
import LabRuntime
import Links
import Notation
import Reports
import Runs
import Terminal

/// The parts of a run on several benches: each is a process of this program.
struct PlaceParts: Sendable {
  /// What became of one.
  struct Part: Sendable {
    let number: Int
    let place: String
    let folder: String
    var status = ExitStatus.internalError
    /// The last lines that it has said.
    var words: [String] = []
  }

  /// This program.
  let program: String
  /// What each is given besides its part, its place and its folder.
  let arguments: [String]
  /// How many there are.
  let count: Int
  /// The folder that theirs are made in.
  let folder: String

  private static let mark = "uwbrig-exit-status "
  private static let longestOutput = 1 << 16
  /// Which documents are made of all parts together, and what each part has of its own.
  private static let own = [
    "places", "place", "wait", "out", "partition", "junit", "ctrf", "tap", "html", "events",
    "ledger", "progress", "config", "profile", "durations", "jobs",
  ]

  /// The arguments of a run without those that belong to all parts together.
  static func arguments(of words: [String]) -> [String] {
    var kept: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        kept += [word] + rest
        break
      }
      if word == "-o" || own.contains(where: { word == "--\($0)" }) {
        _ = rest.popFirst()
      } else if !own.contains(where: { word.hasPrefix("--\($0)=") }) {
        kept.append(word)
      }
    }
    return kept
  }

  /// Runs each part on a place of its own, and what a bench could not begin on another one.
  ///
  /// - Returns: the parts in their order, and the status of a signal that ended them.
  func perform(
    on places: [String], tell: @escaping @Sendable (String) -> Void
  ) throws -> (parts: [Part], signal: ExitStatus?) {
    let lab = Lab.live(seed: 0)
    let end = EndOfService(lab)
    end.openAtSignal()
    let parts = try lab.run {
      try await withThrowingTaskGroup(of: [Part]?.self) { group in
        group.addTask { await perform(on: places, lab, tell: tell) }
        group.addTask {
          await end.wait()
          return nil
        }
        defer { group.cancelAll() }
        // After a signal the parts end in their own way.
        while let parts = try await group.next() { if let parts { return parts } }
        return []
      }
    }
    return (parts, end.status == .done ? nil : end.status)
  }

  private func perform(
    on places: [String], _ lab: Lab, tell: @escaping @Sendable (String) -> Void
  ) async -> [Part] {
    var waiting = places.enumerated().map { index, place in
      Part(number: index + 1, place: place, folder: "\(folder)/part-\(index + 1)")
    }
    var done: [Part] = []
    var failed: Set<String> = []
    while !waiting.isEmpty {
      let ended = await withTaskGroup(of: Part.self) { group in
        for part in waiting { group.addTask { await run(part, lab) } }
        var ended: [Part] = []
        for await part in group {
          let place = PrintableText.escaped(part.place)
          tell("part \(part.number) of \(count) on \(place): status \(part.status.code)")
          for line in part.words where part.status.code > 1 { tell("  \(line)") }
          ended.append(part)
        }
        return ended.sorted { $0.number < $1.number }
      }
      waiting = []
      for part in ended {
        let isUnrun = part.isUnrun
        if isUnrun { failed.insert(part.place) }
        let others = places.filter { !failed.contains($0) }
        guard isUnrun, !others.isEmpty else {
          done.append(part)
          continue
        }
        let place = others[waiting.count % others.count]
        tell("part \(part.number) goes to \(PrintableText.escaped(place))")
        waiting.append(
          Part(number: part.number, place: place, folder: part.folder + "-again"))
      }
    }
    return done.sorted { $0.number < $1.number }
  }

  private func run(_ part: Part, _ lab: Lab) async -> Part {
    var part = part
    var words =
      arguments.prefix { $0 != "--" } + [
        "--place", part.place, "--partition", "\(part.number)/\(count)", "--out", part.folder,
        "--progress", "none", "--config", "none", "--wait", "24h",
      ]
    words += arguments.drop { $0 != "--" }
    func quoted(_ word: String) -> String { "'" + word.replacing("'", with: "'\\''") + "'" }
    let settings = Self.own.map { "UWBRIG_" + $0.uppercased() }.joined(separator: " ")
    let command =
      "unset \(settings); \(quoted(program)) \(words.map(quoted).joined(separator: " ")) "
      + "</dev/null 2>&1; printf '\\n\(Self.mark)%s\\n' $?"
    let output: [UInt8]
    do throws(RigError) { output = try await said(command, lab) } catch {
      part.words = ["\(error)"]
      return part
    }
    let lines = output.split { $0 == 0x0A || $0 == 0x0D }.map {
      String(decoding: $0, as: UTF8.self)
    }
    if let last = lines.last(where: { $0.hasPrefix(Self.mark) }),
      let status = Int32(last.dropFirst(Self.mark.count))
    {
      part.status = ExitStatus(status)
    }
    part.words = lines.filter { !$0.hasPrefix(Self.mark) }.suffix(4).map {
      PrintableText.escaped($0, limit: 400)
    }
    return part
  }

  /// The last that a command says, once it has ended.
  private func said(_ command: String, _ lab: Lab) async throws(RigError) -> [UInt8] {
    let pieces = LabChannel<[UInt8]>(lab, label: "a part of the run")
    let link = try await ExecSource(lab, command: command, directory: "").open()
    link.start { event in
      switch event {
      case .received(let chunk): pieces.send(chunk.bytes)
      case .closed: pieces.close()
      }
    }
    defer { link.close() }
    var bytes: [UInt8] = []
    do {
      while true {
        bytes += try await pieces.receive()
        if bytes.count > Self.longestOutput { bytes.removeFirst(bytes.count - Self.longestOutput) }
      }
    } catch {
      guard error.code == .closed else { throw error }
      return bytes
    }
  }
}

extension PlaceParts.Part {
  /// Whether its bench failed before a case of it was judged.
  fileprivate var isUnrun: Bool {
    guard status.code == 3 else { return false }
    guard let report = try? NamedRun(folder, below: "").report() else { return true }
    return report.instances.allSatisfy { [.error, .inconclusive].contains($0.verdict) }
  }
}
