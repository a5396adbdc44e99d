package import Journal

/// A message of JSON-RPC 2.0, as the Model Context Protocol sends them: one object a line.
///
/// Source: Model Context Protocol, revision 2025-06-18, "Base protocol" and "Transports: stdio".
package enum Message: Equatable {
  /// A request, which is answered under its id.
  case request(id: JSONValue, method: String, parameters: JSONValue)
  /// A notification, which is never answered.
  case notification(method: String, parameters: JSONValue)
  /// An answer; this server asks nothing, so that there is none to wait for.
  case answer

  /// Why a line is no message: the codes of JSON-RPC.
  package enum Fault: Int64, Error {
    case notJSON = -32_700
    case noRequest = -32_600
    case unknownMethod = -32_601
    case badParameters = -32_602

    fileprivate var words: String {
      switch self {
      case .notJSON: "expected one JSON object a line, got something else"
      case .noRequest: "expected a request of JSON-RPC 2.0, got another object"
      case .unknownMethod: "this server does not have the method"
      case .badParameters: "the parameters do not fit the method"
      }
    }
  }

  /// Reads one line.
  package init(line: [UInt8]) throws(Fault) {
    let value: JSONValue
    do { value = try JSONParser.parse(line) } catch { throw .notJSON }
    guard value.members != nil, value["jsonrpc"]?.string == "2.0" else { throw .noRequest }
    let parameters = value["params"] ?? .object([])
    guard let method = value["method"]?.string else {
      guard value["id"] != nil, value["result"] != nil || value["error"] != nil else {
        throw .noRequest
      }
      self = .answer
      return
    }
    switch value["id"] {
    case nil: self = .notification(method: method, parameters: parameters)
    case .integer?, .string?:
      self = .request(id: value["id"] ?? .null, method: method, parameters: parameters)
    default: throw .noRequest
    }
  }

  /// The answer to a request.
  static func result(_ id: JSONValue, _ members: [JSONValue.Member]) -> JSONValue {
    envelope(id, .init("result", .object(members)))
  }

  /// The refusal of a request, or of a line that is none.
  static func refusal(_ id: JSONValue, _ fault: Fault, _ details: String? = nil) -> JSONValue {
    let words = details.map { "\(fault.words): \($0)" } ?? fault.words
    return envelope(
      id,
      .init(
        "error",
        .object([.init("code", .integer(fault.rawValue)), .init("message", .string(words))])))
  }

  private static func envelope(_ id: JSONValue, _ member: JSONValue.Member) -> JSONValue {
    .object([.init("jsonrpc", .string("2.0")), .init("id", id), member])
  }
}
