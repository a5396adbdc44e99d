import Journal

extension HTMLDocument {
  /// Rows that a live page begins with; earlier ones are in the report.
  private static let maximumRows = 2_000

  /// The page of a run that goes on: what there is so far, with what happened in each case left to be
  /// asked for, and a script that follows.
  ///
  /// - Parameter cases: how many cases have ended, of which the page holds the last.
  func renderLive(after cases: Int) throws -> String {
    var page = followed(from: cases, "Pause")
    page["following"] = [["again": "replay"]]
    page["title"] = "Running – uwbrig"
    page["headline"] = "Running" + (report.run.map { " on \($0.rig)" } ?? "")
    page["lead"] = "This page follows the run."
    return try HTMLContent.page().render(page)
  }

  /// The page on which a run is seen again, with the moment as a slider: the cases that have ended by
  /// then, and the pictures of the whole run.
  ///
  /// - Parameter end: the last moment, in microseconds.
  func renderReplay(until end: Int64) throws -> String {
    var page = followed(from: 0, "Play")
    page["replay"] = [["until": "\(end)", "untilTime": Visible.duration(end)]]
    page["places"] = [[String: Any]]()
    page["title"] = "Replay – uwbrig"
    page["headline"] = "Replay" + (report.run.map { " of \($0.rig)" } ?? "")
    page["lead"] =
      "Boards, frames, room and cases are those of the moment; the pictures below are of the "
      + "whole run."
    return try HTMLContent.page().render(page)
  }

  /// The page with a script that follows.
  private func followed(from cases: Int, _ hold: String) -> [String: Any] {
    var page = page
    page["live"] = [
      [
        "liveSource": PageScript.live.source, "liveScript": PageScript.live.text,
        "liveStyle": Embedded.liveStyle, "next": cases, "hold": hold,
      ] as [String: Any]
    ]
    page["banners"] = [String]()
    return page
  }

  /// The pictures and the groups of what did not pass, for a live page.
  func renderOverview() throws -> String {
    try PageTemplate(
      "{{> problems}}\n{{> overview}}", partials: HTMLContent.partials()
    ).render(page)
  }

  /// The instances that the tables of the page show.
  var listed: [Instance] {
    // What came last is looked for first while a run goes on.
    isLive ? report.instances.suffix(Self.maximumRows).reversed() : report.instances
  }

  /// A place for what happened in an instance, which is fetched when it is opened.
  func later(_ instance: Instance) -> String {
    "<details class=\"what-happened\" data-evidence=\"\(instance.ordinal)\">"
      + "<summary>What happened</summary></details>\n"
  }
}
