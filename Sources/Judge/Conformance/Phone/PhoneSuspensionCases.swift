import LabRuntime
import NearbyAccessory
import NearbySession
import Runner

/// What happens to sessions when the application is not in use.
enum PhoneSuspensionCases {
  static let all: [Case] = [
    backgrounded, locked, noResumption, silent, sameToken, tooLong, inTime, early, interrupted,
  ]

  static let backgrounded = Case.phone(
    "X07", "into the background and back",
    requirement:
      "In the background the session is suspended and the accessory stopped; back again, the "
      + "suspension ends and the accessory is initialized.",
    source: "accessory protocol §5.1 (Apple's sample)", declared: .stageBlocks(4), on: .accessory
  ) { stage in
    let phone = try await stage.phone()
    let application = try await stage.application(on: phone)
    try await stage.expectUpdate(application)
    phone.enter(.background)
    try await stage.expectEvent("the session is suspended", from: application) { $0 == .suspended }
    try await stage.expect("the accessory is stopped", from: application) { happening in
      if case .sent(.stop, _) = happening { true } else { false }
    }
    phone.enter(.foreground)
    try await stage.expectEvent("the suspension ends", from: application) { $0 == .suspensionEnded }
    try await stage.expect("the accessory is initialized", from: application) { happening in
      if case .sent(.initialize, _) = happening { true } else { false }
    }
    try await stage.expectUpdate(application, "ranging after the suspension")
  }

  static let locked = Case.phone(
    "PH36", "a locked phone",
    requirement: "When the phone is locked, its sessions are suspended.",
    source: "accessory protocol §5.1 (Apple's headers)"
  ) { stage in
    let phone = try await stage.phone()
    let session = phone.makeSession()
    try session.run(stage.accessory(phone))
    try await stage.shareableAfterStart(session)
    phone.enter(.locked)
    try await stage.expect("the session is suspended", from: session) { $0 == .suspended }
    phone.enter(.foreground)
    try await stage.expect("the suspension ends", from: session) { $0 == .suspensionEnded }
  }

  static let noResumption = Case.phone(
    "PH37", "no session resumes by itself",
    requirement: "After a suspension nothing happens until the application runs the session.",
    source: "accessory protocol §5.1 (Apple's headers)", declared: .seconds(1)
  ) { stage in
    let phone = try await stage.phone()
    let session = phone.makeSession()
    try session.run(stage.accessory(phone))
    try await stage.shareableAfterStart(session)
    phone.enter(.background)
    try await stage.expect("the session is suspended", from: session) { $0 == .suspended }
    phone.enter(.foreground)
    try await stage.expect("the suspension ends", from: session) { $0 == .suspensionEnded }
    try await stage.expectSilence(
      of: session, for: .milliseconds(500), "nothing happens by itself after the suspension")
    try session.runAgain()
    try await stage.shareableAfterStart(session)
  }

  static let silent = Case.phone(
    "PH38", "no updates while suspended",
    requirement: "A suspended session gives no updates.",
    source: "accessory protocol §5.1 (Apple's headers)", declared: .stageBlocks(6), on: .twoPhones
  ) { stage in
    let (anna, ben) = (try await stage.phone("anna"), try await stage.phone("ben"))
    let (first, second) = (anna.makeSession(), ben.makeSession())
    try await stage.pair(first, second)
    try await stage.expectUpdate(first)
    anna.enter(.background)
    try await stage.expect("the session is suspended", from: first) { $0 == .suspended }
    try await stage.expectSilence(of: first, for: .stageBlocks(4), "a suspended session is silent")
  }

  static let sameToken = Case.phone(
    "PH39", "run again without a new exchange of tokens",
    requirement: "After a suspension two phones range again with the tokens that they have.",
    source: "accessory protocol §5.1 (Apple's headers)", declared: .stageBlocks(4), on: .twoPhones
  ) { stage in
    let (anna, ben) = (try await stage.phone("anna"), try await stage.phone("ben"))
    let (first, second) = (anna.makeSession(), ben.makeSession())
    try await stage.pair(first, second)
    try await stage.expectUpdate(first)
    anna.enter(.background)
    try await stage.expect("the session is suspended", from: first) { $0 == .suspended }
    anna.enter(.foreground)
    try await stage.expect("the suspension ends", from: first) { $0 == .suspensionEnded }
    try first.runAgain()
    try await stage.expectStart(first)
    try await stage.expectUpdate(first, "ranging again with the same tokens")
  }

  static let tooLong = Case.phone(
    "PH40", "suspended for too long",
    requirement: "A session that is suspended for longer than the limit is invalidated.",
    source: "accessory protocol §5.1, §5.6 (time and code are the rig's)", declared: .seconds(1)
  ) { stage in
    let phone = try await stage.phone()
    let session = phone.makeSession()
    try session.run(stage.accessory(phone))
    try await stage.shareableAfterStart(session)
    phone.enter(.background)
    try await stage.expect("the session is suspended", from: session) { $0 == .suspended }
    try await stage.expectInvalidation(
      .resourceUsageTimeout, of: session, "the session is invalidated",
      within: phone.settings.suspension + .seconds(1))
  }

  static let inTime = Case.phone(
    "PH41", "back in time",
    requirement: "A session whose suspension ends before the limit may run again.",
    source: "accessory protocol §5.1, §5.6 (the time is a rig limit)", declared: .seconds(1)
  ) { stage in
    let phone = try await stage.phone()
    let session = phone.makeSession()
    try session.run(stage.accessory(phone))
    try await stage.shareableAfterStart(session)
    phone.enter(.background)
    try await stage.expect("the session is suspended", from: session) { $0 == .suspended }
    try await stage.expectSilence(
      of: session, for: phone.settings.suspension * 3 / 4, "nothing happens before the limit")
    phone.enter(.foreground)
    try await stage.expect("the suspension ends", from: session) { $0 == .suspensionEnded }
    try session.runAgain()
    try await stage.shareableAfterStart(session)
  }

  static let early = Case.phone(
    "PH42", "run before the suspension has ended",
    requirement: "A run while the suspension lasts is suspended again.",
    source: "accessory protocol §5.1 (Apple's headers)"
  ) { stage in
    let phone = try await stage.phone()
    let session = phone.makeSession()
    try session.run(stage.accessory(phone))
    try await stage.shareableAfterStart(session)
    phone.enter(.background)
    try await stage.expect("the session is suspended", from: session) { $0 == .suspended }
    try session.runAgain()
    try await stage.expect("the run is suspended again", from: session) { $0 == .suspended }
  }

  static let interrupted = Case.phone(
    "PH43", "the system needs the radio",
    requirement:
      "A session may be suspended for a reason inside of the phone, and resumes by a run.",
    source: "accessory protocol §5.1 (Apple's headers: an internal cause)"
  ) { stage in
    let phone = try await stage.phone()
    let session = phone.makeSession()
    try session.run(stage.accessory(phone))
    try await stage.shareableAfterStart(session)
    phone.interrupt(true)
    try await stage.expect("the session is suspended", from: session) { $0 == .suspended }
    phone.interrupt(false)
    try await stage.expect("the suspension ends", from: session) { $0 == .suspensionEnded }
    try session.runAgain()
    try await stage.shareableAfterStart(session)
  }
}
