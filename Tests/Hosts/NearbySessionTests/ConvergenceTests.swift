import LabRuntime
import Testing

@testable import NearbySession
@testable import Room

@Suite("Camera assistance")
struct ConvergenceTests {
  /// A person who walks about with the phone: an arc to the side and some way up and down.
  struct Walk {
    var seed: UInt64
    var object: SIMD3<Double>
    var poses: [DevicePose]

    init(seed: UInt64, points: Int = 60) {
      var random = LabRandom(seed: seed, stream: "walk")
      func number(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * Double(random.index(below: 10_001)) / 10_000
      }
      self.seed = seed
      object = SIMD3(number(-4, 4), number(2, 6), number(0.3, 2.2))
      let (width, depth, height) = (number(0.6, 1.5), number(0.3, 1), number(0.2, 0.5))
      let phase = number(0, 6)
      poses = (0..<points).map { index in
        let turn = 4 * Double.pi * Double(index) / Double(points)
        let place = SIMD3(
          width * cosine(turn), depth * cosine(turn * 1.3 + phase),
          1.2 + height * cosine(turn * 0.7 + phase))
        return DevicePose(position: place, yaw: 0.2 * cosine(turn))
      }
    }

    /// The ranges as a room with its noise gives them.
    func ranges(_ noise: Noise = .default) -> [Double] {
      var random = LabRandom(seed: seed, stream: "ranges")
      return poses.map { pose in
        let way = object - pose.position
        return noise.applied(to: (way * way).sum().squareRoot(), &random)
      }
    }

    func assistance(_ ranges: [Double]) -> CameraAssistance {
      var assistance = CameraAssistance()
      for (range, pose) in zip(ranges, poses) { assistance.add(distance: range, at: pose) }
      return assistance
    }

    func error(_ place: SIMD3<Double>) -> Double {
      ((place - object) * (place - object)).sum().squareRoot()
    }
  }

  @Test("a rich walk converges near to the truth, over 100 walks")
  func walks() throws {
    var errors: [Double] = []
    for seed in UInt64(1)...100 {
      let walk = Walk(seed: seed)
      guard let place = walk.assistance(walk.ranges()).position else { continue }
      errors.append(walk.error(place))
    }
    errors.sort()
    #expect(errors.count >= 95, "converged: \(errors.count) of 100")
    let (median, worst) = (errors[errors.count / 2], errors[errors.count * 95 / 100])
    print("100 walks: \(errors.count) converged, median \(median) m, 95th percentile \(worst) m")
    #expect(median < 0.12, "median \(median) m")
    #expect(worst < 0.4, "95th percentile \(worst) m")
  }

  @Test("the estimate does not follow the truth when that is changed after the ranges were taken")
  func truthChanges() throws {
    var walk = Walk(seed: 7)
    let assistance = walk.assistance(walk.ranges())
    let before = try #require(assistance.position)
    walk.object += SIMD3(5, -3, 1)
    #expect(assistance.position == before)
    #expect(walk.error(before) > 3)
  }

  @Test("without ranges nothing is known, and a phone that lies still learns nothing")
  func still() {
    var assistance = CameraAssistance()
    #expect(assistance.convergence == .unknown)
    for _ in 0..<50 { assistance.add(distance: 3, at: DevicePose(position: .zero)) }
    #expect(assistance.convergence == .notConverged([.insufficientMovement]))
    #expect(assistance.position == nil)
    #expect(assistance.horizontalAngle(from: DevicePose(position: .zero)) == nil)
  }

  @Test("a path on a line leaves a circle, and says which way is missing")
  func line() {
    for (direction, reasons) in [
      (
        SIMD3(1.0, 0, 0),
        [Convergence.Reason.insufficientVerticalSweep, .insufficientHorizontalSweep]
      ),
      (SIMD3(0, 0, 1.0), [.insufficientHorizontalSweep]),
    ] {
      var assistance = CameraAssistance()
      let object = SIMD3(1.0, 3, 1)
      for step in 0..<40 {
        let place = direction * (Double(step) * 0.05)
        let way = object - place
        assistance.add(
          distance: (way * way).sum().squareRoot(), at: DevicePose(position: place))
      }
      #expect(assistance.convergence == .notConverged(reasons))
    }
  }

  @Test("a path in a plane gives the angle")
  func plane() throws {
    var assistance = CameraAssistance()
    let object = SIMD3(1.0, 3, 2.5)
    let start = DevicePose(position: SIMD3(0, 0, 1))
    for step in 0..<80 {
      let turn = Double(step) * 0.16
      let place = SIMD3(cosine(turn), 0.8 * cosine(turn + 1.5), 1)
      let way = object - place
      assistance.add(distance: (way * way).sum().squareRoot(), at: DevicePose(position: place))
    }
    #expect(assistance.convergence == .converged)
    let angle = try #require(assistance.horizontalAngle(from: start))
    #expect((angle - 0.3217).magnitude < 0.05, "\(angle)")
  }

  @Test("ranges that are far off do not carry the estimate away")
  func outliers() throws {
    let walk = Walk(seed: 11)
    var ranges = walk.ranges()
    for index in stride(from: 0, to: ranges.count, by: 9) { ranges[index] += 3 }
    let place = try #require(walk.assistance(ranges).position)
    #expect(walk.error(place) < 1, "\(walk.error(place)) m")
  }

  @Test("darkness is a reason of its own")
  func darkness() {
    let walk = Walk(seed: 3)
    var assistance = walk.assistance(walk.ranges())
    assistance.isLit = false
    #expect(assistance.convergence == .notConverged([.insufficientLighting]))
  }

  @Test("what is no number is passed over")
  func nonsense() {
    var estimator = PositionEstimator()
    for value in [Double.nan, .infinity, -1, 1e9] {
      estimator.add(.init(position: .zero, distance: value))
      estimator.add(.init(position: SIMD3(value, 0, value.isNaN ? value : .nan), distance: 1))
    }
    #expect(estimator.samples.isEmpty)
    for _ in 0..<1000 { estimator.add(.init(position: .zero, distance: 0)) }
    #expect(estimator.samples.count == PositionEstimator.capacity)
    _ = estimator.estimate()
  }
}

/// Without a math library in the tests' imports: accurate to 1e-9 for moderate angles.
private func cosine(_ angle: Double) -> Double {
  let x = angle.remainder(dividingBy: 2 * .pi)
  var (term, sum) = (1.0, 1.0)
  for k in 1...14 {
    term *= -x * x / Double((2 * k - 1) * (2 * k))
    sum += term
  }
  return sum
}
