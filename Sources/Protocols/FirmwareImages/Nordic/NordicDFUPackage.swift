/// A package for Nordic's Secure DFU: a zip archive of a manifest, and for each image its bytes and
/// its init packet.
public struct NordicDFUPackage: Equatable, Sendable {
  /// The entries of a manifest, in the order in which a bootloader gets them.
  public enum Role: String, Sendable, CaseIterable {
    case softDeviceAndBootloader = "softdevice_bootloader"
    case softDevice = "softdevice"
    case bootloader = "bootloader"
    case application = "application"
  }

  /// One image of the package.
  public struct Image: Equatable, Sendable {
    /// The role of the image.
    public var role: Role
    /// The member's name.
    public var fileName: String
    /// The program.
    public var firmware: [UInt8]
    /// The init packet, which the bootloader gets first.
    public var initPacket: InitPacket

    /// Whether the init packet's type is the manifest's role.
    public var roleMatches: Bool {
      switch (role, initPacket.command.kind) {
      case (.application, .application), (.application, .externalApplication),
        (.softDevice, .softDevice), (.bootloader, .bootloader),
        (.softDeviceAndBootloader, .softDeviceAndBootloader):
        true
      default: false
      }
    }
  }

  /// The images in the order in which they are sent.
  public let images: [Image]

  static let format = "Nordic DFU package"

  /// Reads a zip file.
  ///
  /// - Throws: ``ImageError``.
  public init(_ bytes: [UInt8]) throws(ImageError) {
    let archive = try ZipArchive(bytes)
    guard archive.members.contains(where: { $0.name == "manifest.json" }) else {
      throw ImageError(
        .missing, Self.format, .file, field: "manifest.json", found: "none", allowed: "one",
        advice: "The zip file is no DFU package: `nrfutil pkg generate` makes one.")
    }
    let manifest = try ManifestValue.read(try archive.contents(of: "manifest.json"))
    guard let entries = manifest["manifest"] else {
      throw ImageError(
        .missing, Self.format, .file, field: "manifest.json", found: "no member \"manifest\"",
        allowed: "one")
    }
    if entries["dfu_version"] != nil {
      throw ImageError(
        .unsupported, Self.format, .file, field: "manifest.json", found: "\"dfu_version\"",
        allowed: "a package for Secure DFU",
        advice: "The package is for the older DFU of SDK 11, which adafruit-nrfutil speaks.")
    }
    var images: [Image] = []
    for role in Role.allCases {
      guard let entry = entries[role.rawValue] else { continue }
      guard let firmware = entry["bin_file"]?.text, let packet = entry["dat_file"]?.text else {
        throw ImageError(
          .missing, Self.format, .file, field: "manifest.json, \"\(role.rawValue)\"",
          found: "no \"bin_file\" or no \"dat_file\"", allowed: "both")
      }
      let contents = try archive.contents(of: firmware)
      guard !contents.isEmpty else { throw ImageError.empty(Self.format) }
      images.append(
        Image(
          role: role, fileName: firmware, firmware: contents,
          initPacket: try InitPacket(try archive.contents(of: packet))))
    }
    guard !images.isEmpty else { throw ImageError.empty(Self.format) }
    self.images = images
  }
}
