package import WireFormat

/// What the packets of a board's capture are, said so that a person and
/// ``CaptureInterface/firmware`` understand it.
struct CaptureContent: Equatable {
  /// How messages were cut on the link, as far as the journal shows.
  enum Framing: Equatable {
    case unseen
    /// The link keeps messages apart by itself.
    case none
    case stream(StreamFraming)

    /// The framing that makes this chunk of this frame; `nil` where none does.
    init?(frame: [UInt8], chunk: [UInt8]) {
      if frame == chunk {
        self = .none
        return
      }
      let found = StreamFraming.allCases.first { (try? $0.encode(frame)) == chunk }
      guard let found else { return nil }
      self = .stream(found)
    }

    var word: String {
      switch self {
      case .unseen: "not seen"
      case .none: "none"
      case .stream(let framing): framing.rawValue
      }
    }
  }

  static let uci = "uci"
  static let accessory = "ni-accessory"

  /// What speaks on the link, as the rig file names it; empty where nothing is known.
  var firmware: String
  /// How a UCI board is spoken to, where the rig file says it or the board has said it by then.
  var dialect = ""
  var framing: Framing

  func interface(named name: String) -> CaptureInterface {
    let words = firmware.isEmpty ? "unknown" : Visible.text(firmware).clipped(to: 100)
    let (linkType, packets): (LinkType, String) =
      switch firmware {
      case Self.uci: (.firaUCI, "packets with their header")
      case Self.accessory: (.user0, "messages without the framing of the link: \(framing.word)")
      default: (.user1, "frames without the framing of the link")
      }
    let spoken = dialect.isEmpty ? "" : " (\(Visible.text(dialect).clipped(to: 40)))"
    return CaptureInterface(
      linkType: linkType, name: Visible.text(name).clipped(to: 100),
      description: "\(words)\(spoken): \(packets)")
  }
}

extension CaptureInterface {
  /// The dialect of a UCI board; `nil` where a capture does not say.
  package var dialect: String? {
    let prefix = CaptureContent.uci + " ("
    guard linkType == .firaUCI, description.hasPrefix(prefix),
      let end = description.firstIndex(of: ")")
    else { return nil }
    return String(description[..<end].dropFirst(prefix.count))
  }

  /// What speaks on the interface, as a rig file names it; `nil` where a capture does not say.
  ///
  /// UCI is known by its link type, whichever program wrote the capture; the link types for
  /// private use only by the description that a capture of this program has.
  package var firmware: String? {
    if linkType == .firaUCI { return CaptureContent.uci }
    guard linkType == .user0 || linkType == .user1, let end = description.firstIndex(of: ":")
    else { return nil }
    let word = String(description[..<end])
    return word.isEmpty || word == "unknown" ? nil : word
  }
}

extension String {
  /// The text, cut to a number of characters.
  func clipped(to count: Int) -> String {
    unicodeScalars.count <= count ? self : String(unicodeScalars.prefix(count)) + "…"
  }
}
