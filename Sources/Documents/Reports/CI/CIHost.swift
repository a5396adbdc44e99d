import Files
import FoundationEssentials
import Journal
import Notation

/// The service whose job this is, and what it makes of what is printed.
package struct CIHost: Sendable {
  private enum Service {
    case gitHub, gitLab, buildkite
  }

  private let service: Service
  /// Where GitHub wants the summary of the job; nil elsewhere.
  private let summaryFile: String?

  /// The service of this process; nil outside of one that is known.
  package static var current: CIHost? { CIHost(ProcessInfo.processInfo.environment) }

  init?(_ environment: [String: String]) {
    if environment["GITHUB_ACTIONS"] == "true" {
      service = .gitHub
    } else if environment["GITLAB_CI"] == "true" {
      service = .gitLab
    } else if environment["BUILDKITE"] == "true" {
      service = .buildkite
    } else {
      return nil
    }
    let path = environment["GITHUB_STEP_SUMMARY"] ?? ""
    summaryFile = service == .gitHub && !path.isEmpty ? path : nil
  }

  /// The line that begins a group of lines, which the page shows collapsed.
  package func groupBeginning(_ title: String) -> String {
    let title = PrintableText.lines(title)
    return switch service {
    case .gitHub: "::group::\(title)"
    case .gitLab:
      "\u{1B}[0Ksection_start:\(Self.seconds):uwbrig_cases[collapsed=true]\r\u{1B}[0K\(title)"
    case .buildkite: "--- \(title)"
    }
  }

  package var groupEnd: String {
    switch service {
    case .gitHub: "::endgroup::"
    case .gitLab: "\u{1B}[0Ksection_end:\(Self.seconds):uwbrig_cases\r\u{1B}[0K"
    case .buildkite: "+++ uwbrig"
    }
  }

  /// Gives the page of the job its annotations and its summary.
  ///
  /// A summary that cannot be written is worth a remark; it is none of the documents of the run.
  package func publish(
    _ report: RunReport, annotate: (String) -> Void, remark: (String) -> Void
  ) {
    guard service == .gitHub else { return }
    for line in GitHubAnnotations(report).lines { annotate(line) }
    guard let summaryFile else { return }
    do {
      let file = try SystemFile(appending: summaryFile)
      let room = JobSummary.maximumBytes - (try file.seekToEnd())
      let text = JobSummary(report, describe: FrameWords.describer).render(limit: room)
      guard !text.isEmpty else {
        return remark("Note: there is no room left in the summary of the job")
      }
      try file.write(Array(text.utf8))
    } catch {
      remark("Warning: the summary of the job cannot be written: \(error)")
    }
  }

  // uwbrig:allow clock: the log of a job counts in wall time
  private static var seconds: Int { Int(Date().timeIntervalSince1970) }
}
