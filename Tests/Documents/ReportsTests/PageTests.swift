import Journal
import Room
import Testing

@testable import Reports
@testable import RunStore

@Suite("The pictures of the page")
struct PageTests {
  private func page(
    _ script: Script, round: @escaping RoundReader = { _, _, _ in nil }
  ) throws -> String {
    try HTMLDocument(RunReport.read(script.bytes), describe: describe, round: round).render()
  }

  /// The part of the page with this id.
  private func part(_ id: String, of page: String) throws -> String {
    let start = try #require(page.firstRange(of: "id=\"\(id)\""), "no \(id)")
    let end = try #require(page[start.lowerBound...].firstRange(of: "</section>"))
    return String(page[start.lowerBound..<end.lowerBound])
  }

  private func placed(_ board: String, _ x: Double, _ y: Double) -> Event {
    .other(
      kind: "board-placed",
      json: .object([
        .init("board", .string(board)), .init("x", .number(x)), .init("y", .number(y)),
        .init("z", .number(1)), .init("yaw", .number(0)), .init("pitch", .number(0)),
      ]))
  }

  /// Two boards, three metres from each other, that range.
  private func ranging(_ place: Double = 3) -> Script {
    var script = Script()
    script.add(.runStarted(.init(version: "1", seed: 0, rig: "r", time: "virtual")), after: 0)
    script.add(placed("anchor", 0, 0))
    script.add(placed("tag", place, 0))
    script.add(
      .other(
        kind: "obstacle",
        json: .object(
          [.init("name", .string(hostile)), .init("shape", .string("wall"))]
            + ["x1", "y1", "x2", "y2"].map { .init($0, .number(1)) }
            + [.init("blocks", .bool(true))])))
    for board in ["anchor", "tag"] {
      script.add(.boardOpened(.init(board: board, identity: "", virtual: true, firmware: "uci")))
    }
    script.instance("ranging.one", on: ["anchor", "tag"], .pass) { script in
      for round in 0..<20 {
        script.frame("anchor", .in, [0x62, 0, 0, UInt8(round % 4)])
      }
    }
    return script
  }

  /// Three metres and some centimetres.
  private let round: RoundReader = { _, _, bytes in
    RoundFigures(distance: 3 + Double(bytes[3]) / 100, azimuth: Double(bytes[3]))
  }

  @Test("the room shows each board, what is between, and each distance in truth and as measured")
  func room() throws {
    let map = try part("_room", of: page(ranging(), round: round))
    #expect(map.ranges(of: "<circle class=\"board\"").count == 2)
    #expect(map.contains("3.00 m (3.02 m measured)") || map.contains("3.00 m (3.01 m measured)"))
    #expect(map.contains("<td class=\"name\">anchor – tag</td>"))
    #expect(map.contains("class=\"wall\""))
    #expect(map.contains("&lt;b&gt;&amp;&quot;&#39;\\u{1b}"))
    #expect(isHarmless(map))
  }

  @Test("distance and angle stand over time beside their truth, and errors in a histogram")
  func truth() throws {
    let plots = try part("_plots", of: page(ranging(), round: round))
    for title in [
      "Distance that anchor reports", "Azimuth that anchor reports",
      "Errors of the distance that anchor reports",
    ] { #expect(plots.contains("<h3>\(title)</h3>"), "\(title)") }
    #expect(plots.contains("truth 3 m"))
    #expect(plots.contains("20 rounds by their error, mean 1.5 cm, median 1.5 cm"))
    #expect(plots.contains("of simulated time"))
    // Four of the distance; the azimuth's errors of 90 degrees are in one.
    #expect(plots.ranges(of: "<rect class=\"calm\"").count == 5)
  }

  @Test("zones of a case and its limits for a median are drawn where they lie among the values")
  func borders() throws {
    var script = ranging()
    script.instance("ranging.two", on: ["anchor", "tag"], .pass) { script in
      for (enter, leave) in [(2.5, 3.5), (3.5, 4)] {
        script.add(.zone(.init(enter: enter, leave: leave, instance: "ranging.two@anchor+tag")))
      }
      for limit in [0.02, 0.02, 0.25] {
        script.add(
          .measurement(
            .init(
              name: "error of the median distance", value: 0.01, unit: "m",
              limits: .init(min: -limit, max: limit), instance: "ranging.two@anchor+tag")))
      }
    }
    let plots = try part("_plots", of: page(script, round: round))
    for word in [
      "zone entered at 2.5 m", "zone left, zone entered at 3.5 m", "zone left at 4 m",
      "<title>limit of the median 2 cm</title>", "allowed for the median: ±2 cm",
      "allowed for the median: ±25 cm",
    ] { #expect(plots.contains(word), "\(word)") }
    #expect(!plots.contains("limit of the median 25 cm"))
  }

  @Test(
    "words on the map lie on no board and on no other words, and are left out where there is no room"
  )
  func labels() {
    var labels = MapLabels(width: 640, height: 300)
    let boards = (0..<6).map { (x: 100 + 40 * Double($0), y: 150.0) }
    for board in boards { labels.keep(x: board.x, y: board.y) }
    var rows: [Double: [(from: Double, to: Double)]] = [:]
    var found = 0
    for (number, board) in boards.enumerated() {
      for other in boards.dropFirst(number + 1) {
        guard let spot = labels.along("12.34 m (12.34 m measured)", from: board, to: other) else {
          continue
        }
        found += 1
        let left = spot.x - 26 * 3.8
        #expect(abs(spot.y - 150) > 7)
        for row in rows[spot.y] ?? [] { #expect(left >= row.to || left + 26 * 7.6 <= row.from) }
        rows[spot.y, default: []].append((left, left + 26 * 7.6))
      }
    }
    #expect((1..<15).contains(found))
    let spot = labels.name("board", x: 630, y: 20)
    #expect(spot.anchor == "end")
  }

  @Test("without places there is no map, and places that are none are passed over")
  func noRoom() throws {
    #expect(!(try page(everyVerdict())).contains("id=\"_room\""))
    var script = ranging()
    for value in [JSONValue.number(.infinity), .number(1e300), .string("x"), .null] {
      script.add(
        .other(
          kind: "board-placed",
          json: .object([
            .init("board", .string("ghost")), .init("x", value), .init("y", value),
            .init("z", value),
          ])))
    }
    #expect(!(try page(script)).contains("ghost"))
  }

  @Test("a board that moves leaves its way, however long it is")
  func trail() throws {
    var script = ranging()
    for step in 0..<10_000 { script.add(placed("tag", 3 + Double(step) / 1000, 0)) }
    let report = try RunReport.read(script.bytes)
    let place = try #require(report.room.place(of: "tag"))
    #expect((50...200).contains(place.trail.count))
    #expect(place.trail.first?.x == 3)
    #expect(try part("_room", of: page(script)).contains("<polyline class=\"trail\""))
  }

  @Test("cases stand against boards, each cell leads to its case, and what passed is folded")
  func heat() throws {
    let heat = try part("_heat", of: page(everyVerdict()))
    #expect(heat.contains("<span>lock+phone</span>"))
    #expect(
      heat.contains(
        "<a class=\"bad\" href=\"#accessory.stop-while-idle@lock\">F</a>"))
    #expect(heat.contains("4 cases that did not fail on any board"))
  }

  @Test("a failure has a lane for the rig and each board, an arrow each frame, and its moment")
  func sequence() throws {
    let page = try page(everyVerdict())
    let start = try #require(page.firstRange(of: "id=\"accessory.stop-while-idle@lock\""))
    let chart = page[start.lowerBound...].prefix(6_000)
    #expect(chart.contains("<span>rig</span> <span>lock</span>"))
    #expect(chart.contains("<tr class=\"out l1\">"))
    #expect(chart.contains("<tr class=\"in l1\">"))
    #expect(chart.contains("<i>STOP</i>"))
    #expect(chart.contains("✗ here it failed"))
  }

  @Test(
    "the name of a message stands over its arrow, and once more beside it where it is too long",
    arguments: [
      ("did-stop", "did-stop", ""), ("initialize: 3 bytes", "initialize", "3 bytes"),
      ("CORE_RESET_CMD a, b", "CORE_RESET_CMD", "a, b"),
      (
        "accessory-configuration-data: ACD", "accessory-configuration-data",
        "accessory-configuration-data: ACD"
      ), ("", "", ""),
    ])
  func label(decoded: String, label: String, rest: String) {
    #expect(SequenceChart.split(decoded) == (label, rest))
  }

  @Test("of many frames those around the failure are seen, and the rest is folded")
  func folded() throws {
    let page = try page(everyVerdict())
    let start = try #require(page.firstRange(of: "id=\"accessory.malformed"))
    let chart = page[start.lowerBound...].prefix(60_000)
    #expect(chart.contains("<details class=\"rest\"><summary>"))
    #expect(chart.contains("earlier lines, "))
  }

  @Test(
    "a scale has marks at round numbers around its values",
    arguments: [
      ([0.0, 10], [0.0, 2, 4, 6, 8, 10]),
      ([2.93, 3.07], [2.9, 2.95, 3, 3.05, 3.1]),
      ([-30, 30], [-40, -20, 0, 20, 40]), ([], [0, 0.2, 0.4, 0.6, 0.8, 1]),
    ])
  func axis(values: [Double], ticks: [Double]) {
    let axis = Axis(around: values)
    #expect(axis.low <= values.min() ?? 0 && axis.high >= values.max() ?? 1)
    #expect(axis.ticks == ticks, "\(axis.ticks)")
  }

  @Test("a scale of any numbers ends", arguments: [1e-300, 1e300, .infinity, .nan, 0, -1e300])
  func extremes(value: Double) {
    #expect(Axis(around: [value, value * 2]).ticks.count < 60)
    #expect(Axis(until: Int64.max).ticks.count <= 50)
  }

  @Test("the last runs stand beside each other with their verdicts")
  func trend() throws {
    var runs = ["a", "b", "c"].map { RunOutcome(id: hostile + $0, started: "2026-11-2\($0)") }
    runs[0].counts[.pass] = 9
    runs[1].counts[.fail] = 3
    runs[2].counts[.pass] = 10
    let page = try HTMLDocument(
      try judged(try finishedJournal()), background: .init(trend: runs), describe: describe
    ).render()
    let trend = try part("_trend", of: page)
    #expect(trend.ranges(of: "<g>").count == 3)
    #expect(trend.contains("3 FAIL"))
    #expect(isHarmless(page))
  }

  @Test(
    "times say which clock they are of, the same in the terminal, on the page and in JUnit",
    arguments: [("virtual", "simulated"), ("real", "wall")])
  func clock(time: String, word: String) throws {
    var script = Script()
    script.add(.runStarted(.init(version: "1", seed: 0, rig: "r", time: time)), after: 0)
    script.instance("a.one", on: ["lock"], .pass, microseconds: 0)
    script.instance("a.two", on: ["lock"], .pass, microseconds: 2_000_000)
    script.add(.runFinished(.init(counts: .init(), status: 0)), after: 1_000_000)
    let report = try RunReport.read(script.bytes)
    let taken = "1.5 s of \(word) time"
    #expect(try page(script).contains(taken))
    let summary = SummaryRenderer(width: 100, color: false).render(report, wall: 3_000, slowest: 5)
    #expect(summary.contains(taken))
    #expect(summary.contains(", 3 ms of wall time") == (word == "simulated"))
    #expect(summary.contains("The slowest cases, in \(word) time:\n  2 s  a.two@lock\n"))
    #expect(!summary.contains("0 s  a.one"))
    #expect(
      JUnitDocument(report, describe: describe).render().contains("name=\"time\" value=\"\(word)\"")
    )
    #expect(!(try page(script)).contains("0 µs"))
  }
}
