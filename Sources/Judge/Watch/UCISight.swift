import UCI

/// What the rules of UCI boards look at: one thing that came, and what is known about it.
struct UCISight: Sendable {
  /// What came.
  enum Content: Sendable {
    /// Bytes that belong to no segment, or segments that belong to no message.
    case noise(reason: String, bytes: Int)
    case segment(UCIHeader)
    case message(UCIMessage, UCIPacket)
    /// Distances that it has measured.
    case deviation(Deviation)
  }

  let content: Content
  /// How its packets are read.
  var dialect: UCIDialect
  /// Nothing that can be read came before on this link: a bridge may print a banner.
  var isFirst = false
  /// What it must not send, in the state that it is in; nil where it may.
  var trespass: Breach?
  /// A field with a value that it may not have.
  var field: Breach?
  /// Reserved bytes that are not zero.
  var reserved: Breach?
  /// A session that it names and that it was not given.
  var strangeSession: UInt32?
  /// A number of a report that does not follow.
  var sequence: Breach?
  /// What it says of itself, other than at first.
  var otherIdentity: Breach?
  /// What it says that it can, other than at first.
  var otherCapabilities: Breach?
  /// The state ERROR has a reason: it has not been reset yet.
  var mayReportError = false

  /// The message in words.
  var name: String {
    if case .message(let message, _) = content { message.name } else { "" }
  }
}
