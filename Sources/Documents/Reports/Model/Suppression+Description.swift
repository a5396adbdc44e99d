import Journal

extension Event.Suppression {
  var subject: String {
    switch (cases, board) {
    case (let cases?, let board?): "\(cases) on \(board)"
    case (let cases?, nil): cases
    case (nil, let board?): "everything on \(board)"
    case (nil, nil): "everything"
    }
  }

  var description: String {
    let day = list == .quarantine ? "to be reviewed by \(date)" : "accepted on \(date)"
    let use = matches == 0 ? "; applies to nothing here" : ""
    return "\(subject): \(reason) (\(link)), \(day)\(use)"
  }

  /// The entry of a quarantine that is past its day, and what to do.
  var overdue: String {
    "the quarantine of \(subject) was to be reviewed by \(date): \(reason) (\(link)); fix the "
      + "fault and remove the entry, or give it another day"
  }
}

extension RunReport.Recovery {
  var result: String {
    let result =
      switch ok {
      case true?: "ready again"
      case false?: reason.isEmpty ? "not ready" : reason
      case nil: "the journal ends before"
      }
    let touches = touches.isEmpty ? "" : " (\(touches.joined(separator: ", ")))"
    return "\(result)\(touches); it was for \(fault)"
  }
}
