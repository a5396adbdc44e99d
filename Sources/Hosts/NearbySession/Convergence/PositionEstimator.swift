/// Where an object is, computed from ranges that were taken along the device's own path: nonlinear
/// least squares with covariance. It knows nothing but those ranges.
///
/// A path on a line leaves a circle of places, one in a plane two that mirror each other: as long as
/// another place explains the ranges as well, it is told too.
struct PositionEstimator: Sendable {
  /// A range and where the device was when it was taken.
  struct Sample: Hashable, Sendable {
    /// Where the device was, in its own frame, in metres.
    var position: SIMD3<Double>
    /// The distance in metres.
    var distance: Double
  }

  struct Estimate: Hashable, Sendable {
    /// The most likely place, in the frame of the device's path.
    var position: SIMD3<Double>
    /// A place that explains the ranges about as well; nil when there is none.
    var alternative: SIMD3<Double>?
    /// The covariance of the place in square metres; nil where the ranges do not bound it.
    var covariance: SymmetricMatrix?
  }

  /// Ranges that are used; older ones are forgotten.
  static let capacity = 240
  /// What a range is expected to be off, in metres: never less is assumed.
  static let noise = 0.05
  private static let maximumDistance = 1000.0

  /// The ranges in use, oldest first.
  private(set) var samples: [Sample] = []

  /// The places that were found last: the best, and one that explains the ranges as well.
  private var known: [SIMD3<Double>] = []
  private var taken = 0

  /// Takes a range; what is no number, negative or beyond a kilometre is passed over.
  mutating func add(_ sample: Sample) {
    guard sample.position.isFinite, sample.distance.isFinite, sample.distance >= 0,
      sample.distance <= Self.maximumDistance, sample.position.length <= 1e6
    else { return }
    samples.append(sample)
    if samples.count > Self.capacity { samples.removeFirst(samples.count - Self.capacity) }
  }

  /// The result of the ranges; nil with fewer than four.
  ///
  /// It goes on from what it found before, and looks around anew from time to time.
  mutating func estimate() -> Estimate? {
    guard samples.count >= 4 else { return nil }
    taken += 1
    // Often while there are few ranges, seldom when there are many.
    let looksAround = known.isEmpty || taken.nonzeroBitCount == 1 || taken.isMultiple(of: 32)
    var found = (looksAround ? starts(Path(samples)) + known : known).compactMap { start in
      let (place, cost) = descend(from: start)
      return place.isFinite && cost.isFinite ? (place: place, cost: cost) : nil
    }
    found.sort { $0.cost < $1.cost }
    guard let best = found.first else { return nil }
    // Costs are in units of the noise: a place that is worse by this much is ruled out at three
    // standard deviations.
    let share = best.cost / Double(samples.count)
    let rival = found.first {
      ($0.place - best.place).length > 0.5 && $0.cost < best.cost + 9 * max(1, share)
    }
    known = [best.place] + (rival.map { [$0.place] } ?? [])
    return measured(best.place, rival?.place)
  }

  /// How sure a place is. Ranges that are far off count as little as they pulled.
  private func measured(
    _ place: SIMD3<Double>, _ alternative: SIMD3<Double>?
  ) -> Estimate {
    var (squares, weights) = (0.0, 0.0)
    var normal = SymmetricMatrix()
    for sample in samples {
      let arm = place - sample.position
      let error = arm.length - sample.distance
      let weight = Self.weight(error)
      squares += weight * weight * error * error
      weights += weight
      if arm.length > 1e-6 { normal.add(arm / arm.length, weight: weight) }
    }
    let variance = max(squares / max(1, weights - 3), Self.noise * Self.noise)
    var covariance = normal.inverse
    covariance?.diagonal *= variance
    covariance?.beside *= variance
    return Estimate(position: place, alternative: alternative, covariance: covariance)
  }

  /// Places to begin at: in all directions of the path's own axes, as far away as the ranges say.
  private func starts(_ path: Path) -> [SIMD3<Double>] {
    let reach = max(0.1, samples.reduce(0) { $0 + $1.distance } / Double(samples.count))
    var starts: [SIMD3<Double>] = []
    for axis in path.axes {
      starts.append(path.centre + axis.direction * reach)
      starts.append(path.centre - axis.direction * reach)
    }
    let (a, b) = (path.axes[0].direction, path.axes[1].direction)
    for direction in [a + b, a - b, b - a, (a + b) * -1] {
      starts.append(path.centre + direction * (reach * 0.5.squareRoot()))
    }
    return starts
  }

  /// Goes downhill as Levenberg and Marquardt do; ranges that are far off pull with less weight.
  private func descend(from start: SIMD3<Double>) -> (place: SIMD3<Double>, cost: Double) {
    var place = start
    var cost = self.cost(place)
    var damping = 1e-3
    for _ in 0..<40 {
      var normal = SymmetricMatrix()
      var right = SIMD3<Double>.zero
      for sample in samples {
        let arm = place - sample.position
        let length = max(arm.length, 1e-6)
        let error = length - sample.distance
        let weight = Self.weight(error)
        let slope = arm / length
        normal.add(slope, weight: weight)
        right -= slope * (error * weight)
      }
      var moved = false
      for _ in 0..<8 {
        var damped = normal
        let floor = SIMD3(repeating: 1e-9 * Double(samples.count))
        damped.diagonal += (normal.diagonal + floor) * damping
        guard let step = damped.solve(right) else {
          damping *= 10
          continue
        }
        let next = place + step
        let nextCost = self.cost(next)
        if nextCost <= cost {
          moved = step.length > 1e-6
          (place, cost) = (next, nextCost)
          damping = max(damping / 5, 1e-9)
          break
        }
        damping *= 5
      }
      if !moved { break }
    }
    return (place, cost)
  }

  /// Three times the noise is believed; beyond, a range pulls with constant force (Huber).
  private static func weight(_ error: Double) -> Double {
    let limit = 3 * noise
    return error.magnitude <= limit ? 1 : limit / error.magnitude
  }

  private func cost(_ place: SIMD3<Double>) -> Double {
    let limit = 3 * Self.noise
    return samples.reduce(0) { sum, sample in
      let error = ((place - sample.position).length - sample.distance).magnitude
      let loss = error <= limit ? error * error : limit * (2 * error - limit)
      return sum + loss / (Self.noise * Self.noise)
    }
  }
}

/// The shape of a path.
struct Path {
  let centre: SIMD3<Double>
  /// The directions in which it extends, the longest first; the values are variances.
  let axes: [(value: Double, direction: SIMD3<Double>)]

  init(_ samples: [PositionEstimator.Sample]) {
    let count = Double(max(1, samples.count))
    let centre = samples.reduce(SIMD3<Double>.zero) { $0 + $1.position } / count
    var scatter = SymmetricMatrix()
    for sample in samples { scatter.add(sample.position - centre, weight: 1 / count) }
    self.centre = centre
    axes = scatter.axes
  }
}
