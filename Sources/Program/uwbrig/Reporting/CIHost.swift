import Foundation
import Reports

/// The service whose job this is, and what it makes of what is printed.
struct CIHost {
  /// A service that is known.
  enum Service {
    case gitHub
    case gitLab
    case buildkite
  }

  let service: Service
  /// Where GitHub wants the summary of the job; nil elsewhere.
  let summaryFile: String?

  /// The service of this process; nil outside of one that is known.
  static var current: CIHost? { CIHost(ProcessInfo.processInfo.environment) }

  /// The service that an environment tells of.
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

  /// Begins a group of lines that the page shows collapsed.
  func beginGroup(_ title: String) {
    switch service {
    case .gitHub: Output.coloured("::group::\(Output.printable(title))")
    case .gitLab:
      Output.coloured(
        "\u{1B}[0Ksection_start:\(Self.seconds):uwbrig_cases[collapsed=true]\r\u{1B}[0K"
          + Output.printable(title))
    case .buildkite: Output.coloured("--- \(Output.printable(title))")
    }
  }

  /// Ends the group.
  func endGroup() {
    switch service {
    case .gitHub: Output.coloured("::endgroup::")
    case .gitLab:
      Output.coloured("\u{1B}[0Ksection_end:\(Self.seconds):uwbrig_cases\r\u{1B}[0K")
    case .buildkite: Output.coloured("+++ uwbrig")
    }
  }

  /// Gives the page of the job its annotations and its summary.
  ///
  /// A summary that cannot be written is worth a remark; it is none of the documents of the run.
  func publish(_ report: RunReport, common: CommonOptions) {
    guard service == .gitHub else { return }
    for line in GitHubAnnotations(report).lines { Output.coloured(line) }
    guard let summaryFile else { return }
    do {
      let place = URL(filePath: summaryFile)
      if !FileManager.default.fileExists(atPath: summaryFile) { try Data().write(to: place) }
      let file = try FileHandle(forWritingTo: place)
      defer { try? file.close() }
      let taken = Int(clamping: try file.seekToEnd())
      let room = JobSummary.maximumBytes - taken
      let text = JobSummary(report, describe: FrameWords.describer).render(limit: room)
      guard !text.isEmpty else {
        return common.remark("Note: there is no room left in the summary of the job")
      }
      try file.write(contentsOf: Data(text.utf8))
    } catch {
      common.remark("Warning: the summary of the job cannot be written: \(error)")
    }
  }

  private static var seconds: Int { Int(Date().timeIntervalSince1970) }
}
