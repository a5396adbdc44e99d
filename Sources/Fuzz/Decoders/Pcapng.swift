import WireFormat

extension FuzzTarget {
  /// Captures, whole and in pieces.
  static let pcapng = FuzzTarget("Pcapng") { bytes in
    var input = Input(bytes)
    let seed = input.byte()
    let file = input.rest()
    let whole = read([file])
    let inPieces = read(file.pieces(seed))
    expect(whole.items == inPieces.items, "pieces give \(inPieces), the whole gives \(whole)")
    expect(whole.error == inPieces.error, "pieces are refused for another reason")
    if let error = whole.error { expectPrintable("\(error)", "the refusal") }
  }
}

private func read(_ pieces: [[UInt8]]) -> (items: [CaptureItem], error: WireError?) {
  var reader = PcapngReader()
  var items: [CaptureItem] = []
  do throws(WireError) {
    for piece in pieces {
      reader.feed(piece)
      while let item = try reader.next() { items.append(item) }
    }
    return (items, nil)
  } catch { return (items, error) }
}
