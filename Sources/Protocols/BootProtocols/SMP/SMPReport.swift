/// The report of a board over SMP.
public struct SMPReport: Equatable, Sendable {
  /// One image of the board.
  public struct Image: Equatable, Sendable {
    /// Which of the board's images, from 0.
    public var image = 0
    /// 0 is the running one.
    public var slot = 0
    /// As the image says.
    public var version = ""
    /// SHA-256 of the image; empty where the board does not tell.
    public var hash: [UInt8] = []
    /// Whether it can be booted.
    public var isBootable = false
    /// It runs from the next reset on.
    public var isPending = false
    /// It stays.
    public var isConfirmed = false
    /// It runs.
    public var isActive = false
    /// Pending for good.
    public var isPermanent = false

    init?(_ value: CBORValue) {
      guard case .map = value else { return nil }
      image = value["image"]?.integer ?? 0
      slot = value["slot"]?.integer ?? 0
      version = value["version"]?.text ?? ""
      hash = value["hash"]?.bytes ?? []
      isBootable = value["bootable"]?.boolean ?? false
      isPending = value["pending"]?.boolean ?? false
      isConfirmed = value["confirmed"]?.boolean ?? false
      isActive = value["active"]?.boolean ?? false
      isPermanent = value["permanent"]?.boolean ?? false
    }
  }

  /// Bytes of a message and messages that the board holds.
  public var bufferSize: Int?
  /// Messages that the board holds.
  public var bufferCount: Int?
  /// The images, as they were asked for last.
  public var images: [Image] = []
  /// The name of the bootloader.
  public var bootloader: String?
  /// The application's description of itself.
  public var application: String?
  /// The version of the protocol in the board's answers: 0 is version 1.
  public var version: UInt8?
}
