import NearbyAccessory
import NearbySession
import Runner

/// Sessions while the application is not in use.
enum PhoneSuspensionCases {
  static let all: [Case] = [
    backgrounded, locked, noResumption, silent, sameToken, tooLong, inTime, early, interrupted,
  ]

  static let backgrounded = Case.phone(
    "X07", "into the background and back",
    requirement: "In the background the session is suspended and the accessory stopped; back "
      + "again, the suspension ends and the accessory is initialized.",
    source: "accessory protocol §5.1 (Apple's sample)", declared: .phoneBlocks(4), on: .accessory
  ) { rig in
    let phone = try await rig.phone()
    let application = try await rig.application(on: phone)
    try await rig.expectUpdate(application)
    phone.enter(.background)
    try await rig.expectEvent("the session is suspended", from: application) { $0 == .suspended }
    try await rig.expect("the accessory is stopped", from: application) { happening in
      if case .sent(.stop, _) = happening { true } else { false }
    }
    phone.enter(.foreground)
    try await rig.expectEvent("the suspension ends", from: application) { $0 == .suspensionEnded }
    try await rig.expect("the accessory is initialized", from: application) { happening in
      if case .sent(.initialize, _) = happening { true } else { false }
    }
    try await rig.expectUpdate(application, "ranging after the suspension")
  }

  static let locked = Case.phone(
    "PH36", "a locked phone",
    requirement: "When the phone is locked, its sessions are suspended.",
    source: "accessory protocol §5.1 (Apple's headers)"
  ) { rig in
    let session = try await rig.preparedSession()
    try await rig.suspend(session) { $0.enter(.locked) }
    try await rig.endSuspension(of: session)
  }

  static let noResumption = Case.phone(
    "PH37", "no session resumes by itself",
    requirement: "After a suspension nothing happens until the application runs the session.",
    source: "accessory protocol §5.1 (Apple's headers)", declared: .seconds(1)
  ) { rig in
    let session = try await rig.preparedSession()
    try await rig.suspend(session)
    try await rig.endSuspension(of: session)
    try await rig.expectSilence(
      of: session, for: .milliseconds(500), "nothing happens by itself after the suspension")
    try session.runAgain()
    try await rig.shareableAfterStart(session)
  }

  static let silent = Case.phone(
    "PH38", "no updates while suspended",
    requirement: "A suspended session gives no updates.",
    source: "accessory protocol §5.1 (Apple's headers)", declared: .phoneBlocks(6), on: .twoPhones
  ) { rig in
    let (first, _) = try await rig.pairedSessions()
    try await rig.expectUpdate(first)
    try await rig.suspend(first)
    try await rig.expectSilence(of: first, for: .phoneBlocks(4), "a suspended session is silent")
  }

  static let sameToken = Case.phone(
    "PH39", "run again without a new exchange of tokens",
    requirement: "After a suspension two phones range again with the tokens that they have.",
    source: "accessory protocol §5.1 (Apple's headers)", declared: .phoneBlocks(4), on: .twoPhones
  ) { rig in
    let (first, _) = try await rig.pairedSessions()
    try await rig.expectUpdate(first)
    try await rig.suspend(first)
    try await rig.endSuspension(of: first)
    try first.runAgain()
    try await rig.expectStart(first)
    try await rig.expectUpdate(first, "ranging again with the same tokens")
  }

  static let tooLong = Case.phone(
    "PH40", "suspended for too long",
    requirement: "A session that is suspended for longer than the limit is invalidated.",
    source: "accessory protocol §5.1, §5.6 (time and code are the rig's)", declared: .seconds(1)
  ) { rig in
    let session = try await rig.preparedSession()
    try await rig.suspend(session)
    try await rig.expectInvalidation(
      .resourceUsageTimeout, of: session, "the session is invalidated",
      within: session.phone.settings.suspension + .seconds(1))
  }

  static let inTime = Case.phone(
    "PH41", "back in time",
    requirement: "A session whose suspension ends before the limit may run again.",
    source: "accessory protocol §5.1, §5.6 (the time is a rig limit)", declared: .seconds(1)
  ) { rig in
    let session = try await rig.preparedSession()
    try await rig.suspend(session)
    try await rig.expectSilence(
      of: session, for: session.phone.settings.suspension * 3 / 4,
      "nothing happens before the limit")
    try await rig.endSuspension(of: session)
    try session.runAgain()
    try await rig.shareableAfterStart(session)
  }

  static let early = Case.phone(
    "PH42", "run before the suspension has ended",
    requirement: "A run while the suspension lasts is suspended again.",
    source: "accessory protocol §5.1 (Apple's headers)"
  ) { rig in
    let session = try await rig.preparedSession()
    try await rig.suspend(session)
    try session.runAgain()
    try await rig.expect("the run is suspended again", from: session) { $0 == .suspended }
  }

  static let interrupted = Case.phone(
    "PH43", "the system needs the radio",
    requirement:
      "A session may be suspended for a reason inside of the phone, and resumes by a run.",
    source: "accessory protocol §5.1 (Apple's headers: an internal cause)"
  ) { rig in
    let session = try await rig.preparedSession()
    try await rig.suspend(session) { $0.interrupt(true) }
    try await rig.endSuspension(of: session) { $0.interrupt(false) }
    try session.runAgain()
    try await rig.shareableAfterStart(session)
  }
}
