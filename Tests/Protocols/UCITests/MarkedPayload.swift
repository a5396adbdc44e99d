import Testing
import WireFormat

@testable import UCI

/// A payload made from a table of fields: every byte another one, but where it says a size, a count
/// or which of several layouts follows.
struct MarkedPayload {
  private(set) var bytes: [UInt8] = []
  private var mark: UInt8 = 0x40
  private let variant: Int
  private var numbers: [String: Int] = [:]
  private var restIsTaken = false
  /// What each field has to be so that the others have their layout.
  private var wanted: [String: Int] = [:]

  init(_ fields: [FieldDescription], variant: Int) {
    self.variant = variant
    want(fields)
    append(fields)
  }

  private mutating func want(_ fields: [FieldDescription]) {
    for field in fields {
      if let condition = field.condition { wanted[condition.field] = condition.value }
      switch field.size {
      case .field(let name): wanted[name] = takesRest(field) ? 1 : 3
      case .derived(let name, _, let shift, let values):
        wanted[name, default: 0] |= variant % values.count << shift
      default: break
      }
      switch field.kind {
      case .record(let inner): want(inner)
      case .list(let element): want([element])
      case .choice(let choice):
        let chosen = choice.cases[variant % choice.cases.count]
        for (name, value) in zip(choice.by, chosen.values) { wanted[name] = value }
        want(chosen.fields)
      default: break
      }
    }
    // A response that carries more is a good one.
    wanted["status"] = 0
  }

  private mutating func append(_ fields: [FieldDescription]) {
    for field in fields {
      if let condition = field.condition, numbers[condition.field] != condition.value { continue }
      let amount = amount(field.size)
      switch field.kind {
      case .record(let inner): append(inner)
      case .list(let element): for _ in 0..<amount { append([element]) }
      case .choice(let choice): append(choice.cases[variant % choice.cases.count].fields)
      default:
        let value = wanted[field.name]
        let part = (0..<amount).map { index -> UInt8 in
          mark = mark < 0xFE ? mark + 1 : 0x40
          return value.map { UInt8(truncatingIfNeeded: $0 >> (8 * index)) } ?? mark
        }
        numbers[field.name] = part.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        bytes += part
      }
    }
  }

  /// Whether an element of a list takes all bytes that are left.
  private func takesRest(_ field: FieldDescription) -> Bool {
    guard case .list(let element) = field.kind, case .choice(let choice) = element.kind else {
      return false
    }
    return choice.cases[variant % choice.cases.count].fields.contains { $0.size == .rest }
  }

  private mutating func amount(_ size: FieldDescription.Size) -> Int {
    switch size {
    case .bytes(let count): return count
    case .field(let name): return numbers[name] ?? 0
    case .derived(let name, let mask, let shift, let values):
      return derivedSize(from: numbers[name] ?? 0, mask: mask, shift: shift, values: values)
    case .unsaid(let sizes): return sizes[0]
    case .rest:
      defer { restIsTaken = true }
      return restIsTaken ? 0 : 5
    case .parts: return 0
    }
  }
}

/// Compares the places of fields with the properties of the value that the codec read.
struct FieldProof {
  let payload: [UInt8]
  let message: String

  func compare(_ places: [PlacedField], _ mirror: Mirror) {
    let properties = properties(mirror)
    for place in places {
      let name = "\(message) \(place.field.name)"
      let label = place.field.name.filter { $0 != "_" }
      let value = ["", "number", "kept"].lazy.compactMap { properties[label + $0] }.first
      guard let value else {
        // A count or a length is no property: the others are as many as it says.
        let isSize = places.contains { $0.field.size == .field(place.field.name) }
        #expect(isSize, "\(name) is no property")
        continue
      }
      if case .list = place.field.kind {
        compareElements(place, value)
      } else {
        #expect(bytes(value, place.length) == bytes(of: place), "\(name)")
      }
    }
  }

  private func compareElements(_ place: PlacedField, _ value: Any) {
    let elements = Array(Mirror(reflecting: value).children.map(\.value))
    #expect(elements.count == place.parts.count, "\(message) \(place.field.name)")
    for (element, part) in zip(elements, place.parts) {
      guard case .record = part.field.kind else {
        #expect(bytes(element, part.length) == bytes(of: part), "\(message) \(place.field.name)")
        continue
      }
      var mirror = Mirror(reflecting: element)
      // One of several records.
      if mirror.displayStyle == .enum, let record = mirror.children.first?.value {
        mirror = Mirror(reflecting: record)
      }
      compare(part.parts, mirror)
    }
  }

  /// By their names in small letters; those of a response's body too, and none that is absent.
  private func properties(_ mirror: Mirror) -> [String: Any] {
    var found: [String: Any] = [:]
    for child in mirror.children {
      let value = Mirror(reflecting: child.value)
      let isOptional = value.displayStyle == .optional
      guard let content = isOptional ? value.children.first?.value : child.value else { continue }
      found[child.label?.lowercased() ?? ""] = content
      guard child.label == "body" else { continue }
      found.merge(properties(Mirror(reflecting: content))) { $1 }
    }
    return found
  }

  private func bytes(of place: PlacedField) -> [UInt8] {
    Array(payload[place.offset..<place.offset + place.length])
  }

  private func bytes(_ value: Any, _ count: Int) -> [UInt8]? {
    switch value {
    case let bytes as [UInt8]: return bytes
    case let reserved as ReservedBytes: return reserved.bytes(count: count)
    case let byte as any RawRepresentable<UInt8>: return [byte.rawValue]
    case let number as any FixedWidthInteger: return Self.bytes(of: number, count)
    default: return nil
    }
  }

  private static func bytes(of number: some FixedWidthInteger, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
