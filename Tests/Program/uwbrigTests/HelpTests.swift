import Testing

@Suite("Help")
struct HelpTests {
  static let subcommands = [
    "run", "list", "decode", "report", "virtual", "rig", "schema", "boards", "power", "range",
    "console", "doctor", "udev", "flash", "replay", "record", "inspect", "soak",
    "mutate", "scan", "config",
  ]

  @Test("help of the root is an answer on standard output")
  func root() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["--help"])
    #expect(ending.status == 0)
    #expect(ending.errors.isEmpty)
    try expectSnapshot(ending.output, "help.txt")
    #expect(try program.run(["help"]).output == ending.output)
  }

  @Test("help of a subcommand is an answer on standard output", arguments: subcommands)
  func command(_ command: String) throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run([command, "--help"])
    #expect(ending.status == 0)
    #expect(ending.errors.isEmpty)
    try expectSnapshot(ending.output, "help-\(command).txt")
  }

  @Test("every subcommand takes the common options", arguments: subcommands)
  func common(_ command: String) throws {
    let program = try Program()
    defer { program.clean() }
    let help = try program.run([command, "--help"]).output
    for option in ["--json", "--color", "--quiet", "--verbose"] { #expect(help.contains(option)) }
  }

  @Test("the version is an answer on standard output")
  func version() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["--version"])
    #expect(ending.status == 0)
    #expect(ending.errors.isEmpty)
    #expect(ending.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
  }
}
