import Journal

extension RunReport.Builder {
  mutating func link(_ change: Event.BoardChange, _ what: String, at time: Int64) {
    let board = RunReport.Board(
      name: change.board, identity: change.identity, isVirtual: change.virtual,
      firmware: change.firmware ?? "", dialect: change.dialect ?? "")
    if let index = report.boards.firstIndex(where: { $0.name == board.name }) {
      // A board may be opened before it has said what it is.
      if !board.identity.isEmpty { report.boards[index].identity = board.identity }
      if !board.firmware.isEmpty { report.boards[index].firmware = board.firmware }
      if !board.dialect.isEmpty { report.boards[index].dialect = board.dialect }
    } else {
      report.boards.append(board)
    }
    let reason = change.reason.isEmpty ? "" : ": \(change.reason)"
    for index in running where report.instances[index].boards.contains(change.board) {
      if change.reason == Event.BoardChange.linkEnded {
        report.instances[index].changeLast { $0.hasLostLink = true }
      }
      moment(
        .link("\(change.board) \(what)\(reason)", change.isEnding ? .ending : .change), index,
        at: time)
    }
  }

  mutating func begin(_ recovery: Event.RecoveryStarted, at time: Int64) {
    if report.recoveries.count < Self.maximumRecoveries {
      report.recoveries.append(
        RunReport.Recovery(
          board: recovery.board, rung: recovery.rung, fault: recovery.reason.clipped,
          touches: recovery.touches))
    }
    let touches = recovery.touches.isEmpty ? "" : " (\(recovery.touches.joined(separator: ", ")))"
    note("recovery of \(recovery.board) by \(recovery.rung)\(touches)", recovery.board, time)
  }

  mutating func end(_ recovery: Event.RecoveryFinished, at time: Int64) {
    if let index = report.recoveries.lastIndex(where: {
      $0.board == recovery.board && $0.rung == recovery.rung && $0.ok == nil
    }) {
      report.recoveries[index].ok = recovery.ok
      report.recoveries[index].reason = recovery.reason.clipped
    }
    let result = recovery.ok ? "\(recovery.board) is ready again" : recovery.reason
    note("recovery by \(recovery.rung): \(result)", recovery.board, time)
  }

  mutating func image(_ json: JSONValue) {
    guard let board = json["board"]?.string, let name = json["image"]?.string,
      report.images.count < Self.maximumImages
    else { return }
    report.images.append(
      (board.clipped, name.clipped, (json["sha256"]?.string ?? "unknown").clipped))
  }

  mutating func note(_ transfer: Event.Transfer, at time: Int64) {
    // A board without events has nothing to draw.
    guard let board = traffic(of: transfer.board) else { return }
    let isRound =
      report.boards[board].firmware == "uci" && transfer.direction == .in
      && BoardTraffic.isRound(transfer.bytes)
    report.traffic[board].add(transfer, at: time, round: isRound ? round(transfer) : nil)
    if report.boards[board].firmware == "uci", transfer.direction == .out {
      report.traffic[board].add(BoardTraffic.zones(transfer.bytes))
    }
  }

  /// The borders of a zone, at the boards that may measure a distance in the case.
  mutating func take(_ zone: Event.Zone) {
    guard let index = owner(zone.instance), let cast = casts[index] else { return }
    for board in cast.compactMap({ traffic(of: $0) }) {
      report.traffic[board].add([
        BoardTraffic.Zone(name: "zone entered", metres: zone.enter),
        BoardTraffic.Zone(name: "zone left", metres: zone.leave),
      ])
    }
  }

  /// Where the traffic of a board stands; nil for a board without events.
  private mutating func traffic(of name: String) -> Int? {
    guard let board = report.boards.firstIndex(where: { $0.name == name }) else { return nil }
    while report.traffic.count <= board {
      report.traffic.append(BoardTraffic(board: report.boards[report.traffic.count].name))
    }
    return board
  }

  private func round(_ transfer: Event.Transfer) -> BoardTraffic.Round {
    let peer = peer(of: transfer.board)
    return BoardTraffic.Round(
      bytes: transfer.bytes, peer: peer,
      truth: peer.flatMap { report.room.truth(from: transfer.board, to: $0) })
  }

  /// The one other board with a place in what a board is doing; nil where there are several.
  private func peer(of board: String) -> String? {
    var peers: Set<String> = []
    for index in running {
      guard let cast = casts[index], cast.contains(board) else { continue }
      peers.formUnion(cast)
    }
    peers.remove(board)
    let placed = peers.filter { report.room.place(of: $0) != nil }
    return placed.count == 1 ? placed.first : nil
  }

  /// What was done to get a board back, for each instance that runs on it.
  mutating func note(_ text: String, _ board: String, _ time: Int64) {
    for index in running where report.instances[index].boards.contains(board) {
      moment(.link(text.clipped, .recovery), index, at: time)
    }
  }

  mutating func identify(_ change: Event.BoardChange) {
    guard let index = report.boards.firstIndex(where: { $0.name == change.board }) else { return }
    if let dialect = change.dialect { report.boards[index].dialect = dialect }
  }
}
