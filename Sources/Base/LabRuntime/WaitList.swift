/// Something that a task of a lab waits for at this moment.
public struct AwaitedThing: Hashable, Sendable {
  /// The awaited object and its source, such as `a frame of lock`.
  public var label: String
  /// Since when; of several waits for the same thing, the longest.
  public var since = LabInstant.zero
  /// How many wait for it.
  public var count = 1
  /// Whether it tells nothing about what is going on: all that wait for it were marked by
  /// ``Lab/inBackground(_:)``.
  public var isBackground = false

  /// The label, with the count where several wait.
  public var words: String { count > 1 ? "\(label) (\(count) times)" : label }
}

/// The waiting tasks, in slots that are used again.
struct WaitList {
  private struct Wait {
    var waiter: Waiter
    var since: LabInstant
    var isBackground: Bool
  }

  private var slots: [Wait?] = []
  private var free: [Int] = []

  mutating func add(_ waiter: Waiter, at now: LabInstant, isBackground: Bool) -> Int {
    let wait = Wait(waiter: waiter, since: now, isBackground: isBackground)
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

  /// The awaited objects, sorted by label, each label once.
  func things() -> [AwaitedThing] {
    let waiting = slots.compactMap { $0 }.sorted {
      ($0.waiter.label, $0.since) < ($1.waiter.label, $1.since)
    }
    var result: [AwaitedThing] = []
    for wait in waiting {
      if result.last?.label == wait.waiter.label {
        result[result.count - 1].count += 1
        result[result.count - 1].isBackground =
          result[result.count - 1].isBackground && wait.isBackground
      } else {
        result.append(
          AwaitedThing(
            label: wait.waiter.label, since: wait.since, isBackground: wait.isBackground))
      }
    }
    return result
  }
}
