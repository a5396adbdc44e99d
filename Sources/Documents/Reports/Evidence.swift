import Journal

/// One line of what happened around a failure, decoded: the same for all documents.
struct EvidenceLine {
  enum Kind: Equatable {
    case frame, failure, step, remark, gap
    case link(Moment.Link)

    var isTurn: Bool { self == .failure || self == .link(.ending) }
  }
  let kind: Kind
  let seconds: String
  /// `board → rig` or the other way, and a mark where it went wrong; empty for anything else.
  let way: String
  /// Hexadecimal of a frame, else the sentence.
  let text: String
  /// The decoded frame; empty where it cannot be decoded.
  var decoded = ""
  /// The board of a frame.
  var board = ""
  var isSent = false
}

extension RunReport {
  func evidence(_ attempt: Attempt, _ describe: FrameDescriber) -> [EvidenceLine] {
    let window = attempt.moments
    var lines = window.kept.map { line($0, of: attempt, describe) }
    if window.droppedWithin > 0, !lines.isEmpty { lines.insert(.gap(window.droppedWithin), at: 1) }
    return lines
  }

  /// The frames that tell a failure: the stimulus, the last before it went wrong, that moment, and what
  /// came right after it. What the rig did to tidy up, or to get a board back, is not among them.
  func excerpt(
    _ attempt: Attempt, _ describe: FrameDescriber, before most: Int = 6, after: Int = 2
  ) -> [EvidenceLine] {
    let kept = attempt.moments.kept
    let turn =
      kept.firstIndex { if case .failure = $0.kind { true } else { false } }
      ?? kept.firstIndex { $0.kind.isTurn }
    let recovery = kept.firstIndex {
      if case .link(_, .recovery) = $0.kind { true } else { false }
    }
    let end = min(turn ?? kept.count, recovery ?? kept.count)
    let earlier = kept[..<end].indices.filter { kept[$0].kind.isTraffic }
    let stimulus =
      earlier.last { kept[$0].kind.isStimulus } ?? earlier.last { kept[$0].kind.isSent }
    var lines: [EvidenceLine] = []
    var shown = earlier.suffix(most)
    if let stimulus, let first = shown.first, stimulus < first {
      shown = shown.suffix(most - 1)
      let left = earlier.count { $0 > stimulus } - shown.count
      lines = [
        line(kept[stimulus], of: attempt, describe), .gap(left + attempt.moments.droppedWithin),
      ]
    }
    lines += shown.map { line(kept[$0], of: attempt, describe) }
    guard let turn, turn == end else { return lines }
    lines.append(line(kept[turn], of: attempt, describe))
    guard case .failure = kept[turn].kind else { return lines }
    let answers = kept[(turn + 1)...].prefix { !$0.kind.isSent }.filter {
      if case .frame = $0.kind { true } else { false }
    }
    return lines + answers.prefix(after).map { line($0, of: attempt, describe) }
  }

  private func line(
    _ moment: Moment, of attempt: Attempt, _ describe: FrameDescriber
  ) -> EvidenceLine {
    let seconds = Visible.seconds(moment.microseconds)
    switch moment.kind {
    case .frame(let transfer, let count):
      let way = transfer.direction == .in ? "\(transfer.board) →" : "→ \(transfer.board)"
      // A frame that was cut would decode to something that was never sent.
      let sender = board(transfer.board)
      let decoded =
        count == transfer.bytes.count
        ? describe(
          sender?.firmware ?? "", sender?.dialect ?? "", transfer.direction, transfer.bytes)
        : nil
      return EvidenceLine(
        kind: .frame, seconds: seconds, way: way,
        text: Visible.hexadecimal(transfer.bytes, of: count), decoded: decoded ?? "",
        board: transfer.board, isSent: transfer.direction == .out)
    case .raw(let transfer, let count, let writes):
      let pieces = writes > 1 ? ", in \(writes) writes" : ""
      return EvidenceLine(
        kind: .frame, seconds: seconds, way: "→ \(transfer.board)",
        text: Visible.hexadecimal(transfer.bytes, of: count),
        decoded: "\(count) bytes past the framing\(pieces)", board: transfer.board, isSent: true)
    case .failure(let assertion):
      // The sentence of the only one stands above its frames.
      let sentence =
        "\(assertion.requirement): expected \(assertion.expected), got \(assertion.got)"
      return EvidenceLine(
        kind: .failure, seconds: seconds, way: "!!",
        text: attempt.failures.count == 1 ? "here it failed" : sentence)
    case .step(let text): return EvidenceLine(kind: .step, seconds: seconds, way: "", text: text)
    case .remark(let text):
      return EvidenceLine(kind: .remark, seconds: seconds, way: "", text: text)
    case .link(let text, let link):
      return EvidenceLine(
        kind: .link(link), seconds: seconds, way: link == .ending ? "!!" : "", text: text)
    }
  }
}

extension EvidenceLine {
  fileprivate static func gap(_ count: Int) -> EvidenceLine {
    EvidenceLine(kind: .gap, seconds: "", way: "", text: "… \(count) more")
  }
}

extension Moment.Kind {
  /// Whether it went over a link, or is one that was opened or closed.
  fileprivate var isTraffic: Bool {
    switch self {
    case .frame, .raw, .link: true
    case .failure, .step, .remark: false
    }
  }
}
