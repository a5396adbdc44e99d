import FileGrammar
import Journal
import Notation
import RangingOOB

/// The names of the accessories and the phones in the steps of a scenario.
struct Roles {
  static let mostPhones = 8

  var accessories = ["accessory"]
  var phones = ["phone"]
  /// What is said of the phones that are Android phones, by name.
  var androids: [String: OOBInitiatorSettings] = [:]
}

/// The keys of `boards`.
private struct RoleKeys {
  static let mapping = Mapping(RoleKeys(), allowed: "a mapping, such as {accessories: 2}")

  let accessories = Key(
    "accessories", .names(one: "accessory", most: 32), required: "a number or a list of names")
  let phones = Key("phones", .phones)
}

extension Form<Roles> {
  /// `accessories: 8`, or their names; the phones likewise.
  static var boards: Form {
    RoleKeys.mapping.form.map { values in
      var roles = Roles()
      if let phones = values.phones {
        roles.phones = phones.map(\.name)
        for phone in phones { roles.androids[phone.name] = phone.android }
      }
      roles.accessories = values.accessories ?? roles.accessories
      for item in values[\.accessories]?.scalars ?? [] {
        guard let name = item.text, roles.phones.contains(name) else { continue }
        item.fault(allowed: "a name that no other role has (\(name) is a phone)")
      }
      return roles
    }
  }
}

extension Form<[(name: String, android: OOBInitiatorSettings?)]> {
  /// `phones: 2`, their names, or what each is: `{anna: apple, ben: android-17}`.
  fileprivate static var phones: Form {
    let kinds = ["apple"] + OOBInitiatorSettings.names
    let names = Form<[String]>.names(one: "phone", most: Roles.mostPhones)
    let mapping: JSONValue = [
      "type": "object", "minProperties": 1,
      "propertyNames": Form<String>.name().schema,
      "additionalProperties": ["enum": .strings(kinds)],
    ]
    return Form(["anyOf": [names.schema, mapping]]) { field in
      guard field.isMapping else { return names.read(field)?.map { ($0, nil) } }
      guard (1...Roles.mostPhones).contains(field.keys.count) else {
        field.fault(allowed: "1 to \(Roles.mostPhones) phones")
        return nil
      }
      guard let entries = field.entries(field.keys.compactMap(\.text)) else { return nil }
      return field.keys.compactMap { key in
        guard let name = key.name(), let kind = entries[name]?.choice(kinds) else { return nil }
        return (name, OOBInitiatorSettings(named: kind))
      }
    }
  }
}

extension Form<[String]> {
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
        item.fault(allowed: "a name that no other role has")
      }
      return names.isEmpty ? [one] : names
    }
  }
}
