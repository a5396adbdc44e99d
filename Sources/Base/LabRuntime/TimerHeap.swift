/// Waiters by deadline, earliest first; equal deadlines in order of arrival.
struct TimerHeap {
  private struct Entry {
    let deadline: LabInstant
    let order: UInt64
    let waiter: Waiter
  }

  private var entries: [Entry] = []
  private var arrivals: UInt64 = 0

  /// The deadline of the first waiter that still waits; drops those in front that do not.
  mutating func nextDeadline() -> LabInstant? {
    while let first = entries.first {
      if !first.waiter.isDone { return first.deadline }
      removeFirst()
    }
    return nil
  }

  mutating func insert(_ waiter: Waiter, deadline: LabInstant) {
    // Waits that ended early stay until their time comes: sweep when they could be most of the heap.
    if entries.count > 64, entries.count == entries.capacity { sweep() }
    entries.append(Entry(deadline: deadline, order: arrivals, waiter: waiter))
    arrivals += 1
    siftUp(entries.count - 1)
  }

  mutating func popDue(_ now: LabInstant) -> [Waiter] {
    var due: [Waiter] = []
    while let first = entries.first, first.deadline <= now {
      due.append(first.waiter)
      removeFirst()
    }
    return due
  }

  private mutating func sweep() {
    let kept = entries.filter { !$0.waiter.isDone }
    guard kept.count < entries.count else { return }
    // Sorted by deadline and order is a valid heap.
    entries.removeAll(keepingCapacity: true)
    entries.append(contentsOf: kept.sorted(by: Self.precedes))
  }

  private static func precedes(_ left: Entry, _ right: Entry) -> Bool {
    left.deadline == right.deadline ? left.order < right.order : left.deadline < right.deadline
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard Self.precedes(entries[child], entries[parent]) else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func removeFirst() {
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    var parent = 0
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < entries.count && Self.precedes(entries[child], entries[smallest]) {
        smallest = child
      }
      guard smallest != parent else { return }
      entries.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
