import LabRuntime

/// A part of a plan, for machines that share a run: together the parts are the plan, and no instance
/// is in two of them.
public struct Partition: Hashable, Sendable {
  /// How the plan is cut.
  public enum Method: String, CaseIterable, Sendable {
    /// Every n-th instance of the plan.
    case slice
    /// By a hash of the name: an instance stays in its part when others come and go.
    case hash
    /// Parts that take about the same declared time.
    case time
  }

  /// How the plan is cut.
  public let method: Method
  /// Which part, from 1.
  public let part: Int
  /// How many parts.
  public let count: Int

  /// A part; nil when there is no such part.
  public init?(_ method: Method, part: Int, of count: Int) {
    guard count >= 1, (1...count).contains(part) else { return nil }
    self.method = method
    self.part = part
    self.count = count
  }

  /// What may be written.
  package static let forms = "m/n, slice:m/n, hash:m/n or time:m/n with m from 1 to n"

  /// Reads `2/3`, which is a slice, or `hash:2/3`; nil for anything else.
  public init?(_ text: String) {
    var words = text.split(separator: ":", omittingEmptySubsequences: false)
    if words.count == 1 { words.insert("slice", at: 0) }
    guard words.count == 2, let method = Method(rawValue: String(words[0])) else { return nil }
    let numbers = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard numbers.count == 2, numbers.allSatisfy({ $0.allSatisfy(\.isNumber) }),
      let part = Int(numbers[0]), let count = Int(numbers[1])
    else { return nil }
    self.init(method, part: part, of: count)
  }

  /// The instances of this part, in their order.
  func take(from instances: [Instance]) -> [Instance] {
    switch method {
    case .slice:
      return instances.enumerated().filter { $0.offset % count == part - 1 }.map(\.element)
    case .hash:
      return instances.filter { Int(Self.hash($0.name) % UInt64(count)) == part - 1 }
    case .time:
      let shares = shares(of: instances)
      return zip(instances, shares).filter { $0.1 == part - 1 }.map(\.0)
    }
  }

  /// For each instance the part that it goes to: the longest first, each to the part that has least.
  private func shares(of instances: [Instance]) -> [Int] {
    var shares = [Int](repeating: 0, count: instances.count)
    // No instance is free: what it takes beside its declared time is about the same for each.
    let costs = instances.map { $0.skip == nil ? $0.case.declared.microseconds + 20_000 : 0 }
    var load = [Int64](repeating: 0, count: min(count, max(1, instances.count)))
    for index in instances.indices.sorted(by: { (costs[$0], $1) > (costs[$1], $0) }) {
      let least = load.indices.min { load[$0] < load[$1] } ?? 0
      shares[index] = least
      load[least] += costs[index]
    }
    return shares
  }

  /// FNV-1a, 64 bits: the same on every machine and in every version.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
