/// A field of a message, and where it stands in the bytes.
public struct PlacedField: Sendable {
  /// Its description.
  public let field: FieldDescription
  /// Bytes from the start of the payload.
  public let offset: Int
  /// Bytes that are there.
  public let length: Int
  /// Bytes that there should be.
  public let wanted: Int
  /// The elements of a list, the fields of a record.
  public let parts: [PlacedField]

  /// Whether bytes of it are missing.
  public var isCut: Bool { length < wanted || parts.contains { $0.isCut } }
}

extension [FieldDescription] {
  /// Where the fields stand in a payload, as far as it goes: behind a field that is cut there are none.
  public func places(in payload: [UInt8], dialect: UCIDialect = .fira2) -> [PlacedField] {
    var reader = FieldReader(payload, dialect)
    let first = reader.places(of: self)
    // A size that the message does not say: the first one that uses up the payload.
    for attempt in 1..<Swift.max(1, reader.unsaidSizes) where !reader.isExact {
      reader = FieldReader(payload, dialect, attempt: attempt)
      let other = reader.places(of: self)
      if reader.isExact { return other }
    }
    return first
  }
}

/// Goes through a payload by the descriptions of its fields.
private struct FieldReader {
  private let bytes: [UInt8]
  private let dialect: UCIDialect
  /// Which of several sizes that are not said holds.
  private let attempt: Int
  private var offset: Int
  private var isOver = false
  /// The numbers of the fields so far, those of outer records too.
  private var numbers: [String: Int] = [:]
  private(set) var unsaidSizes = 0

  init(_ bytes: [UInt8], _ dialect: UCIDialect, from offset: Int = 0, attempt: Int = 0) {
    self.bytes = bytes
    self.dialect = dialect
    self.offset = offset
    self.attempt = attempt
  }

  /// Whether the fields use up the bytes.
  var isExact: Bool { !isOver && offset == bytes.count }

  mutating func places(of fields: [FieldDescription]) -> [PlacedField] {
    let outer = numbers
    defer { numbers = outer }
    var places: [PlacedField] = []
    for field in fields where !isOver {
      if let condition = field.condition, numbers[condition.field] != condition.value { continue }
      guard let amount = amount(field.size) else {
        isOver = true
        break
      }
      places.append(place(of: field, amount))
    }
    return places
  }

  private mutating func place(of field: FieldDescription, _ amount: Int) -> PlacedField {
    let start = offset
    func placed(_ field: FieldDescription, _ wanted: Int, _ parts: [PlacedField]) -> PlacedField {
      PlacedField(
        field: field, offset: start, length: offset - start, wanted: wanted, parts: parts)
    }
    switch field.kind {
    case .record(let fields):
      let parts = places(of: fields)
      return placed(field, offset - start, parts)
    case .list(let element):
      guard let element = chosen(element) else {
        // No record that is known: the elements stay bytes.
        return place(of: FieldDescription(field.name, .bytes, .rest), bytes.count - offset)
      }
      var parts: [PlacedField] = []
      for _ in 0..<amount where !isOver { parts += places(of: [element]) }
      return placed(field, offset - start, parts)
    default:
      let parts = vendorParts(of: field, amount)
      isOver = amount > bytes.count - offset
      offset += min(amount, bytes.count - offset)
      if !isOver {
        numbers[field.name] = bytes[start..<start + min(amount, 4)].reversed()
          .reduce(0) { $0 << 8 | Int($1) }
      }
      return placed(field, amount, parts)
    }
  }

  private mutating func amount(_ size: FieldDescription.Size) -> Int? {
    switch size {
    case .bytes(let count): return count
    case .field(let name): return numbers[name]
    case .derived(let name, let mask, let shift, let values):
      return numbers[name].map { derivedSize(from: $0, mask: mask, shift: shift, values: values) }
    case .unsaid(let sizes):
      unsaidSizes = sizes.count
      return sizes[min(attempt, sizes.count - 1)]
    case .rest: return bytes.count - offset
    case .parts: return 0
    }
  }

  /// The element with the record that the fields so far choose; nil when they choose none.
  private func chosen(_ element: FieldDescription) -> FieldDescription? {
    guard case .choice(let choice) = element.kind else { return element }
    let found = choice.cases.first { zip(choice.by, $0.values).allSatisfy { numbers[$0] == $1 } }
    return found.map { FieldDescription(element.name, .record($0.fields), .parts) }
  }

  /// The fields of the vendor's bytes; none where they have another size.
  private func vendorParts(of field: FieldDescription, _ amount: Int) -> [PlacedField] {
    guard let record = field.vendorRecord, record.vendor == dialect.vendor,
      amount <= bytes.count - offset
    else { return [] }
    var inner = FieldReader(Array(bytes[..<(offset + amount)]), dialect, from: offset)
    let parts = inner.places(of: record.fields)
    return inner.isExact ? parts : []
  }
}
