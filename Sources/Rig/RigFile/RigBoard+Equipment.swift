public import BootProtocols
public import VirtualBoards

extension RigBoard {
  /// The capabilities that a board claims; nil for those that the file does not name.
  public struct Claims: Sendable, Hashable {
    /// Version of the accessory configuration data: `1.0`, `1.1` or `2.0`.
    public var acd: String?
    /// Ranging while the app is in the background.
    public var background: Bool?
    /// Message identifiers kept for the vendor.
    public var vendorIDs: [UInt8]?
    /// Sessions at the same time.
    public var sessions: Int?
    /// Version of Ranging OOB.
    public var oob: Int?
    /// Account keys of the Find Hub network that it has stored, 16 bytes each; the first is used.
    public var accountKeys: [[UInt8]]?
    /// It is in the mode of unwanted tracking now, in which nothing has to be proven.
    public var skipsAuthentication: Bool?
    /// The data id of its notifications about motion in the Find Hub network.
    public var motionID: UInt8?

    /// The versions that can be claimed.
    public static let acdVersions = ["1.0", "1.1", "2.0"]
  }

  /// Last resort when a board does not come to its start state.
  public enum Reset: Sendable, Hashable {
    case dtr
    case rts
    case power
    case probe
    /// Run a program, in the rig file's folder.
    case command(String)
  }

  /// How a board is powered.
  public enum Power: Sendable, Hashable {
    /// By the simulated laboratory.
    case `virtual`
    /// Out of the rig's reach.
    case none
    case hub(path: String, port: Int)
    case ykush(serial: String, port: Int)
    /// Programs of the bench, run by `/bin/sh` in the rig file's folder.
    case command(cut: String, restore: String, timeout: Duration)
  }

  /// The flash of a virtual bootloader.
  public struct Flash: Sendable, Hashable {
    /// How long erasing and writing take.
    public enum Times: String, Sendable, Hashable, CaseIterable {
      /// As long as in the chip's data sheet.
      case typical
      case none
    }

    /// The file that holds its content; nil forgets it at the end. A relative path is already taken
    /// from the rig file's folder.
    public var file: String?
    /// How long erasing and writing take.
    public var times = Times.typical
    /// Bytes that are written or erased before the power goes, once; nil for a sound supply.
    public var powerLoss: Int?
    /// The bootloader of a board whose firmware is an application; nil where the firmware is the
    /// bootloader, or the board has none.
    public var loader: BootProtocol?
    /// The way from its application into its bootloader; nil for a board that waits there.
    public var enter: VirtualEntry?
  }

  /// An image that is flashed before a run.
  public struct Image: Sendable, Hashable {
    /// The file; a relative path is already taken from the rig file's folder.
    public var file: String
    /// How it is written.
    public var method: String
    /// Digest of the file in lower case, if it is to be checked.
    public var sha256: String?

    /// An image.
    public init(file: String, method: String = "auto", sha256: String? = nil) {
      self.file = file
      self.method = method
      self.sha256 = sha256
    }
  }
}
