import ArgumentParser
import FoundationEssentials
import Glibc
import Journal
import LabRuntime
import Notation
import Settings
import Terminal

/// The program: arguments in, exit status out.
@main
enum Program {
  static func main() {
    StandardStreams.openMissing()
    // A reader that goes away shows as an error of the write, which ends the program quietly.
    _ = signal(SIGPIPE, SIG_IGN)
    // A file that may not grow any more shows as an error of the write, as a full disk does.
    _ = signal(SIGXFSZ, SIG_IGN)
    let status = perform(Array(CommandLine.arguments.dropFirst()))
    exit(Output.status(after: status))
  }

  /// Does what the arguments ask for and gives the exit status.
  static func perform(_ arguments: [String]) -> Int32 {
    if ["--version", "-V"].contains(arguments.first), arguments.count == 1 {
      Output.result(Uwbrig.version)
      return ExitStatus.done.code
    }
    if let order = ServiceOrder(plain: arguments) { return serve(order) }
    do {
      let settings = try ProjectSettings.of(arguments, ProcessInfo.processInfo.environment)
      let completed = settings.held.isEmpty ? arguments : settings.completing(arguments)
      if try ListCommand.performPlain(completed) { return ExitStatus.done.code }
      return ProjectSettings.$current.withValue(settings) {
        ProjectSettings.$arguments.withValue(completed) { parse(completed) }
      }
    } catch { return answer(to: error) }
  }

  private static func parse(_ arguments: [String]) -> Int32 {
    var command: any ParsableCommand
    do {
      try SubcommandCheck.check(arguments)
      command = try Uwbrig.parseAsRoot(arguments)
    } catch { return answer(toArgumentError: error) }
    do {
      try command.run()
      return ExitStatus.done.code
    } catch { return answer(to: error) }
  }

  private static func serve(_ order: ServiceOrder) -> Int32 {
    do {
      LabSignal.block()
      return try VirtualServer(order: order).perform().code
    } catch { return answer(to: error) }
  }

  /// Help and version are answers; everything else that the parser says is a usage error.
  private static func answer(toArgumentError error: any Error) -> Int32 {
    if let failure = error as? Failure { return say(failure) }
    // The parser takes the options that `record` has in common with `run` for a subcommand above it.
    let text = ArgumentErrorText.plain(
      Uwbrig.fullMessage(for: error).replacing("uwbrig run record", with: "uwbrig record"))
    guard Uwbrig.exitCode(for: error) != .success else {
      Output.result(HelpCompletion.added(to: text))
      return ExitStatus.done.code
    }
    Output.diagnostic(text)
    return ExitStatus.usage.code
  }

  private static func answer(to error: any Error) -> Int32 {
    switch error {
    case let status as ExitStatus: return status.code
    case let failure as Failure: return say(failure)
    case let error as DocumentErrors:
      Output.diagnostic("\(error)")
      return ExitStatus.usage.code
    default:
      let isAboutArguments =
        error is CleanExit || error is ValidationError || Uwbrig.exitCode(for: error) == .success
      return isAboutArguments ? answer(toArgumentError: error) : say(Failure(error))
    }
  }

  private static func say(_ failure: Failure) -> Int32 {
    Output.diagnostic("Error: \(failure.message)")
    return failure.status.code
  }
}
