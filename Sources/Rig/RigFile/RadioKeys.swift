import FileGrammar
import Notation
public import Room

extension RigBoard {
  /// What is wrong with the radio of a virtual board, as the file says it; what it leaves open is drawn
  /// from the seed and hidden.
  public struct Radio: Sendable, Hashable {
    /// Metres by which a range comes out too long, whatever the channel; nil: drawn for each channel.
    public var error: Double?
    /// The standard deviation of a drawn error, in metres.
    public var spread = 0.1
    /// Metres that a unit of delay is worth; nil: drawn.
    public var unit: Double?
    /// The rest of it, without the above.
    public var errors = RadioErrors()
  }
}

/// The keys of a virtual board's radio.
struct RadioKeys {
  static let mapping = Mapping(RadioKeys())

  let error = Key(
    "error", .number(-100...100, unit: "metres"),
    "metres by which the antenna makes a range too long; default: drawn from the seed, hidden")
  let spread = Setting(
    "spread", .number(0...10, unit: "metres"), default: 0.1, "standard deviation of a drawn error")
  let unit = Key(
    "unit", .number(-0.1...0.1, unit: "metres"),
    "metres that a unit of delay is worth; default: drawn from 0.0039 to 0.0058, hidden")
  let warming = Setting(
    "warming", .number(-100...100, unit: "degrees"), default: 0,
    "degrees that the board warms by after it was powered; a range gets 2.15 mm shorter for each")
  let warmUp = Setting(
    "warm-up", .duration(positive: true), default: .seconds(600), "the time constant of that")
  let supply = Setting(
    "supply", .number(-5...5, unit: "volts"), default: 0,
    "volts by which the supply is above the usual one; a range gets 5.35 cm shorter for each")
  let powerBias = Setting(
    "power-bias", .number(0...2, unit: "times"), default: 0,
    "how much of the DW1000's bias by received power it has")
  let echoes = Setting(
    "echoes", .number(0...1, unit: "of 1"), default: 0,
    "share of rounds in which a late echo is taken for the first path")
  let echo = Setting(
    "echo", .number(0...100, unit: "metres"), default: 0.4, "how much longer such an echo is, mean")
  let flips = Setting(
    "flips", .number(0...1, unit: "of 1"), default: 0,
    "share of rounds in which it answers from another mode")
  let flip = Setting(
    "flip", .number(-100...100, unit: "metres"), default: 1.2, "how far the other mode is off")
  let fading = Setting(
    "fading", .number(0...30, unit: "decibels"), default: 0,
    "how far the reflection from the floor moves the received power")
  let angle = Setting(
    "angle", .number(-180...180, unit: "degrees"), default: 0,
    "degrees that are added to an azimuth")
  let angleTable = Setting(
    "angle-table", .number(0.1...10, unit: "times"), default: 1,
    "what the sine of an azimuth is stretched by: the table of another channel")
}

extension Form<RigBoard.Radio> {
  static var radio: Form {
    RadioKeys.mapping.form.map { values in
      var radio = RigBoard.Radio()
      radio.error = values.error
      radio.spread = values.spread
      radio.unit = values.unit
      radio.errors.warming = values.warming
      radio.errors.warmUpSeconds = values.warmUp / .seconds(1)
      radio.errors.supply = values.supply
      radio.errors.powerBias = values.powerBias
      radio.errors.echoes = values.echoes
      radio.errors.echo = values.echo
      radio.errors.flips = values.flips
      radio.errors.flip = values.flip
      radio.errors.fading = values.fading
      radio.errors.angle = values.angle
      radio.errors.angleTable = values.angleTable
      return radio
    }
  }
}
