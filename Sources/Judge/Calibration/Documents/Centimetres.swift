import Notation

/// Lengths in words.
package enum Centimetres {
  /// Such as `+1.3 cm`.
  package static func signed(_ metres: Double) -> String { Figures.signed(metres * 100, 1) + " cm" }
  /// Such as `1.3 cm`.
  package static func plain(_ metres: Double) -> String { Figures.fixed(metres * 100, 1) + " cm" }
  /// Such as `2.50 m`.
  package static func metres(_ metres: Double) -> String { Figures.fixed(metres, 2) + " m" }
}
