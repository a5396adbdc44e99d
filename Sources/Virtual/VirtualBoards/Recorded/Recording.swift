public import Errors
internal import Journal
public import Links
import WireFormat

/// The exchanges of one board, from the journal of a run or from a capture.
public struct Recording: Equatable, Sendable {
  /// Bytes of one board that are kept; a recording with more is refused.
  public static let mostBytes = 64 << 20

  /// The exchanges in order; those of a run are named like its instances.
  public internal(set) var exchanges: [RecordedExchange] = []
  /// Whether it says which instance an exchange belongs to; a capture does not.
  public private(set) var knowsInstances = true

  /// All of it as one exchange; what boards did together comes first, so that a session that is
  /// asked for finds one with a peer.
  public var whole: RecordedExchange {
    let together = exchanges.filter { $0.name.contains("+") }
    let alone = exchanges.filter { !$0.name.contains("+") }
    return RecordedExchange(
      name: exchanges.first?.name ?? "", entries: (together + alone).flatMap(\.entries))
  }

  /// Reads what a journal has of a board. What went over the link outside of any case belongs to
  /// the case before.
  ///
  /// A board that is not in it has no exchanges.
  ///
  /// The last line may be torn, as a run that was killed leaves it. A damaged line before others
  /// may have been anything that the board did, so that nothing can be said of what it should do.
  ///
  /// - Throws: ``RigError`` for a journal that cannot be read, is damaged, or has too much of the
  ///   board.
  public init(journal path: String, board: String) throws(RigError) {
    var size = 0
    var damage: (line: Int, reason: String)?
    var hasMore = false
    do throws(RigError) {
      var reader = try JournalReader(path: path)
      while let record = try reader.next() {
        hasMore = damage != nil
        guard !hasMore else { break }
        guard case .entry(let line) = record else {
          if case .damaged(let number, let reason) = record { damage = (number, reason) }
          continue
        }
        if let bytes = take(line, board: board) { size += bytes }
        guard size <= Self.mostBytes else { break }
      }
    } catch { throw RigError(.malformed, reason: "\(path): \(error.reason)") }
    if let damage, hasMore {
      throw RigError(
        .malformed,
        reason:
          "\(path): line \(damage.line): \(damage.reason): what \(board) did there is lost. Take a copy "
          + "that is whole, or record it again.")
    }
    guard size <= Self.mostBytes else {
      throw RigError(.malformed, reason: "\(path) has more than 64 MiB of \(board)")
    }
  }

  /// Takes an event; how many bytes it added.
  private mutating func take(_ line: JournalEntry, board: String) -> Int? {
    let time = line.microseconds
    switch line.event {
    case .caseStarted(let started):
      guard started.boards.contains(board) || started.radios.contains(board) else { return nil }
      exchanges.append(RecordedExchange(name: started.instance))
    case .caseFinished(let finished) where finished.wasHeldUp:
      if let last = exchanges.lastIndex(where: { $0.name == finished.instance }) {
        exchanges[last].wasHeldUp = true
      }
    case .boardOpened(let change):
      if change.board == board { add(.opened, at: time) }
    case .boardClosed(let change):
      if change.board == board, change.isEndedByBoard { add(.ended, at: time) }
    case .chunk(let transfer):
      guard transfer.board == board else { return nil }
      add(transfer.direction == .out ? .host(transfer.bytes) : .board(transfer.bytes), at: time)
      return transfer.bytes.count
    default: break
    }
    return nil
  }

  private mutating func add(_ happening: RecordedExchange.Happening, at time: Int64) {
    if exchanges.isEmpty { exchanges.append(RecordedExchange(name: "")) }
    exchanges[exchanges.count - 1].entries.append(.init(at: time, happening))
  }

  /// Reads a capture: UCI packets of any program, or the messages of an accessory as this program
  /// writes them.
  ///
  /// - Parameters:
  ///   - firmware: what the board speaks, as a rig file names it.
  ///   - cutter: puts messages that were captured without the framing of the link back into it.
  /// - Throws: ``RigError`` for something that is no capture, or has no packets with a direction.
  public init(
    capture bytes: [UInt8], named name: String, firmware: String = "uci",
    cutter: any FrameCutter = MessageCutter()
  ) throws(RigError) {
    let isUCI = firmware == "uci"
    var exchange = RecordedExchange(name: name)
    var reader = PcapngReader()
    do throws(WireError) {
      reader.feed(bytes)
      while let item = try reader.next() {
        guard case .packet(let packet, let interface) = item, let direction = packet.direction,
          isUCI
            ? interface.linkType == .firaUCI
            : interface.linkType == .user0 && interface.description.hasPrefix(firmware + ":")
        else { continue }
        let time = (packet.nanoseconds ?? 0) / 1000
        let bytes = isUCI ? packet.bytes : try cutter.wrap(packet.bytes)
        exchange.entries.append(
          .init(at: time, direction == .outbound ? .host(bytes) : .board(bytes)))
      }
    } catch { throw RigError(.malformed, reason: "\(name): \(error)") }
    guard !exchange.entries.isEmpty else {
      throw RigError(
        .malformed,
        reason: isUCI
          ? "\(name) has no UCI packets that say who sent them (link type 299)"
          : "\(name) has no messages of \(firmware) that say who sent them, as `uwbrig run` captures "
            + "them")
    }
    exchanges = [exchange]
    knowsInstances = false
  }
}
