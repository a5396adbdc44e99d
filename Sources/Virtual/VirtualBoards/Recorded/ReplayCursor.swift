import LabRuntime

/// Plays one recorded exchange against a host, as a pure value.
///
/// Bytes of the recorded board come when the host has sent those before them, after the time
/// that the board took.
struct ReplayCursor: Replay {
  let exchange: RecordedExchange
  /// The next entry of the host's that is compared.
  private var host = 0
  private var offset = 0
  private var agreed = 0
  /// Where the host left the recording: from there on nothing is comparable.
  private var found: ReplayDifference?
  private var board = 0
  private var lastHost: LabInstant
  private var lastBoard: LabInstant

  init(_ exchange: RecordedExchange, at now: LabInstant) {
    self.exchange = exchange
    lastHost = now
    lastBoard = now
  }

  mutating func opened(at now: LabInstant) {
    lastHost = max(lastHost, now)
    let entries = exchange.entries
    // An exchange whose recording began with the link open has no entry for it.
    guard let place = entries[max(host, board)...].firstIndex(where: { $0.happening == .opened })
    else { return }
    guard !entries[host..<place].contains(where: \.isOfHost) else { return }
    host = place + 1
    board = place + 1
    offset = 0
    lastBoard = now
  }

  /// The host sends.
  ///
  /// - Returns: where that is not what was recorded; the first such place, however often the host
  ///   tries again.
  mutating func heard(_ bytes: [UInt8], at now: LabInstant) -> ReplayDifference? {
    if found == nil { found = compare(bytes, at: now) }
    // What the host has done is not looked at again for the board's next entry: there may be thousands.
    while board < host, !exchange.entries[board].isOfBoard { board += 1 }
    return found
  }

  private mutating func compare(_ bytes: [UInt8], at now: LabInstant) -> ReplayDifference? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let entries = exchange.entries
      while host < entries.count, !entries[host].isOfHost { host += 1 }
      guard host < entries.count, case .host(let recorded) = entries[host].happening else {
        return difference([], Array(rest))
      }
      let expected = recorded[offset...]
      let alike = zip(expected, rest).prefix { $0 == $1 }.count
      agreed += alike
      offset += alike
      rest = rest.dropFirst(alike)
      if offset == recorded.count {
        host += 1
        offset = 0
        lastHost = now
      } else if !rest.isEmpty {
        return difference(Array(recorded[offset...]), Array(rest))
      }
    }
    return nil
  }

  var due: LabInstant? {
    guard let next = nextOfBoard else { return nil }
    let previous =
      next > 0 && exchange.entries[next - 1].isOfBoard ? lastBoard : max(lastHost, lastBoard)
    return previous.advanced(by: .microseconds(exchange.gap(before: next)))
  }

  mutating func take(at now: LabInstant) -> RecordedExchange.Happening? {
    guard let next = nextOfBoard else { return nil }
    board = next + 1
    lastBoard = now
    return exchange.entries[next].happening
  }

  /// The board's next entry, if the host has sent everything before it.
  private var nextOfBoard: Int? {
    let entries = exchange.entries
    var next = board
    while next < entries.count, !entries[next].isOfBoard {
      // The host is still to do this.
      if next >= host { return nil }
      next += 1
    }
    return next < entries.count ? next : nil
  }

  private func difference(_ recorded: [UInt8], _ sent: [UInt8]) -> ReplayDifference {
    ReplayDifference(exchange: exchange.name, agreed: agreed, recorded: recorded, sent: sent)
  }
}

extension RecordedExchange.Entry {
  var isOfHost: Bool { if case .host = happening { true } else { false } }

  var isOfBoard: Bool {
    switch happening {
    case .board, .ended: true
    case .host, .opened: false
    }
  }
}
