import Glibc
import Notation
import Statistics

/// A page of pictures about ranges of boards that stood still, before and after a calibration: one file
/// with nothing from outside and without a script.
package struct AccuracyPage: Sendable {
  /// The ranges of one pair.
  package struct Pair: Sendable {
    let name: String
    let truth: Double
    let before: [Double]
    let after: [Double]
    let interval: Double
    /// Degrees by the rig file at which the first board sees the second.
    package var bearing = 0.0
    /// What the first board has seen, before and after, in degrees and metres; empty without angles.
    package var directions:
      (
        before: [(degrees: Double, metres: Double)], after: [(degrees: Double, metres: Double)]
      ) = ([], [])

    /// Distances in metres, in their order, every `interval` seconds.
    package init(
      _ name: String, truth: Double, before: [Double], after: [Double], interval: Double
    ) {
      self.name = name
      self.truth = truth
      self.before = before
      self.after = after
      self.interval = interval
    }

    /// Errors in centimetres.
    fileprivate func errors(_ metres: [Double]) -> [Double] { metres.map { ($0 - truth) * 100 } }
    fileprivate var stages: [(name: String, tone: Int, errors: [Double])] {
      [("before", 0, errors(before)), ("after", 1, errors(after))].filter { !$0.2.isEmpty }
    }
  }

  private let title: String
  private let pairs: [Pair]

  package init(_ title: String, _ pairs: [Pair]) {
    self.title = title
    self.pairs = pairs
  }

  /// The page.
  package var html: String {
    let pictures =
      [overDistance.svg]
      + pairs.flatMap {
        [Self.course($0), Self.distribution($0), Self.histogram($0), Self.allan($0)].map(\.svg)
          + [Self.angles($0).svg]
      }
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(HTMLContent.escaped(title))</title>
      <style>\(Self.style)</style></head><body><main>
      <h1>\(HTMLContent.escaped(title))</h1>
      \(pictures.filter { !$0.isEmpty }.joined(separator: "\n"))
      </main></body></html>

      """
  }

  private static let style = """
    :root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}main{max-width:76rem;margin:auto;\
    padding:1rem;display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(24rem,1fr))}\
    h1{grid-column:1/-1}figure{margin:0}svg{width:100%;height:auto}.tick{font-size:13px;fill:currentColor}\
    .grid{stroke:currentColor;opacity:.12}figcaption{padding-left:2rem}\
    .rule{stroke:currentColor;stroke-dasharray:4 4;opacity:.6}circle.s0,rect.s0{fill:#b45309;opacity:.6}\
    circle.s1,rect.s1{fill:#0369a1;opacity:.6}polyline{fill:none;stroke-width:2}polyline.s0{stroke:#b45309}\
    .ring{fill:none;stroke:currentColor;opacity:.25}polyline.s1{stroke:#0369a1}span.s0{color:#b45309}span.s1{color:#0369a1}
    """

  private static func angles(_ pair: Pair) -> PolarFigure {
    PolarFigure(
      title: "\(pair.name), directions",
      stages: [("before", 0, pair.directions.before), ("after", 1, pair.directions.after)],
      bearing: pair.bearing)
  }

  private var overDistance: AccuracyFigure {
    AccuracyFigure(
      title: "Error over distance", x: "distance in m", y: "trimmed mean in cm",
      series: [("before", 0), ("after", 1)].map { name, tone in
        AccuracyFigure.Series(
          name: name, style: .spots, tone: tone,
          points: pairs.compactMap { pair in
            pair.stages.first { $0.tone == tone }?.errors.trimmedMean(0.1).map { (pair.truth, $0) }
          })
      }, rules: [0])
  }

  /// Each range, and a line through them: the drift.
  private static func course(_ pair: Pair) -> AccuracyFigure {
    AccuracyFigure(
      title: "\(pair.name), course", x: "time in s", y: "error in cm",
      series: pair.stages.flatMap { stage in
        let drift = stage.errors.drift()
        return [
          AccuracyFigure.Series(
            name: stage.name + (drift.map { ", drift \(Figures.signed($0, 1)) cm" } ?? ""),
            style: .points, tone: stage.tone,
            points: stage.errors.enumerated().map {
              (Double($0.offset) * pair.interval, $0.element)
            }), line(stage.errors, stage.tone, pair.interval),
        ]
      }, rules: [0], robust: .y)
  }

  /// From the first to the last range, through the middle of all.
  private static func line(
    _ errors: [Double], _ tone: Int, _ interval: Double
  ) -> AccuracyFigure.Series {
    let ends = errors.drift().flatMap { drift in
      errors.trimmedMean(0.1).map { middle in
        // The drift is that from the middle of the first of ten parts to that of the last.
        let whole = drift * 10 / 9
        return [
          (x: 0.0, y: middle - whole / 2),
          (x: Double(errors.count - 1) * interval, y: middle + whole / 2),
        ]
      }
    }
    return AccuracyFigure.Series(name: "", style: .line, tone: tone, points: ends ?? [])
  }

  private static func distribution(_ pair: Pair) -> AccuracyFigure {
    AccuracyFigure(
      title: "\(pair.name), cumulative", x: "error in cm", y: "share of ranges",
      series: pair.stages.map { stage in
        let sorted = stage.errors.sorted()
        return AccuracyFigure.Series(
          name: stage.name, style: .line, tone: stage.tone,
          points: sorted.enumerated().map {
            ($0.element, Double($0.offset + 1) / Double(sorted.count))
          })
      }, marks: [0], robust: .x)
  }

  private static func histogram(_ pair: Pair) -> AccuracyFigure {
    AccuracyFigure(
      title: "\(pair.name), histogram", x: "error in cm", y: "ranges",
      series: pair.stages.map { stage in
        var bins: [Int: Int] = [:]
        for error in stage.errors where abs(error) < 1e6 {
          bins[Int((error / 2).rounded()), default: 0] += 1
        }
        return AccuracyFigure.Series(
          name: stage.name, style: .bars, tone: stage.tone,
          points: bins.keys.sorted().map { (Double($0) * 2, Double(bins[$0] ?? 0)) })
      }, marks: [0], robust: .x, counted: pair.stages.flatMap(\.errors))
  }

  private static func allan(_ pair: Pair) -> AccuracyFigure {
    AccuracyFigure(
      title: "\(pair.name), Allan deviation", x: "ranges in a row", y: "cm",
      series: pair.stages.map { stage in
        let sizes = [1, 2, 3, 5, 7, 10, 14, 20, 30, 50, 70, 100, 200, 500]
        return AccuracyFigure.Series(
          name: stage.name, style: .line, tone: stage.tone,
          points: sizes.compactMap { size in
            stage.errors.allanDeviation(size).flatMap { deviation in
              deviation > 0 ? (log10(Double(size)), log10(deviation)) : nil
            }
          })
      }, isLogarithmic: true)
  }
}
