import CInterposer
import Statistics

/// Nanoseconds and allocations of one call.
struct Cost {
  var nanoseconds: Double
  var allocations: Double
}

/// The median of numbers; not a number of nothing.
func median(_ numbers: [Double]) -> Double { numbers.median ?? .nan }

/// A percentile of numbers, such as 0.99; not a number of nothing.
func percentile(_ numbers: [Double], _ part: Double) -> Double { numbers.quantile(part) ?? .nan }

/// What one call of `body` costs, over `count` calls.
@inline(never)
func cost(_ count: Int, _ body: () -> Int) -> Cost {
  var sum = 0
  let allocations = interposer_allocations()
  let start = interposer_now_ns()
  for _ in 0..<count { sum &+= body() }
  let time = interposer_now_ns() - start
  let allocated = interposer_allocations() - allocations
  blackHole(sum)
  return Cost(
    nanoseconds: Double(time) / Double(count), allocations: Double(allocated) / Double(count))
}

/// Keeps the optimiser from dropping what nobody uses.
@inline(never)
func blackHole(_ value: Int) { if value == .min { print("") } }

/// Whether a benchmark of this name is wanted: one of the words on the command line is in it, or
/// there are none.
func isWanted(_ name: String) -> Bool {
  let words = CommandLine.arguments.dropFirst().map { $0.lowercased() }
  return words.isEmpty || words.contains { name.lowercased().contains($0) }
}

/// Runs two bodies in turn and prints the median of each and of their ratio, pair by pair.
///
/// A round takes 0.3 ms for both, less than a time slice: on a busy machine most rounds are left
/// alone, and neither side is interrupted more often than the other.
func compare(
  _ name: String, rounds: Int = 401, _ body: () -> Int, to reference: () -> Int
) {
  guard isWanted(name) else { return }
  var own: [Cost] = []
  var other: [Cost] = []
  let count = callsPerRound(body)
  let otherCount = callsPerRound(reference)
  for _ in 0..<rounds {
    own.append(cost(count, body))
    other.append(cost(otherCount, reference))
  }
  let ratios = zip(own, other).map { $0.nanoseconds / $1.nanoseconds }
  row(
    name, median(own.map(\.nanoseconds)), median(own.map(\.allocations)),
    median(other.map(\.nanoseconds)), median(other.map(\.allocations)), median(ratios))
}

private func callsPerRound(_ body: () -> Int) -> Int {
  _ = cost(1000, body)
  let one = median((0..<9).map { _ in cost(1000, body).nanoseconds })
  return max(50, Int(300_000 / max(one, 1)))
}

func number(_ value: Double) -> String { String((value * 100).rounded() / 100) }

private func row(
  _ name: String, _ nanoseconds: Double, _ allocations: Double, _ otherNanoseconds: Double,
  _ otherAllocations: Double, _ ratio: Double
) {
  let columns = [
    number(nanoseconds), number(allocations), number(otherNanoseconds), number(otherAllocations),
    String((ratio * 1000).rounded() / 1000),
  ]
  print(
    padded(name, 44)
      + columns.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }
      .joined())
}

func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
