public import BootProtocols
import Errors

extension BootProtocol {
  /// The names of what can be wrong.
  public var misbehaviours: [String] {
    switch self {
    case .secureDFU: Self.secureDFUFaults.map(\.0)
    case .mcubootSMP: Self.mcubootFaults.map(\.0)
    case .espROM, .nxpDK6, .nxpMboot: Self.loaderFaults.map(\.0)
    }
  }

  func fault<Fault>(
    _ misbehaviour: String?, _ faults: [(String, Fault)], _ name: String
  ) throws(RigError) -> Fault? {
    guard let misbehaviour else { return nil }
    guard let fault = faults.first(where: { $0.0 == misbehaviour })?.1 else {
      throw RigError.unknownMisbehaviour(of: rawValue, board: name, allowed: faults.map(\.0))
    }
    return fault
  }

  static let secureDFUFaults: [(String, SecureDFUBootloader.Fault)] = [
    ("loses-a-write", .losesWrite(10)), ("loses-every-write", .losesEveryWrite),
    ("stores-a-wrong-bit", .storesWrongBit), ("refuses-the-version", .refusesInit(0x05)),
    ("refuses-the-hardware", .refusesInit(0x06)), ("refuses-the-signature", .refusesInit(0x08)),
    ("fails-to-execute", .failsToExecute), ("falls-silent", .fallsSilent(after: 100)),
    ("tells-a-long-buffer", .tellsLongBuffer), ("answers-pings-late", .answersPingsLate),
    ("accepts-unknown-requests", .acceptsUnknownRequests),
    ("selects-any-type", .selectsAnyType), ("takes-firmware-first", .takesFirmwareFirst),
    ("takes-any-size", .takesAnySize), ("takes-long-writes", .takesLongWrites),
    ("forgets-the-crc", .forgetsTheCRC), ("executes-short-objects", .executesShortObjects),
    ("never-reports", .neverReports), ("accepts-any-hash", .acceptsAnyHash),
    ("forgets-progress", .forgetsProgress), ("takes-any-hardware", .takesAnyHardware),
    ("takes-any-init", .takesAnyInit), ("dies-of-long-frames", .diesOfLongFrames),
  ]

  static let mcubootFaults: [(String, SMPBootloader.Fault)] = [
    ("fails-to-write", .failsToWrite(at: 4096)), ("stores-a-wrong-bit", .storesWrongBit),
    ("busy", .isBusy(2)), ("takes-shorter-messages", .takesLess(300)),
    ("loses-an-answer", .losesAnswer(3)), ("chatters", .chatters),
    ("falls-silent", .fallsSilent(after: 20)), ("cuts-echoes", .cutsEchoes),
    ("ignores-unknown", .ignoresUnknown), ("forgets-the-version", .forgetsTheVersion),
    ("misnumbers-answers", .misnumbersAnswers), ("hides-hashes", .hidesHashes),
    ("takes-unknown-length", .takesUnknownLength), ("takes-any-offset", .takesAnyOffset),
    ("takes-any-length", .takesAnyLength), ("takes-no-images", .takesNoImages),
    ("confirms-by-itself", .confirmsByItself), ("forgets-to-confirm", .forgetsToConfirm),
    ("never-swaps", .neverSwaps), ("ignores-damage", .ignoresDamage),
    ("dies-of-damage", .diesOfDamage), ("erases-running", .erasesRunning),
  ]

  /// The faults common to the three loaders in ROM.
  static let loaderFaults: [(String, LoaderFault)] = [
    ("fails-to-write", .failsToWrite(2)), ("stores-a-wrong-bit", .corruptsWrite(2)),
    ("loses-an-answer", .losesReply(20)), ("damages-an-answer", .damagesReply(20)),
    ("hears-a-wrong-bit", .damagesByte(700)), ("falls-silent", .fallsSilent(fromReply: 20)),
    ("ignores-checks", .ignoresChecks), ("accepts-unknown", .acceptsUnknown),
    ("skips-preconditions", .skipsPreconditions),
  ]
}
