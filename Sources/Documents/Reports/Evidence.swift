import Journal

/// One line of what happened around a failure, decoded: the same for all documents.
struct EvidenceLine {
  enum Kind: Equatable {
    case frame, failure, step, remark
    case link(Moment.Link)
  }
  let kind: Kind
  let seconds: String
  /// `board → rig` or the other way; empty for what is no frame.
  let way: String
  /// Hexadecimal of a frame, else the sentence.
  let text: String
  /// The decoded frame; empty where it cannot be decoded.
  let decoded: String
}

extension RunReport {
  func evidence(_ attempt: Attempt, _ describe: FrameDescriber) -> [EvidenceLine] {
    attempt.moments.kept.map { moment in
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
          text: Visible.hexadecimal(transfer.bytes, of: count), decoded: decoded ?? "")
      case .failure(let assertion):
        return EvidenceLine(
          kind: .failure, seconds: seconds, way: "",
          text:
            "\(assertion.requirement): expected \(assertion.expected), got \(assertion.got)",
          decoded: "")
      case .step(let text):
        return EvidenceLine(kind: .step, seconds: seconds, way: "", text: text, decoded: "")
      case .remark(let text):
        return EvidenceLine(kind: .remark, seconds: seconds, way: "", text: text, decoded: "")
      case .link(let text, let link):
        return EvidenceLine(kind: .link(link), seconds: seconds, way: "", text: text, decoded: "")
      }
    }
  }
}
