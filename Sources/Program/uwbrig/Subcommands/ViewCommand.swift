import ArgumentParser
import JSONDocuments
import LabRuntime
import LivePage
import Runs
import Terminal

/// `view`: the live page of a run on disk.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Serves the page of a run to a browser, also while it runs.",
    discussion: """
      A RUN is a folder, a journal (events.ndjson), the name of a run below out, or `latest`. Prints \
      the URL of the page; everyone who has it can read the page, and nothing can be changed there. A \
      slider shows the run at any moment. A run that was killed is shown as interrupted. With \
      LG_COORDINATOR or --coordinator the page shows the fleet's places as well. Ends on Ctrl-C. `uwbrig run --view` serves the page of its own run.
      """)

  @Argument(help: ArgumentHelp("The run.", valueName: "run"), completion: Completions.runs)
  var word = "latest"

  @OptionGroup var viewing: ViewOptions
  @OptionGroup var coordinators: CoordinatorOptions
  @OptionGroup var folder: RunsOption
  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    // Before any thread: a thread takes over which signals are blocked.
    LabSignal.block()
    let run = try NamedRun(word, below: folder.runs)
    let service = try viewing.start(
      run.journal, fleet: FleetWatch.source(coordinators.coordinator))
    if common.json {
      ViewDocument(run: run.name, url: service.url).print()
    } else {
      Output.result(service.url + "\n")
    }
    LabSignal.listen { signal in
      if case .status = signal { return }
      service.stop()
    }
    service.wait()
  }
}

struct ViewDocument: Document {
  static let schema = "uwbrig.view/1"
  static let about = "What `uwbrig view --json` prints when the page is served."

  var run: String
  var url: String
}
