import AttributeProtocol

extension AttributeServer {
  /// Answers a request for a list with as many entries as fit, all of one length.
  mutating func list(_ request: AttributePDU, _ range: AttributePDU.ClosedHandles) -> Step {
    func refusal(_ error: AttributeError) -> Step {
      Step(send: [AttributePDU.errorResponse(request: request.opcode, range.first, error).bytes])
    }
    guard range.first > 0, range.first <= range.last else { return refusal(.invalidHandle) }
    let answer: AttributePDU?
    switch request {
    case .findInformationRequest:
      let all = table.find(range) { _ in true }
        .map { AttributePDU.Information(handle: $0.handle, type: $0.attribute.type) }
      answer = fitting(all, size: { 2 + $0.type.wire.count }).map { .findInformationResponse($0) }
    case .findByTypeValueRequest(_, let type, let value):
      let all = table.find(range) {
        $0.type == BluetoothUUID(type) && $0.content == .fixed(value)
      }.map { AttributePDU.ClosedHandles($0.handle, max($0.handle, $0.attribute.groupEnd)) }
      answer = fitting(all, size: { _ in 4 }).map { .findByTypeValueResponse($0) }
    case .readByGroupTypeRequest(_, let type):
      guard type == .primaryService || type == BluetoothUUID(0x2801) else {
        return refusal(.unsupportedGroup)
      }
      let all = table.find(range) { $0.type == type }.map { found in
        AttributePDU.Group(
          handles: .init(found.handle, found.attribute.groupEnd),
          value: value(of: found.attribute) ?? [])
      }
      answer = fitting(all, size: { 4 + $0.value.count }).map { .readByGroupTypeResponse($0) }
    case .readByTypeRequest(_, let type):
      let found = table.find(range) { $0.type == type }
      if let first = found.first, value(of: first.attribute) == nil {
        return ask(forValueOf: first.handle)
      }
      let all = found.prefix { value(of: $0.attribute) != nil }.map { found in
        AttributePDU.Value(
          handle: found.handle,
          value: Array((value(of: found.attribute) ?? []).prefix(min(unit - 4, 253))))
      }
      answer = fitting(all, size: { 2 + $0.value.count }).map { .readByTypeResponse($0) }
    default: answer = nil
    }
    return answer.map { Step(send: [$0.bytes]) } ?? refusal(.attributeNotFound)
  }

  /// The first entries that have one length and fit into a packet; nil where there are none.
  private func fitting<Entry>(_ all: [Entry], size: (Entry) -> Int) -> [Entry]? {
    guard let first = all.first else { return nil }
    let length = size(first)
    return Array(all.prefix { size($0) == length }.prefix(max(1, (unit - 2) / length)))
  }
}
