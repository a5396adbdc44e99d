public import Notation

/// The faults of a bench: a named profile, faults by name, or both, joined by `+`.
///
/// `noisy`, `close=50ms@37` and `noisy+byte-loss=0.01` are plans. The same text stands in rig files, on
/// the command line and in what a search for failures prints.
public struct FaultPlan: Hashable, Sendable, CustomStringConvertible {
  /// The faults, in the order in which they were named.
  public var faults: [Fault]

  /// A plan of faults.
  public init(_ faults: [Fault] = []) { self.faults = faults }

  /// Nothing goes wrong.
  public static let clean = FaultPlan()

  /// The profiles by name: data, in the words of a rig file.
  public static let profiles: [(name: String, faults: String)] = [
    ("clean", ""),
    // What the protocols must tolerate on any line. A healthy board passes.
    (
      "noisy",
      "fragmentation=7+coalescing=2ms+delay=3ms+jitter=5ms+back-pressure=1ms+slow-board=10ms"
        + "+clock-drift=20+second-phone"
    ),
    // What no protocol without checksums can tolerate.
    (
      "hostile",
      "fragmentation=7+delay=3ms+jitter=5ms+byte-loss+corruption+duplication+insertion+reordering"
        + "+stall+half-open+reset-silent+reset-banner+brown-out+stuck+baud-mismatch+radio-loss=0.1"
        + "+multipath+second-phone"
    ),
    // Cables are pulled.
    ("unplug", "close+reopen-renamed"),
  ]

  /// Names that a plan may be made of.
  public static var names: [String] { profiles.map(\.name) + Fault.Kind.allCases.map(\.rawValue) }

  /// Whether bytes that were sent together may be read apart.
  public var takesApart: Bool { faults.contains(where: \.kind.takesApart) }

  /// The fault of a kind.
  public subscript(kind: Fault.Kind) -> Fault? { faults.last { $0.kind == kind } }

  /// The plan in the words of a rig file.
  public var description: String {
    faults.isEmpty ? "clean" : faults.map(\.description).joined(separator: "+")
  }

  /// Reads a plan.
  ///
  public init(parsing text: String) throws(NotationError) {
    var faults: [Fault] = []
    for part in text.split(separator: "+", omittingEmptySubsequences: false) {
      if let profile = Self.profiles.first(where: { $0.name == part }) {
        guard !profile.faults.isEmpty else { continue }
        faults += try FaultPlan(parsing: profile.faults).faults
      } else {
        faults.append(try Fault(parsing: String(part)))
      }
    }
    self.faults = faults
  }
}

extension Fault {
  /// Reads `NAME[=AMOUNT][@BYTE]`.
  init(parsing text: String) throws(NotationError) {
    let (rest, place) = Self.cut(text, at: "@")
    let (name, value) = Self.cut(rest, at: "=")
    guard let kind = Kind(rawValue: name) else {
      throw Self.refusal(
        name, FaultPlan.names.joined(separator: ", ") + ", joined by +",
        suggestion: NearestName.nearest(to: name, among: FaultPlan.names))
    }
    var offset: Int?
    if let place {
      guard kind.strikesOnce, let number = Int(place), (0...1_000_000).contains(number) else {
        throw Self.refusal(
          "\(name)@\(place)",
          kind.strikesOnce ? "a byte from 0 to 1000000" : "no @ behind \(name)")
      }
      offset = number
    }
    self.init(
      kind,
      amount: try value.map { text throws(NotationError) in
        try Self.amount(text, of: kind)
      }, at: offset)
  }

  private static func amount(_ text: String, of kind: Kind) throws(NotationError) -> Amount {
    if case .time = kind.usual {
      guard let time = try? DurationText.parse(text) else {
        throw refusal("\(kind.rawValue)=\(text)", DurationText.allowed)
      }
      return .time(time)
    }
    let range = kind.traits.allowed
    guard let number = Double(text), range.contains(number) else {
      throw refusal(
        "\(kind.rawValue)=\(text)",
        "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return .number(number)
  }

  private static func refusal(
    _ text: String, _ expected: String, suggestion: String? = nil
  ) -> NotationError {
    NotationError(
      expected: expected, got: PrintableText.code(text, limit: 60), suggestion: suggestion)
  }

  private static func cut(_ text: String, at mark: Character) -> (String, String?) {
    guard let index = text.firstIndex(of: mark) else { return (text, nil) }
    return (String(text[..<index]), String(text[text.index(after: index)...]))
  }
}
