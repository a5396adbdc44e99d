import Journal

extension HTMLDocument {
  /// Rows that a live page begins with; earlier ones are in the report.
  private static let maximumRows = 2_000

  /// The page of a run that goes on: what there is so far, with what happened in each case left to be
  /// asked for, and a script that follows.
  ///
  /// - Parameter cases: how many cases have ended, of which the page holds the last.
  func renderLive(after cases: Int) throws -> String {
    var live = self
    live.isLive = true
    var page = live.page
    page["live"] = [
      [
        "liveSource": PageScript.live.source, "liveScript": PageScript.live.text,
        "liveStyle": Embedded.liveStyle, "next": cases,
      ] as [String: Any]
    ]
    page["title"] = "Running – uwbrig"
    page["headline"] = "Running" + (report.run.map { " on \($0.rig)" } ?? "")
    page["lead"] = "This page follows the run."
    page["banners"] = [String]()
    return try HTMLContent.page().render(page)
  }

  /// The pictures and the groups of what did not pass, for a live page.
  func renderOverview() throws -> String {
    var live = self
    live.isLive = true
    return try PageTemplate(
      "{{> problems}}\n{{> overview}}", partials: HTMLContent.partials()
    ).render(live.page)
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
