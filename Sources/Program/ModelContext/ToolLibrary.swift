import Errors

/// The tools of `uwbrig mcp`.
enum ToolLibrary {
  private static let rig = Parameter(
    "rig", .text(most: 4096),
    "Path of a rig file, or the name of a shipped one such as loopback.yaml. Without it: virtual "
      + "boards inside the program.")
  private static let rigText = Parameter(
    "rig_text", .text(most: 1 << 18), "The text of a rig file, instead of a path.")
  private static let run = Parameter(
    "run", .text(most: 4096), "A run: its name, its folder, or `latest` (the default).")
  private static let filter = Parameter(
    "filter", .text(most: 4096),
    "Which cases: an id such as S08, suite(accessory), tag(x), class(required), board(lock), joined "
      + "with & | ! ( ); all() for every one.", isRequired: true)
  private static let board = Parameter(
    "board", .text(most: 256),
    "A name of the rig file, serial=NUMBER or path=PORT as list_boards has them.", isRequired: true)

  static let all: [Tool] = [
    Tool(
      "list_cases",
      "Lists conformance cases: id, title, class, requirement, source; with a rig whether each would "
        + "run there, and why not.", [filter, rig, rigText]
    ) { (arguments, context) throws(RigError) in
      ["list", "--json"] + (try rigOption(arguments, context))
        + ["--", arguments["filter"] ?? ""]
    },
    Tool(
      "check_rig",
      "Checks a rig file without opening a board: faults with line and column, the boards.",
      [rig, rigText]
    ) { (arguments, context) throws(RigError) in
      let path = try rigPath(arguments, context) ?? "loopback.yaml"
      return ["rig", "check", "--json", "--", path]
    },
    Tool(
      "run_cases",
      "Runs cases on a rig of virtual boards in simulated time and gives counts, groups of failures by "
        + "cause, and the cases that did not pass. With the permit `run` also on real boards. The run is "
        + "kept; explain_case tells more of one of its cases.",
      [
        filter, rig, rigText,
        Parameter("seed", .number(0...Int64.max), "Decides the order and all chance. Default 0."),
      ], limit: .seconds(1800), mayFail: true, next: { summary($0.runFolder) }
    ) { (arguments, context) throws(RigError) in
      ["run", "--quiet", "--progress=none", "--out=\(context.runFolder)"] + bounds(context)
        + (try rigOption(arguments, context)) + arguments.option("seed")
        + ["--", arguments["filter"] ?? ""]
    },
    Tool("list_runs", "Lists the runs that are kept, the latest first, with their counts.") {
      _, _ in
      ["report", "list", "--json"]
    },
    Tool(
      "show_run",
      "How a run ended: counts, groups of failures by cause, and the cases that did not pass.",
      [run]
    ) { arguments, _ in
      summary(arguments["run"] ?? "latest")
    },
    Tool(
      "explain_case",
      "Everything a run knows of one case: the requirement and the clause it comes from, what was "
        + "expected and what came, the decoded frames around it, measurements, cases that failed for the "
        + "same cause, and the command that runs it again.",
      [
        run,
        Parameter(
          "case", .text(most: 512), "The case, such as S08@lock, or its id where it ran once.",
          isRequired: true),
      ]
    ) { arguments, _ in
      ["report", "show", "--json"] + arguments.option("case")
        + ["--", arguments["run"] ?? "latest"]
    },
    Tool(
      "explain_pair",
      "Why two boards of a run do not range with each other: the first difference between what the two "
        + "were given.",
      [
        run,
        Parameter("first", .text(most: 256), "A board of the run.", isRequired: true),
        Parameter("second", .text(most: 256), "Another board of the run.", isRequired: true),
      ], mayFail: true
    ) { arguments, _ in
      ["explain", "--json"] + arguments.option("run")
        + ["--", arguments["first"] ?? "", arguments["second"] ?? ""]
    },
    Tool(
      "compare_runs", "What changed from one run to a later one: verdicts and numbers.",
      [
        Parameter("before", .text(most: 4096), "The earlier run.", isRequired: true),
        Parameter("after", .text(most: 4096), "The later run.", isRequired: true),
      ], mayFail: true
    ) { arguments, _ in
      [
        "report", "compare", "--json", "--", arguments["before"] ?? "", arguments["after"] ?? "",
      ]
    },
    Tool(
      "decode", "Decodes packets of UWB protocols into named fields with units.",
      [
        Parameter("packets", .texts, "Packets in hexadecimal, one an element.", isRequired: true),
        Parameter(
          "protocol",
          .choice(["uci", "accessory", "acd", "scd", "ranging-oob", "find-hub"]),
          "What they are; guessed where it is missing."),
      ], mayFail: true
    ) { arguments, _ in
      ["decode", "--json"] + arguments.option("protocol") + ["--"] + arguments.all("packets")
    },
    Tool("list_boards", "Lists the boards that are attached by USB.") { _, _ in
      ["boards", "--json"]
    },
    Tool(
      "inspect_board",
      "Asks a board of a rig of virtual boards what it is: firmware, versions, capabilities. With the "
        + "permit `run` also a real board, whose ports are opened for it; nothing is written and nothing "
        + "is reset.", [board, rig, rigText], limit: .seconds(120)
    ) { (arguments, context) throws(RigError) in
      ["inspect", "--json"] + bounds(context) + (try rigOption(arguments, context))
        + ["--", arguments["board"] ?? ""]
    },
    Tool(
      "flash_board", "Brings an image onto a board, and verifies it.",
      [
        board, rig,
        Parameter("image", .text(most: 4096), "Path of the image.", isRequired: true),
      ], permit: .flash, limit: .seconds(900)
    ) { (arguments, context) throws(RigError) in
      ["flash", "--json"] + (try rigOption(arguments, context))
        + ["--", arguments["board"] ?? "", arguments["image"] ?? ""]
    },
    Tool(
      "power_board", "Switches a board off, on, or off and on again.",
      [
        board, rig,
        Parameter("state", .choice(["on", "off", "cycle"]), "What to do.", isRequired: true),
      ],
      permit: .power
    ) { (arguments, context) throws(RigError) in
      ["power", "--json"] + (try rigOption(arguments, context))
        + ["--", arguments["board"] ?? "", arguments["state"] ?? ""]
    },
  ]

  /// What a call without the permit `run` must not reach: real boards, and programs of a rig file.
  private static func bounds(_ context: Tool.Context) -> [String] {
    context.permits.contains(.run) ? [] : ["--virtual-only", "--no-programs"]
  }

  private static func rigOption(
    _ arguments: Arguments, _ context: Tool.Context
  ) throws(RigError) -> [String] {
    try rigPath(arguments, context).map { ["--rig=\($0)"] } ?? []
  }

  /// How a run ended, as much of it as one reads: of a board that fails everywhere a case for each cause.
  private static func summary(_ run: String) -> [String] {
    ["report", "show", "--json", "--problems", "--most=60", "--", run]
  }

  /// The rig file of a call; a text is put into its folder.
  private static func rigPath(
    _ arguments: Arguments, _ context: Tool.Context
  ) throws(RigError) -> String? {
    guard let text = arguments["rig_text"] else { return arguments["rig"] }
    guard arguments["rig"] == nil else {
      throw RigError(.usage, reason: "expected rig or rig_text, got both")
    }
    let path = context.folder + "/rig.yaml"
    try PrivateFolder.write(text, to: path)
    return path
  }
}
