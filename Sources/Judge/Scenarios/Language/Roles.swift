import FileGrammar
import Journal
import Notation

/// The names of the accessories and the phones in the steps of a scenario.
struct Roles {
  static let mostPhones = 8

  var accessories = ["accessory"]
  var phones = ["phone"]
}

/// The keys of `boards`.
private struct RoleKeys {
  static let mapping = Mapping(RoleKeys(), allowed: "a mapping, such as {accessories: 2}")

  let accessories = Key(
    "accessories", .names(one: "accessory", most: 32), required: "a number or a list of names")
  let phones = Key("phones", .names(one: "phone", most: Roles.mostPhones))
}

extension Form<Roles> {
  /// `accessories: 8`, or their names; the phones likewise.
  static var boards: Form {
    RoleKeys.mapping.form.map { values in
      var roles = Roles()
      roles.phones = values.phones ?? roles.phones
      roles.accessories = values.accessories ?? roles.accessories
      for item in values[\.accessories]?.scalars ?? [] {
        guard let name = item.text, roles.phones.contains(name) else { continue }
        item.fault(allowed: "a name that nobody else has (\(name) is a phone)")
      }
      return roles
    }
  }
}

extension Form<[String]> {
  /// How many there are, or their names.
  fileprivate static func names(one: String, most: Int) -> Form {
    let count = Form<Int>.integer(1...most)
    let list = Form.list(.name(), "a list of names")
    let bounds: JSONValue = ["minItems": 1, "maxItems": .integer(Int64(most))]
    return Form(["anyOf": [count.schema, list.schema.with(bounds)]]) { field in
      guard field.isList else {
        let count = count.read(field) ?? 1
        return count == 1 ? [one] : (1...count).map { "\(one)-\($0)" }
      }
      let names = list.read(field) ?? []
      if names.isEmpty || field.scalars.count > most { field.fault(allowed: "1 to \(most) names") }
      var seen: Set<String> = []
      for item in field.scalars where !seen.insert(item.text ?? "").inserted {
        item.fault(allowed: "a name that nobody else has")
      }
      return names.isEmpty ? [one] : names
    }
  }
}
