/// A place of a coordinator as a lease sees it: who has it, who waits for it, whether it can be
/// had.
public struct LeasedPlace: Hashable, Sendable {
  /// Its name.
  public var name: String
  /// The name under which it is held; nil for a place that is free.
  public var owner: String? {
    didSet { holder = owner.flatMap { LeaseOwner($0) } }
  }
  /// The same, where its lease heals.
  public private(set) var holder: LeaseOwner?
  /// Its tags: those of the bench, and the marks of leases (``LeaseMark``).
  public var tags: [String: String] {
    didSet { queue = Self.queue(tags) }
  }
  /// Those who wait for it, the first in front.
  public private(set) var queue: [LeaseTicket]
  /// What exporters say of its kits, as `firmware=uci`: good for a want as a tag is.
  public var abilities: Set<String>
  /// Whether each of its patterns has a resource that is there. The coordinator gives away a place
  /// whose kit is unplugged; a lease does not take it.
  public var isComplete: Bool

  /// A place.
  public init(
    name: String, owner: String? = nil, tags: [String: String] = [:],
    abilities: Set<String> = [], isComplete: Bool
  ) {
    self.name = name
    self.owner = owner
    holder = owner.flatMap { LeaseOwner($0) }
    self.tags = tags
    queue = Self.queue(tags)
    self.abilities = abilities
    self.isComplete = isComplete
  }

  /// For how long at most anyone may hold it; nil for any time.
  public var limit: Duration? {
    guard let text = tags[LeaseMark.limit], let seconds = Int(text), (1...1 << 31).contains(seconds)
    else { return nil }
    return .seconds(seconds)
  }

  private static func queue(_ tags: [String: String]) -> [LeaseTicket] {
    tags.compactMap { LeaseTicket(key: $0.key, value: $0.value) }.sorted()
  }
}

/// The tags that leases write at places. Every client of a coordinator sees them, and labgrid's own
/// leaves them alone.
public enum LeaseMark {
  /// Counts up while the owner of the place lives.
  public static let beat = "uwbrig_beat"
  /// Since when the place is held, in seconds since 1970.
  public static let since = "uwbrig_since"
  /// For how many seconds at most its owner holds it.
  public static let span = "uwbrig_for"
  /// For how many seconds it was usually held.
  public static let usual = "uwbrig_usual"
  /// For how many seconds at most anyone may hold it: the word of the bench's owner.
  public static let limit = "uwbrig_limit"
  /// The prefix of a waiting client's name.
  static let ticket = "uwbrig_waits_"

  /// The marks of one who holds a place.
  static let ofHolder = [beat, since, span]

  /// Whether a tag is one of a lease, or one who waits.
  public static func isMark(_ key: String) -> Bool {
    ofHolder.contains(key) || key.hasPrefix(ticket)
  }

  /// Whether a tag is written by leases and tells nothing of the bench.
  public static func isHidden(_ key: String) -> Bool { isMark(key) || key == usual }
}

/// The name under which a place is held: `host/user`, as labgrid has it, with a mark that says
/// that its lease heals, and a word of its own. No two programs have the same.
public struct LeaseOwner: Hashable, Sendable, CustomStringConvertible {
  private static let mark = ".uwbrig-"
  /// The whole name.
  public let description: String
  /// The unique word of this owner.
  public let word: String

  /// A name for one program; `word` has letters and digits alone.
  public init(host: String, user: String, word: String) {
    self.word = word
    func part(_ text: String) -> String {
      let kept = text.unicodeScalars.prefix(64).map { scalar in
        scalar.isASCII && scalar.value > 0x20 && scalar.value != 0x7F && scalar != "/"
          ? Character(scalar) : "-"
      }
      return kept.isEmpty ? "unknown" : String(kept)
    }
    description = "\(part(host))/\(part(user))\(Self.mark)\(word)"
  }

  /// Reads a name; nil for one whose lease does not heal, such as those of `labgrid-client`.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let user = parts.last else { return nil }
    // The last mark counts: a user may have it in the name.
    let (bytes, mark) = (Array(user.utf8), Array(Self.mark.utf8))
    var begin = bytes.count - mark.count
    while begin >= 0, !bytes[begin...].starts(with: mark) { begin -= 1 }
    guard begin >= 0 else { return nil }
    let word = String(decoding: bytes[(begin + mark.count)...], as: UTF8.self)
    guard !word.isEmpty, word.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { return nil }
    self.word = word
    description = text
  }
}

/// A client's position in a queue. Numbers are drawn one above the highest that is seen, so that
/// the same two tickets stand in the same order at every place.
public struct LeaseTicket: Hashable, Sendable, Comparable {
  /// Who waits: the owner's own word.
  public var word: String
  /// The number that was drawn.
  public var number: Int
  /// Counts up while the one who waits lives.
  public var beat: Int

  /// A ticket.
  public init(word: String, number: Int, beat: Int) {
    self.word = word
    self.number = number
    self.beat = beat
  }

  init?(key: String, value: String) {
    guard key.hasPrefix(LeaseMark.ticket) else { return nil }
    let numbers = value.split(separator: "_", omittingEmptySubsequences: false)
    guard numbers.count == 2, let number = Int(numbers[0]), let beat = Int(numbers[1]),
      number >= 0, number < 1 << 48
    else { return nil }
    self.init(word: String(key.dropFirst(LeaseMark.ticket.count)), number: number, beat: beat)
  }

  /// The tag of the ticket.
  public var key: String { LeaseMark.ticket + word }
  /// The value of that tag.
  public var value: String { "\(number)_\(beat)" }

  /// Smaller is earlier.
  public static func < (left: LeaseTicket, right: LeaseTicket) -> Bool {
    (left.number, left.word) < (right.number, right.word)
  }
}
