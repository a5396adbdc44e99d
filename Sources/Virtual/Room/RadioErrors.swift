import Glibc
public import LabRuntime

/// What a board's radio adds to its ranges beyond the noise of the room: the faults of an antenna
/// that were never calibrated.
///
/// ```swift
/// var errors = RadioErrors()
/// errors.offsets = [9: 0.31]
/// room.equip("anchor", with: errors)
/// ```
public struct RadioErrors: Hashable, Sendable {
  /// By UWB channel number, the metres by which this board's part makes a range too long with the delay
  /// of the factory; none for a channel that is not there.
  public var offsets: [Int: Double] = [:]
  /// Metres by which a range gets shorter for each unit that the antenna's delay is raised by.
  public var metresPerUnit = 0.00469
  /// Degrees that the board warms by after it was powered; a range gets 2.15 mm shorter for each
  /// (DW1000).
  public var warming = 0.0
  /// The time constant of that, in seconds.
  public var warmUpSeconds = 600.0
  /// Volts by which the chip's supply is above the one that it was measured at; a range gets 5.35 cm
  /// shorter for each (DW1000; which way is a guess).
  public var supply = 0.0
  /// How much of the DW1000's bias by received power the board has, from 0 to 1.
  public var powerBias = 0.0
  /// The share of rounds in which a late echo is taken for the first path.
  public var echoes = 0.0
  /// How much longer than the direct path such an echo is on average, in metres.
  public var echo = 0.4
  /// The share of rounds in which the board answers from its other mode.
  public var flips = 0.0
  /// How far the other mode is off, in metres.
  public var flip = 1.2
  /// Decibels by which the reflection from the floor strengthens and weakens the signal.
  public var fading = 0.0
  /// Degrees that are added to an azimuth.
  public var angle = 0.0
  /// What the sine of an azimuth is stretched by: the table of another channel or antenna; 1 is right.
  public var angleTable = 1.0

  /// A metre per degree: shorter when it is warmer.
  static let metresPerDegree = -0.00215
  static let metresPerVolt = -0.0535

  /// A perfect radio.
  public init() {}

  /// Errors as boards have that come from the factory: an offset of each channel, and a slope that
  /// no data sheet tells.
  public static func hidden(spread: Double, _ random: inout LabRandom) -> RadioErrors {
    var errors = RadioErrors()
    for channel in [5, 9] { errors.offsets[channel] = spread * random.normal() }
    errors.metresPerUnit = 0.0039 + 0.0019 * random.unit()
    return errors
  }

  /// The part of one round; draws four times.
  func chance(_ random: inout LabRandom) -> Double {
    let (isEcho, length) = (random.unit() < echoes, random.unit())
    let (isFlip, _) = (random.unit() < flips, random.unit())
    return (isEcho ? -echo * log(1 - length) : 0) + (isFlip ? flip : 0)
  }

  /// Metres by which the DW1000 is off at a received power, in steps of 2 dB from -61 to -93 dBm;
  /// the table of two public drivers after Qorvo's APS011.
  static func bias(at rssi: Double) -> Double {
    let place = min(max((-61 - rssi) / 2, 0), Double(curve.count - 1))
    let (low, share) = (Int(place), place - place.rounded(.down))
    let next = min(low + 1, curve.count - 1)
    return (curve[low] + (curve[next] - curve[low]) * share) / 100
  }

  private static let curve = [
    -11.0, -10.5, -10.0, -9.3, -8.2, -6.9, -5.1, -2.7, 0.0, 2.1, 3.5, 4.2, 4.9, 6.2, 7.1, 7.6, 8.1,
  ]

  /// Decibels that a reflection from the floor, one metre below, adds at a distance.
  func floorGain(_ metres: Double) -> Double {
    guard fading > 0 else { return 0 }
    let detour = (metres * metres + 4).squareRoot() - metres
    return fading * cos(2 * .pi * detour / 0.0375)
  }

  /// An azimuth in radians as the board sees it, with the offset of its phases raised by so many radians
  /// (antennas half a wave apart).
  func seen(_ azimuth: Double, raised: Double) -> Double {
    var seen = azimuth
    if raised != 0 || angleTable != 1 {
      let sine = sin(azimuth) * angleTable - raised / .pi
      let front = asin(max(-1, min(1, sine)))
      seen = abs(azimuth) <= .pi / 2 ? front : (front < 0 ? -.pi : .pi) - front
    }
    return seen + angle * .pi / 180
  }
}
