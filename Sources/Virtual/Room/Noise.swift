import Glibc
import LabRuntime

/// How far measured distances are from the truth.
public struct Noise: Hashable, Sendable {
  /// Standard deviation of a distance, in metres.
  public var sigma: Double
  /// The constant error of every distance, in metres.
  public var bias: Double
  /// The share of rounds in which a reflection is taken for the direct way, from 0 to 1.
  public var reflections: Double
  /// How much longer than the direct way a reflection is at most, in metres.
  public var detour: Double

  /// Gaussian noise, and perhaps reflections.
  public init(sigma: Double, bias: Double = 0, reflections: Double = 0, detour: Double = 0) {
    self.sigma = sigma
    self.bias = bias
    self.reflections = reflections
    self.detour = detour
  }

  /// A healthy two-way ranging in a quiet room: a few centimetres.
  public static let `default` = Noise(sigma: 0.03)
  /// The truth.
  public static let none = Noise(sigma: 0)

  /// The noises that have a name.
  public static let profiles: [(name: String, noise: Noise)] = [
    ("default", .default), ("none", .none), ("low", Noise(sigma: 0.01)),
    ("high", Noise(sigma: 0.15)),
    ("reflections", Noise(sigma: 0.05, bias: 0.05, reflections: 0.1, detour: 2)),
  ]

  /// The noise of that name.
  public static func named(_ name: String) -> Noise? {
    profiles.first { $0.name == name }?.noise
  }

  /// `distance` as it is measured; draws twice from `random`, and twice more where there are
  /// reflections.
  func applied(to distance: Double, _ random: inout LabRandom) -> Double {
    var measured = distance + bias + sigma * random.normal()
    if reflections > 0 {
      let (isReflected, share) = (random.unit() < reflections, random.unit())
      if isReflected { measured += detour * share }
    }
    return max(0, measured)
  }
}

extension LabRandom {
  /// A number of the normal distribution, by Box and Muller; draws twice.
  mutating func normal() -> Double {
    // 1 - u keeps the logarithm finite.
    let radius = (-2 * log(1 - unit())).squareRoot()
    return radius * cos(2 * .pi * unit())
  }
}
