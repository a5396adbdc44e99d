package import Errors
import Journal

/// What a client may do beyond looking and rehearsing, by the names of `mcp --allow`.
package enum Permit: String, CaseIterable, Sendable {
  /// Run cases on real boards, and what a rig file names as programs.
  case run
  /// Bring images onto boards.
  case flash
  /// Switch boards off and on.
  case power
}

/// A tool that a client calls: a name, its parameters, and the subcommands that it stands for.
///
///     Tool("list_runs", "Lists the runs, the latest first.") { _, _ in ["report", "list"] }
package struct Tool: Sendable {
  /// One subcommand of the program, as a person would type it.
  struct Step {
    let words: [String]
    /// Whether the next step is of use after a status of 1, 3 or 4: a verdict, not a refusal.
    var mayFail = false
  }

  /// What a call needs beside its arguments.
  struct Context {
    /// A private folder of this call.
    let folder: String
    /// A folder for a run that this call makes.
    let runFolder: String
    let permits: Set<Permit>
  }

  let name: String
  let about: String
  let parameters: [Parameter]
  /// What it needs; nil for a tool that changes nothing.
  let permit: Permit?
  /// How long it may take.
  let limit: Duration
  private let mayFail: Bool
  private let words: @Sendable (Arguments, Context) throws(RigError) -> [String]
  /// The words of a second step.
  private let next: (@Sendable (Context) -> [String])?

  init(
    _ name: String, _ about: String, _ parameters: [Parameter] = [], permit: Permit? = nil,
    limit: Duration = .seconds(60), mayFail: Bool = false,
    next: (@Sendable (Context) -> [String])? = nil,
    words: @escaping @Sendable (Arguments, Context) throws(RigError) -> [String]
  ) {
    self.name = name
    self.about = about
    self.parameters = parameters
    self.permit = permit
    self.limit = limit
    self.mayFail = mayFail
    self.next = next
    self.words = words
  }

  func steps(_ arguments: Arguments, _ context: Context) throws(RigError) -> [Step] {
    let first = Step(words: try words(arguments, context), mayFail: mayFail)
    return [first] + (next.map { [Step(words: $0(context))] } ?? [])
  }

  /// Its entry in the list of tools.
  var entry: JSONValue {
    let required = parameters.filter(\.isRequired).map { JSONValue.string($0.name) }
    return .object([
      .init("name", .string(name)), .init("description", .string(about)),
      .init(
        "inputSchema",
        .object([
          .init("type", .string("object")),
          .init("properties", .object(parameters.map(\.schema))),
          .init("required", .array(required)),
          .init("additionalProperties", .bool(false)),
        ])),
      .init(
        "annotations",
        .object([
          .init("readOnlyHint", .bool(permit == nil)),
          .init("destructiveHint", .bool(permit == .flash)),
          .init("openWorldHint", .bool(false)),
        ])),
    ])
  }
}
