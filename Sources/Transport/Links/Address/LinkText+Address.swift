import Notation

extension LinkText {
  /// The address; every refusal points at the characters that are at fault.
  func address() throws(NotationError) -> LinkAddress {
    guard text.utf8.count <= 4096 else {
      throw refusal(
        text[...], found: "\(text.utf8.count) bytes", allowed: "at most 4096 bytes")
    }
    if let at = text.firstIndex(where: isControl) {
      throw refusal(text[at...].prefix(1), allowed: "a link without control characters")
    }
    if text == "virtual" { return .virtual }
    guard let colon = text.firstIndex(of: ":"),
      let carrier = LinkAddress.carriers.first(where: { $0.scheme.rawValue == text[..<colon] })
    else { throw unknownScheme() }
    return try carrier.read(text[text.index(after: colon)...], of: self)
  }

  private func isControl(_ character: Character) -> Bool {
    character.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  private func unknownScheme() -> NotationError {
    let forms = Wording.alternatives(LinkAddress.carriers.map { $0.form })
    if text.hasPrefix("/dev/") || text.hasPrefix("tty") {
      let path = text.hasPrefix("/") ? text : "/dev/" + text
      return refusal(text[...], allowed: forms, suggestion: "serial:" + path)
    }
    let word = text.prefix { $0 != ":" }
    let names = LinkAddress.carriers.map { $0.scheme.rawValue }
    let nearest = NearestName.nearest(to: String(word), among: names)
    let suggestion = nearest.map { $0 == "virtual" ? $0 : $0 + text[word.endIndex...] }
    return refusal(word, allowed: forms, suggestion: suggestion)
  }
}
