import Synchronization
import UCI

/// The fields of one layout in a form that goes through a payload without making anything.
///
/// It says only whether everything is right; ``UCIFieldCheck`` finds out what is not.
struct FieldPath: Sendable {
  /// The bytes of a field, or the elements of a list.
  private enum Amount: Sendable {
    case fixed(Int)
    case number(of: Int)
    case derived(from: Int, mask: Int, shift: Int, values: [Int])
    case rest
  }

  /// The records that the numbers of earlier fields choose from.
  private struct Choice: Sendable {
    let by: [(slot: Int, value: Int)]
    let path: [Step]
  }

  private struct Step: Sendable {
    var amount: Amount
    var limit: FieldLimit?
    /// Where the number of the field is kept for later fields.
    var slot: Int?
    var condition: (slot: Int, value: Int)?
    /// The elements of a list; nil for bytes.
    var elements: [Choice]?

    /// Whether it is a fixed number of bytes.
    var plainBytes: Int? {
      guard limit == nil, slot == nil, condition == nil, elements == nil,
        case .fixed(let count) = amount
      else { return nil }
      return count
    }
  }

  /// Numbers that later fields refer to; more has no message.
  private typealias Numbers = SIMD8<Int32>

  private let path: [Step]

  /// A packet of a dialect.
  private struct Place: Hashable {
    let packet: UInt32
    let dialect: UCIDialect
  }

  /// Paths that were made, for all boards.
  private static let made = Mutex<[Place: FieldPath?]>([:])

  /// The fields of a packet; nil for one that no layout or several name, and for layouts that
  /// ``init`` does not take.
  static func of(_ packet: UCIPacket, in dialect: UCIDialect) -> FieldPath? {
    let place = Place(packet: packet.key, dialect: dialect)
    if let known = made.withLock({ $0[place] }) { return known }
    let named = UCIMessage.layouts.filter { $0.isNamed(by: packet, in: dialect) }
    let path = named.count == 1 ? FieldPath(named[0].fields, in: dialect.oneOfWhich) : nil
    made.withLock { $0[place] = .some(path) }
    return path
  }

  /// - Returns: nil for layouts with sizes that the message does not say, or with records of
  ///   vendors.
  init?(_ fields: [FieldDescription], in dialects: [UCIDialect]) {
    var names: [String: Int] = [:]
    guard let path = Self.path(fields, &names, dialects), names.count <= Numbers.scalarCount else {
      return nil
    }
    self.path = path
  }

  /// Whether the fields use up a payload, and each has a value that it may have.
  ///
  /// - Parameter start: where the payload begins: behind the header, of a whole frame.
  func fits(_ payload: [UInt8], from start: Int = 0) -> Bool {
    var offset = start
    var numbers = Numbers(repeating: -1)
    return Self.follow(path, payload, &offset, &numbers) && offset == payload.count
  }

  /// Whether a payload is the first field alone: a refusal may end behind its status.
  func begins(with payload: [UInt8]) -> Bool {
    guard let first = path.first, case .fixed(payload.count) = first.amount, !payload.isEmpty else {
      return false
    }
    return first.limit?.allows(payload.indices, of: payload) ?? false
  }

  private static func follow(
    _ path: [Step], _ payload: [UInt8], _ offset: inout Int, _ numbers: inout Numbers
  ) -> Bool {
    for index in path.indices {
      if let condition = path[index].condition,
        Int(numbers[condition.slot]) != condition.value
      {
        continue
      }
      let left = payload.count - offset
      let amount: Int
      switch path[index].amount {
      case .fixed(let count): amount = count
      case .number(let slot): amount = Int(numbers[slot])
      case .derived(let slot, let mask, let shift, let values):
        let choice = (Int(numbers[slot]) & mask) >> shift
        guard values.indices.contains(choice) else { return false }
        amount = values[choice]
      case .rest: amount = left
      }
      if let elements = path[index].elements {
        guard amount >= 0,
          let choice = elements.first(where: { $0.by.allSatisfy { numbers[$0.slot] == $0.value } })
        else { return false }
        for _ in 0..<amount where !follow(choice.path, payload, &offset, &numbers) { return false }
        continue
      }
      guard amount >= 0, amount <= left else { return false }
      let bytes = offset..<offset + amount
      if amount > 0, path[index].limit?.allows(bytes, of: payload) == false { return false }
      if let slot = path[index].slot {
        var number: Int32 = 0
        for byte in bytes.prefix(4).reversed() { number = number &<< 8 | Int32(payload[byte]) }
        numbers[slot] = number
      }
      offset += amount
    }
    return true
  }

  // MARK: From the descriptions

  /// - Parameter names: the slots of the numbers that later fields refer to.
  private static func path(
    _ fields: [FieldDescription], _ names: inout [String: Int], _ dialects: [UCIDialect]
  ) -> [Step]? {
    func slot(_ name: String) -> Int {
      let slot = names[name] ?? names.count
      names[name] = slot
      return slot
    }
    for name in fields.flatMap(\.references) { _ = slot(name) }
    var path: [Step] = []
    for field in fields {
      let amount: Amount
      switch field.size {
      case .bytes(let count): amount = .fixed(count)
      case .field(let name): amount = .number(of: slot(name))
      case .derived(let name, let mask, let shift, let values):
        amount = .derived(from: slot(name), mask: mask, shift: shift, values: values)
      case .rest: amount = .rest
      case .parts: amount = .fixed(1)
      case .unsaid: return nil
      }
      guard field.vendorRecord == nil else { return nil }
      var step = Step(
        amount: amount, limit: FieldLimit(field, in: dialects), slot: names[field.name],
        condition: field.condition.map { (slot($0.field), $0.value) })
      let elements: FieldDescription.Choice? =
        switch field.kind {
        case .record(let inner): .init(by: [], [.init([], inner)])
        case .list(let element):
          if case .choice(let choice) = element.kind {
            choice
          } else {
            .init(by: [], [.init([], [element])])
          }
        default: nil
        }
      if let elements {
        guard let choices = choices(elements, &names, dialects) else { return nil }
        step.elements = choices
      }
      if let more = step.plainBytes, let before = path.last?.plainBytes {
        path[path.count - 1].amount = .fixed(before + more)
      } else {
        path.append(step)
      }
    }
    return path
  }

  private static func choices(
    _ choice: FieldDescription.Choice, _ names: inout [String: Int], _ dialects: [UCIDialect]
  ) -> [Choice]? {
    var choices: [Choice] = []
    for option in choice.cases {
      guard let path = path(option.fields, &names, dialects) else { return nil }
      choices.append(
        Choice(by: zip(choice.by, option.values).map { (names[$0] ?? 0, $1) }, path: path))
    }
    return choices
  }
}

extension FieldDescription {
  /// The names of the earlier fields that decide how this one, or one inside it, is read.
  fileprivate var references: [String] {
    var names = condition.map { [$0.field] } ?? []
    switch size {
    case .field(let name), .derived(let name, _, _, _): names.append(name)
    default: break
    }
    switch kind {
    case .record(let fields): names += fields.flatMap(\.references)
    case .list(let element): names += element.references
    case .choice(let choice):
      names += choice.by + choice.cases.flatMap { $0.fields.flatMap(\.references) }
    default: break
    }
    return names
  }
}
