import BootProtocols
import Links
public import RigFile

/// Something that a case needs from the rig or from the claims of its boards.
public struct Need: Sendable {
  /// The word for it in lists and in `requires(…)`.
  public let name: String
  /// Why the boards of a rig do not meet the need; nil when they do.
  let reasonToSkip: @Sendable ([RigBoard], RigFile) -> String?
  /// Whether it is about the rig alone, whichever boards the instance has.
  private(set) var isOfRig = false

  /// A need; `check` gives the reason for a SKIP, or nil.
  init(_ name: String, check: @escaping @Sendable ([RigBoard], RigFile) -> String?) {
    self.name = name
    reasonToSkip = check
  }

  /// A need that is judged by the boards of an instance; `reasonToSkip` gives the reason, or nil.
  public init(named name: String, reasonToSkip: @escaping @Sendable ([RigBoard]) -> String?) {
    self.init(name) { boards, _ in reasonToSkip(boards) }
  }

  /// A need that the rig itself meets or does not.
  private init(ofRig name: String, check: @escaping @Sendable (RigFile) -> String?) {
    self.init(name) { _, file in check(file) }
    isOfRig = true
  }

  /// The phone's radio: a helper UCI board with role controller.
  public static let radio = Need(ofRig: "radio") { file in
    file.boards.contains(where: \.isPhoneRadio)
      ? nil : "no radio: the rig has no helper uci board with role controller"
  }

  /// The phone's radio where the rig has one: the case judges more with it, and runs without.
  public static let radioIfPresent = Need("radio-if-present") { _, _ in nil }

  /// Every board that can be the phone's radio: sessions that one does not hold go to the next.
  public static let radios = Need(ofRig: "radios") { file in radio.reasonToSkip([], file) }

  /// The number of accessories at once.
  public static func accessories(_ count: Int) -> Need {
    Need("accessories-\(count)") { boards, _ in
      boards.count >= count
        ? nil : "\(count) accessories are needed, and the rig has \(boards.count)"
    }
  }

  /// Accessories for both kinds of phone.
  public static let bothPhones = Need("both-phones") { boards, _ in
    for board in boards {
      for firmware in [Firmware.niAccessory, .rangingOOB] where !board.speaks(firmware) {
        return "not claimed: \(board.name) has no firmware \(firmware.rawValue)"
      }
    }
    return nil
  }

  /// True when the case talks to all boards that can be the phone's radio.
  var usesEveryRadio: Bool { name == Self.radios.name }

  /// A room in which the boards of the instance, and the phone where there is one, can be moved.
  public static let room = Need("room") { boards, file in
    for board in boards + file.boards.filter(\.isPhoneRadio) where board.playedLink != .virtual {
      return "no virtual room: \(board.name) is a real board, which the rig cannot move"
    }
    return nil
  }

  /// Boards whose power the rig can take away and give back.
  public static let power = Need("power") { boards, _ in
    boards.first { $0.playedLink != .virtual }.map {
      "no power switch: this build cannot take the power of \($0.name) away"
    }
  }

  /// Boards whose flash may be written: virtual ones, and real ones to which the rig file itself
  /// gives an `image`.
  public static let rewritable = Need("rewritable") { boards, _ in
    boards.first { $0.link != .virtual && $0.image == nil }.map {
      "not asked for: \($0.name) is a real board, and the rig file gives it no image"
    }
  }

  /// True when the case talks to the phone's radio.
  var usesRadio: Bool { name == Self.radio.name || name == Self.radioIfPresent.name }

  /// Accessory configuration data of at least a version, as claimed.
  public static func specification(atLeast version: String) -> Need {
    Need("acd-\(version)") { boards, _ in
      for board in boards {
        // A board that claims nothing is judged by what nearly every board has.
        let claimed = board.claims.acd ?? "1.1"
        if claimed < version { return "not claimed: \(board.name) claims acd \(claimed)" }
      }
      return nil
    }
  }

  /// Accessory configuration data of exactly a version, as claimed.
  public static func specification(exactly version: String) -> Need {
    Need("acd=\(version)") { boards, _ in
      for board in boards where (board.claims.acd ?? "1.1") != version {
        return "not claimed: \(board.name) claims acd \(board.claims.acd ?? "1.1")"
      }
      return nil
    }
  }
}
