import UCI

extension UCIFault {
  /// What boards do with calibration values beside taking them.
  static let calibration: [UCIFault] = [
    fault("calibration-ignored", "A delay is taken and read back, and of no effect.", .isIgnored),
    fault("calibration-not-taken", "A delay is acknowledged, and the old one stays.", .isNotTaken),
    fault(
      "calibration-needs-power-cycle", "A delay takes effect after a power cut alone.",
      .needsPowerCycle),
    fault(
      "calibration-in-another-unit", "A unit of delay counts four times.", .countsTimes(4)),
    fault("calibration-reversed", "A larger delay makes ranges longer.", .isReversed),
    fault(
      "calibration-lost-by-power-cut", "A power cut brings the old delay back.", .isLostByPowerCut),
    fault(
      "calibration-reads-back-another", "Another delay is stored than is read back.",
      .readsBackAnother),
    fault(
      "calibration-zeroed", "A delay is not acknowledged, and set to zero.", .isZeroedLate),
    fault(
      "calibration-of-other-channel", "The delay of the other channel is written.",
      .isOfOtherChannel),
    fault("calibration-refused", "A new delay is refused.", .isRefused),
    fault("calibration-silent", "A delay is taken and not acknowledged.", .isSilent),
    fault("calibration-clamped", "A delay moves by 12 units at most.", .isClamped(12)),
    fault("calibration-rounded", "A delay is rounded down to a multiple of 64.", .isRounded(64)),
    fault(
      "calibration-lost-by-reset", "A reset brings the old delay back.", .isLostByReset),
    fault(
      "calibration-resets-trim", "A delay is taken, and the crystal's trim is zero.", .resetsTrim),
    fault(
      "calibration-done-by-reset", "A delay is acknowledged, and taken with the next reset.",
      .isDoneByReset),
    fault("calibration-delay-zero", "The board comes without a delay.", .beginsAtZero),
  ]

  private static func fault(
    _ name: String, _ summary: String, _ fault: UWBSCalibration.Fault
  ) -> UCIFault {
    UCIFault(name, summary) { $0.personality = { $0.calibrationFault = fault } }
  }
}
