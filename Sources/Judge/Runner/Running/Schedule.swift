/// Which instance runs next: the first of the plan whose boards are all free.
///
/// A board belongs to one instance at a time, and so does the phone's radio. All boards of an
/// instance are taken at once and given back at once, so that no instance waits holding one.
///
/// The instances that need the same boards are a queue, of which only the first can be the next. A
/// queue is either open (its boards may be free) or parked at a board that it was found to need and
/// that was held. What is parked at a board is in order; when the board is free again, the first of
/// it is opened, and the next one as soon as that one is parked elsewhere: so the work for an
/// instance does not grow with the boards of the rig.
struct Schedule {
  /// An instance and what it holds until it is given back.
  struct Claim: Sendable {
    let instance: Instance
    fileprivate let boards: [Int]
    fileprivate let queue: Int
  }

  private struct Queue {
    let boards: [Int]
    var instances: [(place: Int, instance: Instance)] = []
    var head = 0

    var place: Int? { head < instances.count ? instances[head].place : nil }
  }

  private struct Board {
    var isHeld = false
    var parked = PlaceHeap()
  }

  private var queues: [Queue] = []
  private var boards: [Board] = []
  private var open = PlaceHeap()
  private var running = 0
  private let jobs: Int

  /// The instances in the order in which they should run.
  ///
  /// - Parameters:
  ///   - phoneRadios: the boards that can be the phone's radio: instances which need it take the
  ///     first too, or all of them.
  ///   - jobs: instances at a time; nil for as many as the boards allow.
  init(_ instances: [Instance], phoneRadios: [String], jobs: Int?) {
    self.jobs = max(1, jobs ?? .max)
    var numbers: [String: Int] = [:]
    var places: [[Int]: Int] = [:]
    for (place, instance) in instances.enumerated() {
      let helpers = Self.radios(of: instance.case, among: phoneRadios)
      // What is skipped touches no board.
      let names = instance.skip == nil ? instance.boardNames + helpers : []
      let needed = names.map { name in
        let number = numbers[name] ?? numbers.count
        numbers[name] = number
        return number
      }
      let index = places[needed] ?? queues.count
      if index == queues.count {
        places[needed] = index
        queues.append(Queue(boards: needed))
        open.add(place: place, queue: index)
      }
      queues[index].instances.append((place, instance))
    }
    boards = Array(repeating: Board(), count: numbers.count)
  }

  /// Those of the boards that can be the phone's radio which the instances of a case take.
  static func radios(of testCase: Case, among phoneRadios: [String]) -> [String] {
    if testCase.needs.contains(where: \.usesEveryRadio) { return phoneRadios }
    return testCase.needs.contains(where: \.usesRadio) ? Array(phoneRadios.prefix(1)) : []
  }

  /// The next one that can run now; nil while none can, or when none is left.
  mutating func next() -> Claim? {
    guard running < jobs else { return nil }
    while let (place, index) = open.takeFirst() {
      let needed = queues[index].boards
      if let held = needed.first(where: { boards[$0].isHeld }) {
        boards[held].parked.add(place: place, queue: index)
        // It may have been the one that was opened when another of its boards became free.
        for board in needed where !boards[board].isHeld { openFirst(of: board) }
        continue
      }
      let instance = queues[index].instances[queues[index].head].instance
      queues[index].head += 1
      for board in needed { boards[board].isHeld = true }
      running += 1
      return Claim(instance: instance, boards: needed, queue: index)
    }
    return nil
  }

  /// Takes back what an instance held.
  mutating func giveBack(_ claim: Claim) {
    running -= 1
    for board in claim.boards {
      boards[board].isHeld = false
      openFirst(of: board)
    }
    if let place = queues[claim.queue].place { open.add(place: place, queue: claim.queue) }
  }

  private mutating func openFirst(of board: Int) {
    guard let (place, queue) = boards[board].parked.takeFirst() else { return }
    open.add(place: place, queue: queue)
  }
}

/// Queues by the place of their first instance, the smallest first.
private struct PlaceHeap {
  private var items: [(place: Int, queue: Int)] = []

  mutating func add(place: Int, queue: Int) {
    items.append((place, queue))
    var child = items.count - 1
    while child > 0, items[child].place < items[(child - 1) / 2].place {
      items.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func takeFirst() -> (place: Int, queue: Int)? {
    guard let first = items.first, let last = items.popLast() else { return nil }
    guard !items.isEmpty else { return first }
    items[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < items.count && items[child].place < items[least].place {
        least = child
      }
      guard least != parent else { return first }
      items.swapAt(parent, least)
      parent = least
    }
  }
}
