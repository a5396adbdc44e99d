import Links
import Notation
import UCI

/// The differences that keep two boards from ranging with each other, read off their parameters.
///
/// Neither board can know: it takes its parameters, starts, and hears nothing it understands. A
/// mismatch on the air is nothing but timeouts, so it has to be found before the air.
///
/// A parameter that one board was not given counts with its default. What neither was given, and
/// what has no default, is no difference: a board that needs it says so itself.
public struct ParameterDifference: Hashable, Sendable, CustomStringConvertible {
  /// One thing that is not as it must be.
  public struct Finding: Hashable, Sendable {
    /// The name of the parameter, such as `CHANNEL_NUMBER`; of addresses that do not cross the
    /// parameter of the first board, a slash, and that of the second.
    public let parameter: String
    /// The first board's value, in words.
    public let first: String
    /// The second board's value, in words.
    public let second: String
    /// The fault and its consequence, for a person.
    public let sentence: String
  }

  /// What is not as it must be: the session first, then what is on the air, then who is who.
  public let findings: [Finding]
  /// The boards as lines name them, safe for a terminal.
  private let names: [String]

  /// Compares what two boards were given.
  public init(_ first: GivenParameters, _ second: GivenParameters) {
    var comparison = ParameterComparison(first, second)
    comparison.compareSession(first.sessionID, second.sessionID)
    for agreement in ParameterAgreement.all { comparison.compare(agreement) }
    for opposition in ParameterOpposition.all { comparison.compare(opposition) }
    comparison.compareAddresses()
    findings = comparison.findings
    names = comparison.names
  }

  /// Whether nothing keeps the two from ranging.
  public var isEmpty: Bool { findings.isEmpty }

  /// A line of headings and one for each finding, in columns; one sentence when there are none.
  public var description: String {
    guard !isEmpty else { return "\(names[0]) and \(names[1]) were given what fits together" }
    let rows =
      [["PARAMETER"] + names] + findings.map { [$0.parameter, $0.first, $0.second] }
    let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count) + "  "
      }.joined() + row[2]
    }.joined(separator: "\n")
  }
}

private struct ParameterComparison {
  let names: [String]
  let first: AppConfiguration
  let second: AppConfiguration
  var findings: [ParameterDifference.Finding] = []

  init(_ first: GivenParameters, _ second: GivenParameters) {
    let named = [first.board, second.board].map { PrintableText.escaped($0, limit: 40) }
    names = zip(named, ["first", "second"]).map { name, place in
      if name.isEmpty { return "the \(place) board" }
      return named[0] == named[1] ? "\(name) (\(place))" : name
    }
    self.first = AppConfiguration(first.parameters)
    self.second = AppConfiguration(second.parameters)
  }

  mutating func compareSession(_ mine: UInt32, _ theirs: UInt32) {
    guard mine != theirs else { return }
    add(
      "SESSION_ID", "\(mine)", "\(theirs)",
      "it is on the air, and frames of another session are ignored",
      reversed: mine == theirs.byteSwapped)
  }

  mutating func compare(_ agreement: ParameterAgreement) {
    guard agreement.counts(first, second) else { return }
    let mine = HeldValue(agreement.id, in: first)
    let theirs = HeldValue(agreement.id, in: second)
    guard mine.content != theirs.content else { return }
    add(
      agreement.id.name, mine.description, theirs.description, agreement.consequence,
      reversed: mine.isReversed(theirs))
  }

  mutating func compare(_ opposition: ParameterOpposition) {
    let mine = HeldValue(opposition.id, in: first)
    let theirs = HeldValue(opposition.id, in: second)
    guard !(mine.isMissing && theirs.isMissing) else { return }
    guard !opposition.holds(mine.number, theirs.number) else { return }
    add(opposition.id.name, mine.description, theirs.description, opposition.consequence)
  }

  mutating func compareAddresses() {
    let own = AppConfigID.deviceMACAddress
    let peers = AppConfigID.dstMACAddress
    if let address = first[own], address == second[own] {
      let words = HeldValue.text(address)
      add(own.name, words, words, "neither board can tell the other from itself")
    }
    // One-way ranging is for all listeners: its frames need no destination.
    let oneWay: [Int64] = [0, 5, 6]
    let usages = [first, second].compactMap { $0.number(.rangingRoundUsage) }
    guard !usages.contains(where: oneWay.contains) else { return }
    if let isReversed = isStranger(first, to: second) {
      add(
        "\(own.name)/\(peers.name)", words(own, first), destinations(second),
        "\(names[1]) does not range with \(names[0])", reversed: isReversed)
    }
    if let isReversed = isStranger(second, to: first) {
      add(
        "\(peers.name)/\(own.name)", destinations(first), words(own, second),
        "\(names[0]) does not range with \(names[1])", reversed: isReversed)
    }
  }

  /// Nil when `other` has the address of `one` among its destinations; else whether it is there from the
  /// other end.
  private func isStranger(_ one: AppConfiguration, to other: AppConfiguration) -> Bool? {
    guard let address = one[.deviceMACAddress] else {
      return other[.dstMACAddress] == nil ? nil : false
    }
    if other.destinations.contains(address) { return nil }
    return other.destinations.contains(Array(address.reversed()))
  }

  private func words(_ id: AppConfigID, _ configuration: AppConfiguration) -> String {
    HeldValue(id, in: configuration).description
  }

  private func destinations(_ configuration: AppConfiguration) -> String {
    let list = configuration.destinations
    // What does not divide into addresses is shown as it is.
    guard !list.isEmpty, list.joined().count == configuration[.dstMACAddress]?.count else {
      return words(.dstMACAddress, configuration)
    }
    return list.map { HeldValue.text($0) }.joined(separator: " ")
  }

  private mutating func add(
    _ parameter: String, _ mine: String, _ theirs: String,
    _ consequence: String, reversed: Bool = false
  ) {
    let parts = parameter.split(separator: "/")
    let other = parts.count == 2 ? "\(parts[1]) " : ""
    var sentence =
      "\(names[0]) has \(parts[0]) \(mine), \(names[1]) has \(other)\(theirs): \(consequence)."
    // Host tools differ in the byte order they write, so this is the likeliest of all causes.
    if reversed { sentence += " They are the same bytes in reverse order." }
    findings.append(
      ParameterDifference.Finding(
        parameter: parameter, first: mine, second: theirs, sentence: sentence))
  }
}
