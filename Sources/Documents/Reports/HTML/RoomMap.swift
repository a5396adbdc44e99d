import Room

/// The room from above: where boards stand, what stands between them, and how far it is from one to
/// the other, in truth and as they measured it.
struct RoomMap {
  private static let maximumBoards = 64
  private static let width = 640.0
  private static let maximumHeight = 460.0
  private static let margin = 46.0

  private let plan: RoomPlan
  /// The median of what was measured, by the two boards, the lesser name first.
  private let measured: [String: (median: Double, count: Int)]

  /// The map of a run; nil where fewer than two boards have a place.
  ///
  /// - Parameter round: reads what a round has measured.
  init?(_ report: RunReport, round: RoundReader) {
    guard report.room.isMap else { return nil }
    plan = report.room
    var distances: [String: [Double]] = [:]
    for traffic in report.traffic {
      guard let board = report.board(traffic.board) else { continue }
      for point in traffic.rounds.points {
        guard let peer = point.value.peer,
          let figures = round(board.firmware, board.dialect, point.value.bytes)
        else { continue }
        distances[Self.key(traffic.board, peer), default: []].append(figures.distance)
      }
    }
    measured = distances.mapValues { (Samples($0).median, $0.count) }
  }

  private static func key(_ one: String, _ other: String) -> String {
    [one, other].sorted().joined(separator: "\n")
  }

  var page: [String: Any] {
    let places = Array(plan.places.prefix(Self.maximumBoards))
    let boards = Set(places.map(\.board))
    let xs =
      places.flatMap { [$0.position.x] + $0.trail.map(\.x) }
      + plan.barriers.flatMap { [$0.from.x, $0.to.x] }
    let ys =
      places.flatMap { [$0.position.y] + $0.trail.map(\.y) }
      + plan.barriers.flatMap { [$0.from.y, $0.to.y] }
    let (left, right) = (xs.min() ?? 0, xs.max() ?? 1)
    let (bottom, top) = (ys.min() ?? 0, ys.max() ?? 1)
    let inner = Self.width - 2 * Self.margin
    let scale = min(
      inner / max(right - left, 0.5),
      (Self.maximumHeight - 2 * Self.margin) / max(top - bottom, 0.5))
    let height = max(120, (top - bottom) * scale + 2 * Self.margin)
    let indent = (Self.width - (right - left) * scale) / 2
    func x(_ value: Double) -> Double { indent + (value - left) * scale }
    func y(_ value: Double) -> Double { height / 2 - (value - (bottom + top) / 2) * scale }
    func point(_ one: Double, _ other: Double) -> String {
      "\(Timeline.number(x(one))),\(Timeline.number(y(other)))"
    }
    let metre = Axis(around: [0, max(right - left, 0.5)], count: 4).ticks.dropFirst().first ?? 1
    let pairs = plan.pairs.filter { boards.isSuperset(of: $0) }
    var labels = MapLabels(width: Self.width, height: height)
    for place in places { labels.keep(x: x(place.position.x), y: y(place.position.y)) }
    let names = places.map { place in
      labels.name(place.board, x: x(place.position.x), y: y(place.position.y))
    }
    let sights = pairs.compactMap { pair -> (line: [String: Any], caption: [String: Any]?)? in
      guard let one = plan.place(of: pair[0]), let other = plan.place(of: pair[1]) else {
        return nil
      }
      let truth = one.position.distance(to: other.position)
      let measured = measured[Self.key(pair[0], pair[1])]
      // What was measured on the way is not what it should be at the end of it.
      let isMoved = !one.trail.isEmpty || !other.trail.isEmpty
      let words =
        Self.metres(truth)
        + (isMoved ? "" : measured.map { " (\(Self.metres($0.median)) measured)" } ?? "")
      let from = (x: x(one.position.x), y: y(one.position.y))
      let to = (x: x(other.position.x), y: y(other.position.y))
      let line: [String: Any] = [
        "x1": Timeline.number(from.x), "y1": Timeline.number(from.y),
        "x2": Timeline.number(to.x), "y2": Timeline.number(to.y),
        "one": pair[0], "other": pair[1],
        "text": "\(pair[0]) – \(pair[1]): \(Self.words(truth, measured))",
      ]
      let caption = labels.along(words, from: from, to: to).map { spot -> [String: Any] in
        [
          "one": pair[0], "other": pair[1], "x": Timeline.number(spot.x),
          "y": Timeline.number(spot.y), "anchor": spot.anchor, "words": words,
          "kind": spot.isForAll ? "" : " small",
        ]
      }
      return (line, caption)
    }
    return [
      "wide": Timeline.number(Self.width), "tall": Timeline.number(height),
      "data": "\(left) \(bottom) \(scale) \(indent) \(height / 2 + (bottom + top) / 2 * scale)",
      "rulerEnd": Timeline.number(12 + metre * scale), "rulerY": Timeline.number(height - 10),
      "ruler": "\(Plot.short(metre)) m",
      "walls": plan.barriers.filter(\.isWall).map { wall in
        [
          "x1": Timeline.number(x(wall.from.x)), "y1": Timeline.number(y(wall.from.y)),
          "x2": Timeline.number(x(wall.to.x)), "y2": Timeline.number(y(wall.to.y)),
          "kind": wall.blocks ? "wall" : "veil", "text": wall.words,
        ] as [String: Any]
      },
      "boxes": plan.barriers.filter { !$0.isWall }.map { box in
        [
          "x1": Timeline.number(min(x(box.from.x), x(box.to.x))),
          "y1": Timeline.number(min(y(box.from.y), y(box.to.y))),
          "across": Timeline.number(max(3, abs(x(box.to.x) - x(box.from.x)))),
          "down": Timeline.number(max(3, abs(y(box.to.y) - y(box.from.y)))),
          "kind": box.blocks ? "wall" : "veil", "text": box.words,
        ] as [String: Any]
      },
      "trails": places.filter { !$0.trail.isEmpty }.map { place in
        [
          "path": (place.trail + [place.position]).map { point($0.x, $0.y) }.joined(separator: " ")
        ]
      },
      "sights": sights.map(\.line), "captions": sights.compactMap(\.caption),
      "boards": zip(places, names).map { place, name in
        [
          "board": place.board, "cx": Timeline.number(x(place.position.x)),
          "cy": Timeline.number(y(place.position.y)),
          "textX": Timeline.number(name.x), "textY": Timeline.number(name.y),
          "anchor": name.anchor,
          "text":
            "\(place.board) at \(Self.metres(place.position.x)), \(Self.metres(place.position.y)), "
            + "\(Self.metres(place.position.z)) above the floor",
        ] as [String: Any]
      },
      "distances": pairs.compactMap { pair -> [String: Any]? in
        guard let one = plan.place(of: pair[0]), let other = plan.place(of: pair[1]) else {
          return nil
        }
        let truth = one.position.distance(to: other.position)
        let measured = measured[Self.key(pair[0], pair[1])]
        let isMoved = !one.trail.isEmpty || !other.trail.isEmpty
        return [
          "between": pair.joined(separator: " – "),
          "truly": Self.metres(truth) + (isMoved ? " at the end" : ""),
          "told": measured.map { "\(Self.metres($0.median)) in \($0.count) rounds" } ?? "–",
          "off": isMoved
            ? "" : measured.map { Plot.errorWord($0.median - truth, "m", isSigned: true) } ?? "",
        ]
      },
    ]
  }

  private static func words(_ truth: Double, _ measured: (median: Double, count: Int)?) -> String {
    "true distance \(metres(truth))" + (measured.map { ", measured \(metres($0.median))" } ?? "")
  }

  /// Metres with centimetres.
  static func metres(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return Plot.short(value) + " m" }
    let all = Int((abs(value) * 100).rounded())
    let rest = all % 100
    return "\(value < 0 ? "-" : "")\(all / 100).\(rest < 10 ? "0" : "")\(rest) m"
  }
}

extension RoomPlan.Barrier {
  fileprivate var words: String { name + (blocks ? ", blocks signals" : ", weakens signals") }
}
