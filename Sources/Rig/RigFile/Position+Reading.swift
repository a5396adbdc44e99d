import FileGrammar
import Room

extension Form<Position> {
  // Beyond this, sums of squares and conversions to millimetres would need care everywhere.
  static var metres: Form<Double> { .number(-100_000...100_000, unit: "metres") }

  static var position: Form {
    Form<[Double]>.list(metres, of: 3, "three numbers [x, y, z] in metres")
      .map { Position($0[0], $0[1], $0[2]) }
  }
}

private struct FacingKeys {
  static let mapping = Mapping(FacingKeys())

  let yaw = Setting("yaw", degrees, default: 0)
  let pitch = Setting("pitch", degrees, default: 0)
  let roll = Setting("roll", degrees, default: 0)
  private static let degrees = Form<Double>.number(-360...360, unit: "degrees")
}

extension Form<Facing> {
  static var facing: Form {
    FacingKeys.mapping.form.map {
      Facing(yaw: $0.yaw, pitch: $0.pitch, roll: $0.roll)
    }
  }
}
