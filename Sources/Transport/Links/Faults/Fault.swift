import LabRuntime
import Notation

/// One thing that goes wrong on a virtual bench, with how much of it, and where.
public struct Fault: Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault.
  public let kind: Kind
  /// How much of it, in the kind's own unit.
  public let amount: Amount
  /// The byte of a board's traffic at which it strikes, both directions counted together; nil
  /// leaves it to the seed, and is the only way for what does not strike once.
  public let offset: Int?

  /// How much of a fault.
  public enum Amount: Hashable, Sendable {
    /// A plain number: a probability, bytes, parts per million or metres.
    case number(Double)
    case time(Duration)
  }

  /// A fault; its kind's usual amount where none is given.
  public init(_ kind: Kind, amount: Amount? = nil, at offset: Int? = nil) {
    self.kind = kind
    self.amount = amount ?? kind.usual
    self.offset = kind.strikesOnce ? offset : nil
  }

  /// The amount as a number; 0 for a span of time.
  public var number: Double { if case .number(let number) = amount { number } else { 0 } }

  /// The amount as a span of time; nothing for a number.
  public var time: Duration { if case .time(let time) = amount { time } else { .zero } }

  /// The fault as rig files and command lines write it, such as `close=50ms@37`.
  public var description: String {
    var text = kind.rawValue
    if amount != kind.usual {
      switch amount {
      case .number(let number) where number == number.rounded() && abs(number) < 1e9:
        text += "=\(Int(number))"
      case .number(let number): text += "=\(number)"
      case .time(let time): text += "=\(DurationText.format(time))"
      }
    }
    if let offset { text += "@\(offset)" }
    return text
  }
}

extension Fault {
  /// A kind of fault, by its name in rig files.
  public enum Kind: String, CaseIterable, Sendable, Hashable {
    // What a protocol over a stream must tolerate.

    /// What is sent arrives in pieces of at most this many bytes.
    case fragmentation
    /// Each transfer is cut in two after this many bytes.
    case split
    /// What is sent within so long arrives together.
    case coalescing
    /// Everything arrives so much later.
    case delay
    /// Everything arrives up to so much later, each piece differently.
    case jitter
    /// A sender waits so long before its bytes are taken.
    case backPressure = "back-pressure"
    case slowBoard = "slow-board"
    /// The board's clock runs up to this many parts per million too fast or too slow.
    case clockDrift = "clock-drift"
    /// Rounds of the radio in which nothing is heard, by their share.
    case radioLoss = "radio-loss"
    /// Something stands between the boards: weaker signals, no line of sight.
    case obstacles
    /// Another phone ranges in the same room and knocks at every link that is in use.
    case secondPhone = "second-phone"

    // What it need not.

    /// Distances that a reflection makes longer by this many metres, one in ten.
    case multipath
    /// Bytes that vanish, by their share.
    case loss = "byte-loss"
    /// Bytes that arrive as others, by their share.
    case corruption
    /// Transfers that arrive twice, by their share.
    case duplication
    /// Stray bytes, by their share.
    case insertion
    /// Transfers that arrive after the next one, by their share.
    case reordering
    /// Both sides have different ideas of the line rate, from a byte on.
    case baudMismatch = "baud-mismatch"
    /// Nothing moves for so long.
    case stall
    /// From one byte on nothing arrives any more, without notice.
    case halfOpen = "half-open"
    /// The link closes, and refuses connections for a time.
    case close
    /// The link closes; after so long the board is there again under another name.
    case reopenRenamed = "reopen-renamed"
    /// The board restarts behind a link that stays open, and is away for so long.
    case resetSilent = "reset-silent"
    /// The same, and it sends a banner.
    case resetBanner = "reset-banner"
    /// The supply breaks down in the middle of a message, for so long.
    case brownOut = "brown-out"
    /// The board takes what is sent and does nothing for so long.
    case stuck

    /// Whether a healthy board under a little of it must still pass: the protocol says how to cope.
    public var isTolerated: Bool { traits.tolerance != .none }
    /// Whether it strikes a board once in a world.
    public var strikesOnce: Bool { traits.scope == .once }
    /// Whether bytes that were sent together may be read apart.
    public var takesApart: Bool { self == .fragmentation || self == .split }
    /// Whether it is a matter of the room and not of a link.
    public var isOfTheRoom: Bool { traits.scope == .room }
    /// The amount where none is given.
    public var usual: Amount { traits.usual }
  }
}
