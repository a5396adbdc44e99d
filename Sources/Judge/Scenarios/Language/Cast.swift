import Notation
import RigFile

/// What the steps of a scenario call the accessories and the phones.
struct Cast {
  var accessories = ["accessory"]
  var phones = [ScenarioGrammar.phone]

  /// One accessory and one phone.
  init() {}

  /// `accessories: 8`, or their names; the phones likewise.
  init(reading field: Field) {
    guard
      let entries = field.entries(
        ScenarioGrammar.boards, allowed: "a mapping, such as {accessories: 2}")
    else { return }
    let list = entries.required("accessories", allowed: "a number or a list of names")
    if let phones = entries["phones"] {
      self.phones = Self.names(phones, one: ScenarioGrammar.phone, most: ScenarioGrammar.mostPhones)
    }
    guard let list else { return }
    accessories = Self.names(
      list, one: "accessory", most: ScenarioGrammar.mostBoards, taken: phones)
  }

  private static func names(
    _ list: Field, one: String, most: Int, taken: [String] = []
  ) -> [String] {
    guard list.isList else {
      let count = list.integer(1...most) ?? 1
      return count == 1 ? [one] : (1...count).map { "\(one)-\($0)" }
    }
    let items = list.items("a list of names") ?? []
    if items.isEmpty || items.count > most { list.fault(allowed: "1 to \(most) names") }
    var names: [String] = []
    for item in items.prefix(most) {
      guard let name = item.name() else { continue }
      if taken.contains(name) {
        item.fault(allowed: "a name that nobody else has (\(name) is a phone)")
      } else if names.contains(name) {
        item.fault(allowed: "a name that nobody else has")
      } else {
        names.append(name)
      }
    }
    return names.isEmpty ? [one] : names
  }
}
