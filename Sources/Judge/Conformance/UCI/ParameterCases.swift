import Journal
import Runner
import UCI
import UCIHost
import WireFormat

/// Every application parameter, one instance each: values that are taken and values that are not.
enum ParameterCases {
  static let all: [Case] = [
    ranging, others, limits, beyond, values, sizes,
  ]

  /// The parameters that a ranging session is made of, as they were seen on boards.
  private static let usual = RangingParameters.lonely().tlvs(dialect: .fira2).map(\.id)

  /// A parameter of the table by its name.
  private static func parameter(
    _ context: CaseContext, _ host: UCIHost
  ) throws -> (id: AppConfigID, definition: ParameterDefinition) {
    guard let id = AppConfigID(name: context.parameter), let definition = id.definition else {
      throw CaseEnding.rigFault("no parameter \(context.parameter)")
    }
    if let vendor = definition.vendor, vendor != host.dialect.vendor {
      throw CaseEnding.skip("\(context.parameter) is not of the dialect \(host.dialect)")
    }
    return (id, definition)
  }

  /// The sizes that a value may have in a dialect.
  private static func sizes(_ definition: ParameterDefinition, _ host: UCIHost) -> [Int] {
    guard definition.id == AppConfigID.uwbInitiationTime.rawValue else { return definition.sizes }
    return host.dialect.version == .fira1 ? [4] : [8]
  }

  /// - Returns: the session that has the value: another one where the board configures one only once.
  @discardableResult
  private static func expectTaken(
    _ id: AppConfigID, _ value: [UInt8], of session: UCISession, _ context: CaseContext
  ) async throws -> UCISession {
    let (response, holder) = try await context.set(AppConfigParameter(id, value), of: session)
    let words = Hexadecimal.encode(value)
    try context.require(.ok, is: response.status, session.host, "\(id.name) \(words) is taken")
    return holder
  }

  @discardableResult
  private static func expectRefused(
    _ id: AppConfigID, _ value: [UInt8], of session: UCISession, _ context: CaseContext
  ) async throws -> UCISession {
    let (response, holder) = try await context.set(AppConfigParameter(id, value), of: session)
    let words = value.isEmpty ? "without value" : Hexadecimal.encode(value)
    try context.requireRefusal(response.status, session.host, "\(id.name) \(words) is refused")
    let named = (response.failed ?? []).map(\.id)
    try context.require(
      named.isEmpty || named == [id], "no other parameter is named than \(id.name)",
      expected: "\(id.name) or none", got: named.map(\.name).joined(separator: ", "))
    return holder
  }

  static let ranging = Case.uci(
    "UP01", "the parameters of ranging",
    requirement: "Each parameter of a ranging session can be set again with its value, and the "
      + "session stays IDLE.",
    source: "observed: DWM3001CDK, which takes them all", parameters: usual.map(\.name)
  ) { context, host in
    let (id, _) = try parameter(context, host)
    let parameters = RangingParameters.lonely()
    let session = try await context.configuredSession(on: host, parameters)
    let value = parameters.tlvs(dialect: host.dialect).first { $0.id == id }?.value ?? []
    let holder = try await expectTaken(id, value, of: session, context)
    guard holder === session else {
      throw CaseEnding.skip("\(host.name) configures a session only once, which US26 judges")
    }
    try await context.expectState(
      .idle, asking: session, "the state after \(id.name) was set again")
  }

  static let others = Case.uci(
    "UP02", "the other parameters at their defaults", .varies,
    requirement: "Each other parameter of the list can be set to its default; where it has none, "
      + "to zeros.",
    source: "AOSP, pica (list of parameters)",
    parameters: AppConfigID.definitions.map { AppConfigID(rawValue: $0.id) }.filter {
      !usual.contains($0)
    }.map(\.name)
  ) { context, host in
    let (id, definition) = try parameter(context, host)
    let zeros = [UInt8](repeating: 0, count: definition.sizes.first ?? 1)
    let value = definition.bytes(of: definition.defaultValue) ?? zeros
    let session = try await context.configuredSession(on: host)
    try await expectTaken(id, value, of: session, context)
  }

  private static let ranged = AppConfigID.definitions.filter { $0.range != nil }

  static let limits = Case.uci(
    "UP03", "parameters at their limits", .varies,
    requirement: "The smallest and the largest value of a parameter with limits are taken.",
    source: "AOSP (limits of Android)", parameters: ranged.map(\.name)
  ) { context, host in
    let (id, definition) = try parameter(context, host)
    var session = try await context.configuredSession(on: host)
    for number in [definition.range?.lowerBound ?? 0, definition.range?.upperBound ?? 0] {
      session = try await expectTaken(
        id, definition.bytes(of: [number]) ?? [], of: session, context)
    }
  }

  static let beyond = Case.uci(
    "UP04", "parameters beyond their limits", .varies,
    requirement: "A value below the smallest or above the largest of a parameter is refused.",
    source: "AOSP (limits of Android)", parameters: ranged.map(\.name)
  ) { context, host in
    let (id, definition) = try parameter(context, host)
    let range = definition.range ?? 0...0
    var session = try await context.configuredSession(on: host)
    for number in [range.lowerBound - 1, range.upperBound + 1] where number >= 0 {
      session = try await expectRefused(
        id, definition.bytes(of: [number]) ?? [], of: session, context)
    }
  }

  static let values = Case.uci(
    "UP05", "values that do not exist", .inferred,
    requirement: "A value that a parameter's list does not have is refused, and what was set "
      + "before stays.",
    source: "AOSP (values); observed: pica on values that it does not take",
    parameters: AppConfigID.definitions.filter { !$0.values.isEmpty }.map(\.name)
  ) { context, host in
    let (id, definition) = try parameter(context, host)
    let session = try await context.configuredSession(on: host)
    try await context.expectKept(id, of: session, "\(id.name) stays as it was") {
      var last = session
      for number in Self.absent(from: definition) {
        last = try await expectRefused(id, definition.bytes(of: [number]) ?? [], of: last, context)
      }
      return last
    }
  }

  /// Values that a list does not have: one far from all, and its first with another bit.
  private static func absent(from definition: ParameterDefinition) -> [Int64] {
    let first = definition.values.first?.value ?? 0
    return [0x7E, first | 0x10, first | 0x40].filter { number in
      !definition.values.contains { $0.value == number }
    }
  }

  static let sizes = Case.uci(
    "UP06", "values of a wrong size", .inferred,
    requirement: "A value with too few bytes, with too many or with none is refused.",
    source: "AOSP (sizes of parameters)",
    parameters: AppConfigID.definitions.filter { !$0.sizes.isEmpty }.map(\.name)
  ) { context, host in
    let (id, definition) = try parameter(context, host)
    let right = sizes(definition, host)
    var session = try await context.configuredSession(on: host)
    let (least, most) = (right.min() ?? 1, right.max() ?? 1)
    for size in (least > 1 ? [0, least - 1] : [0]) + [most + 1] {
      session = try await expectRefused(
        id, [UInt8](repeating: 1, count: size), of: session, context)
    }
  }
}
