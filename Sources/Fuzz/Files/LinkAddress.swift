import Links
import Notation

extension FuzzTarget {
  /// Link strings of rig files.
  static let linkAddress = FuzzTarget("LinkAddress") { bytes in
    guard let link = read(bytes) else { return }
    let text = link.description
    guard let again = read(Array(text.utf8)) else {
      broken("the canonical form cannot be read: \(text.debugDescription)")
    }
    expect(again == link, "\(text.debugDescription) is \(again), was \(link)")
    expect(again.description == text, "the canonical form has another canonical form")
    expect(link.relative(to: "/rigs").scheme == link.scheme, "a relative link of another scheme")
    _ = link.terminalKey
  }
}

private func read(_ bytes: [UInt8]) -> LinkAddress? {
  let text = String(decoding: bytes, as: UTF8.self)
  do throws(NotationError) {
    return try LinkAddress(parsing: text)
  } catch {
    expectPrintable(error.description, "the refusal")
    expect((0...text.count).contains(error.offset), "an error at \(error.offset)")
    return nil
  }
}
