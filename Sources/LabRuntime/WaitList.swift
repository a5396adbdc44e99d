/// Who waits for what, in slots that are used again.
struct WaitList {
  private var slots: [Waiter?] = []
  private var free: [Int] = []

  mutating func add(_ waiter: Waiter) -> Int {
    if let slot = free.popLast() {
      slots[slot] = waiter
      return slot
    }
    slots.append(waiter)
    return slots.count - 1
  }

  mutating func remove(_ slot: Int) {
    slots[slot] = nil
    free.append(slot)
  }

  /// The labels, sorted, each once with its count.
  func labels() -> [String] {
    let waiting = slots.compactMap { $0?.label }.sorted()
    var result: [(label: String, count: Int)] = []
    for label in waiting {
      if result.last?.label == label {
        result[result.count - 1].count += 1
      } else {
        result.append((label, 1))
      }
    }
    return result.map { $0.count > 1 ? "\($0.label) (\($0.count) times)" : $0.label }
  }
}
