import Journal

extension FuzzTarget {
  /// JSON from files.
  static let json = FuzzTarget("JSON") { bytes in
    guard let value = read(bytes) else { return }
    let encoded = value.encoded
    guard let again = read(encoded) else { broken("what was written cannot be read: \(value)") }
    expect(again == value, "read again: \(again), was \(value)")
    expectEqual(again.encoded, encoded, "written again")
    let indented = value.indented
    expect(read(Array(indented.utf8)) == value, "the text for people holds another value")
    expect(!indented.unicodeScalars.contains { $0.isHarmful && $0 != "\n" }, "harmful text")
    // An escape makes at most six bytes out of one.
    expect(encoded.count <= bytes.count * 26 + 64, "\(bytes.count) bytes become \(encoded.count)")
  }
}

private func read(_ bytes: [UInt8]) -> JSONValue? {
  do throws(JSONError) {
    return try JSONParser.parse(bytes)
  } catch {
    expectPrintable(error.description, "the refusal")
    expect((0...bytes.count).contains(error.offset), "an error at \(error.offset)")
    return nil
  }
}
