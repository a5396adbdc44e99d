import UCI

/// A value that a mutant puts into a field.
enum FieldValue: Hashable, Sendable {
  case zeros
  case ones
  case number(Int64)

  /// The bytes, little-endian.
  func bytes(_ length: Int) -> [UInt8] {
    switch self {
    case .zeros: [UInt8](repeating: 0, count: length)
    case .ones: [UInt8](repeating: 0xFF, count: length)
    case .number(let number):
      (0..<length).map { UInt8(truncatingIfNeeded: number >> Int64(8 * min($0, 7))) }
    }
  }
}

extension FieldDescription {
  /// The values of the rule, each with its name: the limits, one beyond each where the field can hold
  /// it, and one that an enumeration does not have. A value comes once.
  var limits: [(name: String, value: FieldValue)] {
    var values: [(String, FieldValue)] = []
    switch kind {
    case .list, .record, .choice: return []
    case .bytes, .address, .text, .version: values = [("minimum", .zeros), ("maximum", .ones)]
    case .enumeration:
      let known = (self.values?.values ?? []).map(Int64.init).sorted()
      guard let first = known.first, let last = known.last else { return [] }
      let width: Int64 = (1 << Int64(bits ?? 8)) - 1
      if first > 0 { values.append(("minimum-1", .number(first - 1))) }
      values += [("minimum", .number(first)), ("maximum", .number(last))]
      if last < width { values.append(("maximum+1", .number(last + 1))) }
      let taken = values.compactMap { if case .number(let number) = $0.1 { number } else { nil } }
      if let invalid = (0...width).first(where: { !known.contains($0) && !taken.contains($0) }) {
        values.append(("invalid", .number(invalid)))
      }
    case .signed:
      guard case .bytes(let size) = size, (1...8).contains(size) else { return [] }
      let greatest: Int64 = size == 8 ? .max : (1 << Int64(8 * size - 1)) - 1
      values = [("minimum", .number(-greatest - 1)), ("maximum", .number(greatest))]
    case .unsigned:
      guard case .bytes(let size) = size, (1...7).contains(size) else {
        values = [("minimum", .zeros), ("maximum", .ones)]
        break
      }
      let greatest: Int64 = (1 << Int64(bits ?? 8 * size)) - 1
      let least = self.least ?? (none == 0 ? 1 : 0)
      let most = self.most ?? (none == greatest ? greatest - 1 : greatest)
      if least > 0 { values.append(("minimum-1", .number(least - 1))) }
      values += [("minimum", .number(least)), ("maximum", .number(most))]
      if most < greatest { values.append(("maximum+1", .number(most + 1))) }
    }
    return values.enumerated().filter { index, value in
      !values[..<index].contains { $0.1 == value.1 }
    }.map(\.element)
  }
}
