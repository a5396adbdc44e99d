extension CalibratedBoard {
  /// Looks whether the values that were measured with are those that were given.
  mutating func lookAgain(_ state: CalibrationState) async throws {
    guard isTouched, let lost = try await lost() else { return }
    state.setKept(false)
    throw CalibrationFault(
      .notKept, name, "\(lost) once the board was reset for a session",
      advice:
        "This firmware wants its calibration after every reset: give it in setup: of the rig file")
  }

  /// Takes the power away and looks whether the values are still there.
  mutating func proveKept(_ state: CalibrationState) async throws {
    try await cyclePower()
    if let lost = try await lost() {
      state.setKept(false)
      throw CalibrationFault(
        .notKept, name, "\(lost) after a power cut",
        advice:
          "This firmware wants its calibration at every start: give it in setup: of the rig file, or "
          + "store it with the vendor's tool")
    }
    if state.isKept == nil { state.setKept(true) }
  }

  /// Reads all values; what is not as it should be, in words, nil for nothing.
  private mutating func lost() async throws -> String? {
    let (given, values) = (value, try await access.values)
    value = access.number(in: values) ?? given
    return value == given
      ? otherChange(in: values) : "\(access.key) was \(given), and is \(value)"
  }
}
