import Journal

/// Values as points in a picture, with a scale at marks, the truth, the limits and their caption:
/// those of one measurement in the order in which they were taken, those that the frames of a board
/// tell over the time of the run, or how many errors are how large.
struct Plot {
  /// Points that a picture has at most; more are thinned out evenly.
  static let maximumPoints = 400
  /// Fewer say nothing that the table does not.
  static let minimumPoints = 5
  private static let height = 190.0
  private static let margin = 8.0
  /// The same across, in per cent.
  private static let side = 1.5

  struct Point {
    /// Where it stands across, on the scale of the picture.
    var place: Double
    var value: Double
    /// The true value; nil where it is unknown.
    var truth: Double?
  }

  let name: String
  let unit: String
  /// How many values there were, of which some are drawn.
  var count: Int
  var points: [Point] = []
  /// Bars instead of points: from, to, and how many.
  var bars: [(from: Double, to: Double, count: Int)] = []
  var limits: Event.Limits?
  /// Borders on the scale across, with their words.
  var borders: [(place: Double, word: String)] = []
  /// Borders across the picture, with their words.
  var zones: [(value: Double, word: String)] = []
  /// The scale across; nil for values beside each other.
  var across: Axis?
  /// Writes a mark of the scale across.
  var acrossWord: (Double) -> String = { Plot.short($0) }
  /// What the picture says in words, behind the figures.
  var remark = ""

  init(_ name: String, unit: String, count: Int) {
    self.name = name
    self.unit = unit
    self.count = count
  }

  private var values: [Double] { points.map(\.value) }
  private var suffix: String { unit.isEmpty ? "" : " " + unit }

  /// Everything that the template shows.
  var page: [String: Any] {
    let limits = [limits?.min, limits?.max].compactMap { $0 }.filter(\.isFinite)
    let isBars = !bars.isEmpty
    // A border far away from every value would make a line of the values.
    let spread = (values.max() ?? 0) - (values.min() ?? 0) + 1
    let near = zones.map(\.value).filter { border in
      values.contains { abs($0 - border) < 5 * spread }
    }
    let up =
      isBars
      ? Axis(around: [0, Double(bars.map(\.count).max() ?? 1)], count: 4)
      : Axis(around: values + points.compactMap(\.truth) + limits + near)
    let across = across ?? Axis(around: [0, Double(max(1, points.count - 1))])
    let wide = 100 - 2 * Self.side
    func y(_ value: Double) -> Double {
      Self.margin + (Self.height - 2 * Self.margin) * (1 - up.part(value))
    }
    func x(_ place: Double) -> Double { Self.side + wide * across.part(place) }
    let low = y(up.low)
    let upWord: (Double) -> String = { isBars ? Plot.short($0) : Plot.short($0) + suffix }
    return [
      "label": name, "high": Timeline.number(Self.height), "caption": caption,
      "scale": up.ticks.map {
        [
          "y": Timeline.number(y($0)), "word": upWord($0),
          "part": Timeline.percent(100 * y($0) / Self.height),
        ]
      },
      "ends": self.across == nil
        ? []
        : [
          [
            "marks": across.ticks.map {
              [
                "at": Timeline.percent(x($0)), "mark": acrossWord($0),
                "isEnd": x($0) > Timeline.end,
              ] as [String: Any]
            }
          ]
        ],
      "rules": limits.map {
        ["y": Timeline.number(y($0)), "text": "limit \(Self.short($0))\(suffix)"]
      },
      // Words of neighbours stand at the two ends, so that none lies on another.
      "zones": zones.filter { near.contains($0.value) }.enumerated().map { index, zone in
        [
          "y": Timeline.number(y(zone.value)), "word": zone.word,
          "wordX": index % 2 == 0 ? "99.5%" : "0.5%", "anchor": index % 2 == 0 ? "end" : "start",
          "wordY": Timeline.number(max(10, y(zone.value) - 3)),
        ]
      },
      "borders": borders.map { ["x": Timeline.percent(x($0.place)), "text": $0.word] },
      "bands": band(limits: self.limits, up, y),
      "segments": segments(x, y),
      "bars": bars.map { bar in
        [
          "x": Timeline.percent(x(bar.from)),
          "width": Timeline.percent(max(0.2, x(bar.to) - x(bar.from) - 0.2)),
          "y": Timeline.number(y(Double(bar.count))),
          "height": Timeline.number(max(0, low - y(Double(bar.count)))),
          "text":
            "\(Self.short(bar.from)) … \(Self.short(bar.to))\(suffix): "
            + HTMLDocument.plural(bar.count, "round"),
        ] as [String: Any]
      },
      "points": points.enumerated().map { index, point in
        let isAllowed = self.limits?.allow(point.value) ?? true
        let truth = point.truth.map { ", truth \(Self.short($0))\(suffix)" } ?? ""
        return [
          "x": Timeline.percent(x(self.across == nil ? Double(index) : point.place)),
          "y": Timeline.number(y(point.value)),
          "tone": isAllowed ? "calm" : "bad",
          "text": "\(Self.short(point.value))\(suffix)\(truth)",
        ] as [String: Any]
      },
    ]
  }

  /// The range that is allowed, as a band.
  private func band(
    limits: Event.Limits?, _ up: Axis, _ y: (Double) -> Double
  ) -> [[String: Any]] {
    guard let limits, limits.min != nil || limits.max != nil else { return [] }
    let top = y(limits.max.map { $0.isFinite ? $0 : up.high } ?? up.high)
    let bottom = y(limits.min.map { $0.isFinite ? $0 : up.low } ?? up.low)
    return [["y": Timeline.number(top), "height": Timeline.number(max(0, bottom - top))]]
  }

  /// The truth as a line in steps: neighbours of one truth are one piece.
  private func segments(
    _ x: (Double) -> Double, _ y: (Double) -> Double
  ) -> [[String: Any]] {
    var pieces: [(from: Double, to: Double, value: Double)] = []
    for point in points {
      guard let truth = point.truth else { continue }
      // Where nothing is measured for long, nothing is drawn.
      if let last = pieces.indices.last, abs(pieces[last].value - truth) < 1e-6,
        x(point.place) - x(pieces[last].to) < 3
      {
        pieces[last].to = point.place
      } else {
        pieces.append((point.place, point.place, truth))
      }
    }
    return pieces.map { piece in
      let (from, to) = (x(piece.from), x(piece.to))
      return [
        "x1": Timeline.percent(from), "x2": Timeline.percent(max(to, from + 0.4)),
        "y": Timeline.number(y(piece.value)), "text": "truth \(Self.short(piece.value))\(suffix)",
      ] as [String: Any]
    }
  }

  private var caption: String {
    var parts: [String] = []
    if !points.isEmpty {
      let samples = Samples(values)
      let some = count > values.count ? "\(values.count) of \(count) values" : "\(count) values"
      parts += [
        some, "median \(Self.short(samples.median))\(suffix)",
        "p95 \(Self.short(samples.p95))\(suffix)",
        "\(Self.short(samples.sorted.first ?? 0)) … \(Self.short(samples.sorted.last ?? 0))\(suffix)",
      ]
      if points.contains(where: { $0.truth != nil }) { parts.append("the line is the true value") }
    }
    let limits = Visible.limits(limits)
    if !limits.isEmpty { parts.append("allowed \(limits)\(suffix)") }
    if !zones.isEmpty { parts.append(zones.map(\.word).joined(separator: ", ")) }
    if !remark.isEmpty { parts.append(remark) }
    return parts.joined(separator: ", ")
  }

  static func differ(_ values: [Double]) -> Bool { values.contains { $0 != values[0] } }

  /// Four digits that count, and no powers of ten where a millionth still tells.
  static func short(_ value: Double) -> String {
    guard value != 0, value.isFinite else { return Visible.number(value) }
    let magnitude = abs(value)
    if magnitude < 0.000_1, magnitude >= 0.000_000_5 {
      let digits = String(Int((magnitude * 1_000_000).rounded()))
      let zeros = String(repeating: "0", count: 6 - digits.count)
      return (value < 0 ? "-0." : "0.") + zeros + digits
    }
    let scale =
      magnitude >= 1000 ? 1.0 : magnitude >= 10 ? 100 : magnitude >= 0.1 ? 1000 : 1_000_000
    let rounded = (value * scale).rounded() / scale
    return Visible.number(rounded)
  }
}
