import Links

extension RigFile {
  /// A program that a rig file would run.
  public struct Program: Hashable, Sendable {
    /// The key that names it, such as `boards[0].reset`.
    public let key: String
    /// The name of the board.
    public let board: String
    /// The command line.
    public let command: String
  }

  /// The programs that the file itself names, in its order: it is trusted like a script.
  public var programs: [Program] {
    boards.enumerated().flatMap { index, board in
      board.commands.map { key, command in
        Program(key: "boards[\(index)].\(key)", board: board.name, command: command)
      }
    }
  }
}

extension RigBoard {
  fileprivate var commands: [(key: String, command: String)] {
    var commands: [(String, String)] = []
    for (key, link) in [("link", Optional(link)), ("log", log)] {
      if case .exec(let command) = link { commands.append((key, command)) }
    }
    if case .command(let command) = reset { commands.append(("reset", command)) }
    if case .command(let cut, let restore, _) = power {
      commands += [("power.command.cut", cut), ("power.command.restore", restore)]
    }
    return commands
  }
}
