public import Digests
public import Errors

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
    /// What the part is.
    public var role: Role
    /// The member's name.
    public var fileName: String
    /// The program.
    public var firmware: [UInt8]
    /// What the bootloader is told about it first.
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

  /// A package of an application, signed where a key is given.
  ///
  /// - Throws: ``RigError``.
  public init(
    application: [UInt8], version: UInt32 = 1, hardware: UInt32 = 52, softDevices: [UInt32] = [0],
    key: ECDSAP256PrivateKey? = nil
  ) throws(RigError) {
    var command = InitCommand()
    command.firmwareVersion = version
    command.hardwareVersion = hardware
    command.softDevices = softDevices
    command.type = InitCommand.Kind.application.rawValue
    command.softDeviceSize = 0
    command.bootloaderSize = 0
    command.applicationSize = UInt32(truncatingIfNeeded: application.count)
    let hash = MessageDigest.sha256(application)
    command.hash = InitCommand.Hash(type: 3, bytes: hash.reversed())
    command.isDebug = false
    command.bootValidation = [InitCommand.Validation(type: 1, bytes: [])]
    images = [
      Image(
        role: .application, fileName: "application.bin", firmware: application,
        initPacket: try InitPacket(command, key: key))
    ]
  }

  /// The bytes of a zip file, the same for the same images.
  public var encoded: [UInt8] {
    var members: [(name: String, contents: [UInt8])] = []
    var entries: [String] = []
    for image in images {
      let name = image.role.rawValue
      members.append(("\(name).bin", image.firmware))
      members.append(("\(name).dat", image.initPacket.bytes))
      var entry = "\"bin_file\": \"\(name).bin\", \"dat_file\": \"\(name).dat\""
      if image.role == .softDeviceAndBootloader {
        let command = image.initPacket.command
        entry +=
          ", \"info_read_only_metadata\": {\"bl_size\": \(command.bootloaderSize ?? 0), "
          + "\"sd_size\": \(command.softDeviceSize ?? 0)}"
      }
      entries.append("\"\(name)\": {\(entry)}")
    }
    let manifest = "{\"manifest\": {\(entries.joined(separator: ", "))}}\n"
    members.append(("manifest.json", Array(manifest.utf8)))
    return ZipArchive.stored(members)
  }
}
