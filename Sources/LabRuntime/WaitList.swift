/// Something that a task of a lab waits for at this moment.
public struct AwaitedThing: Hashable, Sendable {
  /// What is awaited, and of whom, such as `a frame of lock`.
  public var label: String
  /// Since when; of several waits for the same thing, the longest.
  public var since: LabInstant
  /// How many wait for it.
  public var count: Int

  /// The label, with the count where several wait.
  public var words: String { count > 1 ? "\(label) (\(count) times)" : label }
}

/// Who waits for what, in slots that are used again.
struct WaitList {
  private struct Wait {
    var waiter: Waiter
    var since: LabInstant
  }

  private var slots: [Wait?] = []
  private var free: [Int] = []

  mutating func add(_ waiter: Waiter, at now: LabInstant) -> Int {
    let wait = Wait(waiter: waiter, since: now)
    if let slot = free.popLast() {
      slots[slot] = wait
      return slot
    }
    slots.append(wait)
    return slots.count - 1
  }

  mutating func remove(_ slot: Int) {
    slots[slot] = nil
    free.append(slot)
  }

  /// What is awaited, sorted by label, each label once.
  func things() -> [AwaitedThing] {
    let waiting = slots.compactMap { $0 }.sorted {
      ($0.waiter.label, $0.since) < ($1.waiter.label, $1.since)
    }
    var result: [AwaitedThing] = []
    for wait in waiting {
      if result.last?.label == wait.waiter.label {
        result[result.count - 1].count += 1
      } else {
        result.append(AwaitedThing(label: wait.waiter.label, since: wait.since, count: 1))
      }
    }
    return result
  }
}
