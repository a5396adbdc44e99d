/// A command, with the response that belongs to it.
public protocol UCICommandBody: UCIMessageBody {
  associatedtype Response: UCIResponseBody
}

/// A response: it says whether the command was carried out.
public protocol UCIResponseBody: UCIMessageBody {
  var status: UCIStatus { get }
  /// The details of a refusal beyond the status, in words.
  func refusal(in dialect: UCIDialect) -> String
}

extension UCIResponseBody {
  /// Nothing.
  public func refusal(in dialect: UCIDialect) -> String { "" }
}
