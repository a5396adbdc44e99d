import LabRuntime
import Links

/// How an accessory answers stops, as a run has seen it.
struct StopAnswers {
  /// A session may be going on: the next stop is no idle one.
  private var mayRange = true
  private var idleSilences = 0
  private var idleAnswer = false
  /// An answer has come later than a silence lasts.
  private(set) var areLate = false
  /// Fences in which a stop was answered behind the initialize that came after it, and nothing else
  /// followed.
  private var lateFences = 0
  /// Each stop that is not answered, on the open link: when it was sent, and whether nothing was to start
  /// between the stop before it and this one.
  private var owed: [(at: LabInstant, isIdle: Bool)] = []
  private var startsSinceStop = false
  /// When the last stop was sent.
  private(set) var last: LabInstant?
  private weak var link: FrameLink?

  /// Whether this stop is an idle one, and the board has never answered such a stop.
  var ignoresIdle: Bool { !mayRange && !idleAnswer && !areLate && idleSilences >= 2 }

  /// Whether it is known that stops are answered behind what comes after them, and that nothing else
  /// is.
  var areKnownLate: Bool { areLate && lateFences >= 2 }

  /// A fence has ended, whose stop was answered behind its initialize.
  mutating func noteLateFence(isClean: Bool) { lateFences = isClean ? lateFences + 1 : 0 }

  /// A session may begin.
  mutating func noteStart() { (mayRange, startsSinceStop) = (true, true) }

  /// A stop was sent, over `link`: what was owed over one before it never comes.
  mutating func noteStop(over link: FrameLink, at now: LabInstant) {
    if self.link !== link { owed = [] }
    self.link = link
    owed.append((now, isIdle: !startsSinceStop))
    startsSinceStop = false
    last = now
  }

  /// The accessory was brought to rest by a stop.
  mutating func noteRest(isAnswered: Bool) {
    if !mayRange {
      if isAnswered { idleAnswer = true } else { idleSilences += 1 }
    }
    mayRange = false
  }

  /// Whether a stop that was sent within `limit` is not answered.
  func isOwed(at now: LabInstant, within limit: Duration) -> Bool {
    owed.contains { $0.at.duration(to: now) <= limit }
  }

  /// Takes a did-stop: whether it is the answer to a stop.
  ///
  /// One that comes later than `limit` breaks the rule of the cases that are about it. It is the answer all
  /// the same, up to twice that, where no other stop is owed one: it says nothing of what is asked then.
  mutating func take(at now: LabInstant, within limit: Duration, silence: Duration) -> Bool {
    owed.removeAll { $0.at.duration(to: now) > limit * 2 }
    guard !owed.isEmpty else { return false }
    let stop = owed.remove(at: owed.firstIndex { $0.at.duration(to: now) <= limit } ?? 0)
    // Of one that answers no idle stop it may belong to a later one, that of a session, or to none.
    let (time, isCertain) = (stop.at.duration(to: now), owed.allSatisfy(\.isIdle))
    if isCertain, time > silence, time <= limit { areLate = true }
    return true
  }
}
