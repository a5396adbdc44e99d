/// Which instance runs next: the first of the plan whose boards are all free.
///
/// A board belongs to one instance at a time, and so does the phone's radio. All boards of an
/// instance are taken at once and given back at once, so that no instance waits holding one.
struct Schedule {
  /// An instance and what it holds until it is given back.
  struct Claim: Sendable {
    let instance: Instance
    fileprivate let boards: [String]
  }

  /// The instances that need the same boards, in order: only their first can be the next. A bench
  /// has few of these queues, however many instances the plan has.
  private struct Queue {
    let boards: [String]
    var instances: [(place: Int, instance: Instance)] = []
    var head = 0

    var first: (place: Int, instance: Instance)? {
      head < instances.count ? instances[head] : nil
    }
  }

  private var queues: [Queue] = []
  private var held: [String] = []
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
    var places: [[String]: Int] = [:]
    for (place, instance) in instances.enumerated() {
      let helpers = Self.radios(of: instance.case, among: phoneRadios)
      // What is skipped touches no board.
      let boards = instance.skip == nil ? instance.boardNames + helpers : []
      let index = places[boards] ?? queues.count
      if index == queues.count {
        places[boards] = index
        queues.append(Queue(boards: boards))
      }
      queues[index].instances.append((place, instance))
    }
  }

  /// Those of the boards that can be the phone's radio which the instances of a case take.
  static func radios(of testCase: Case, among phoneRadios: [String]) -> [String] {
    if testCase.needs.contains(where: \.usesEveryRadio) { return phoneRadios }
    return testCase.needs.contains(where: \.usesRadio) ? Array(phoneRadios.prefix(1)) : []
  }

  /// The next one that can run now; nil while none can, or when none is left.
  mutating func next() -> Claim? {
    guard running < jobs else { return nil }
    var best: (place: Int, queue: Int, instance: Instance)?
    for (index, queue) in queues.enumerated() {
      guard let first = queue.first, best.map({ first.place < $0.place }) ?? true,
        queue.boards.allSatisfy({ !held.contains($0) })
      else { continue }
      best = (first.place, index, first.instance)
    }
    guard let best else { return nil }
    queues[best.queue].head += 1
    held += queues[best.queue].boards
    running += 1
    return Claim(instance: best.instance, boards: queues[best.queue].boards)
  }

  /// Takes back what an instance held.
  mutating func giveBack(_ claim: Claim) {
    running -= 1
    held.removeAll { claim.boards.contains($0) }
  }
}
