import UCI

/// What the rules of UCI boards look at: one thing that came, and what is known about it.
struct UCISight: Sendable {
  /// What came.
  enum Content: Sendable {
    /// Bytes that belong to no segment, or segments that belong to no message.
    case noise(reason: String, bytes: Int)
    case segment(UCIHeader)
    case message(UCIMessage, UCIPacket)
  }

  let content: Content
  /// How its packets are read.
  var dialect: UCIDialect
  /// Nothing that can be read came before on this link: a bridge may print a banner.
  var isFirst = false
  /// A message whose length and fields are right, or which vendors fill as they like.
  var isRight = false
  /// What is wrong with it, by what has been looked at.
  private var breaches: [(subject: Subject, breach: Breach)] = []

  /// What is looked at beside the packet itself.
  enum Subject: Sendable {
    /// What the state that it is in does not allow.
    case trespass
    /// The value of a field.
    case field
    /// Reserved bytes.
    case reserved
    /// The session that it names.
    case session
    /// The number of a report.
    case sequence
    /// What it says of itself, other than at first.
    case identity
    /// What it says that it can, other than at first.
    case capabilities
    /// The state of the device.
    case deviceStatus
  }

  init(_ content: Content, _ dialect: UCIDialect) {
    self.content = content
    self.dialect = dialect
  }

  /// Whether nothing is wrong with a message.
  var isClean: Bool { isRight && breaches.isEmpty }

  /// What is wrong; nil for nothing.
  subscript(subject: Subject) -> Breach? {
    get { breaches.first { $0.subject == subject }?.breach }
    set { if let newValue { breaches.append((subject, newValue)) } }
  }

  /// The message in words.
  var name: String {
    if case .message(let message, _) = content { message.name } else { "" }
  }
}
