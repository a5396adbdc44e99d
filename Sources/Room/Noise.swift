import Glibc
import LabRuntime

/// How far measured distances are from the truth.
public struct Noise: Hashable, Sendable {
  /// Standard deviation of a distance, in metres.
  public var sigma: Double
  /// What is added to every distance, in metres.
  public var bias: Double

  /// Gaussian noise.
  public init(sigma: Double, bias: Double = 0) {
    self.sigma = sigma
    self.bias = bias
  }

  /// What a healthy two-way ranging in a quiet room shows: a few centimetres.
  public static let `default` = Noise(sigma: 0.03)
  /// The truth.
  public static let none = Noise(sigma: 0)

  /// `distance` as it is measured; draws twice from `random`.
  func applied(to distance: Double, _ random: inout LabRandom) -> Double {
    // Box and Muller; 1 - u keeps the logarithm finite.
    let radius = (-2 * log(1 - random.unit())).squareRoot()
    let normal = radius * cos(2 * .pi * random.unit())
    return max(0, distance + bias + sigma * normal)
  }
}
