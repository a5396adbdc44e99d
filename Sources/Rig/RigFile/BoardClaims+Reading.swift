import FileGrammar
import Journal
import Notation
import WireFormat

private struct ClaimsKeys {
  static let mapping = Mapping(ClaimsKeys())

  let acd = Key("acd", .acd, "version of its accessory configuration data")
  let background = Key("background", .boolean, "ranging in the background")
  let vendorIDs = Key(
    "vendor-ids",
    .list(
      Form<Int>.integer(0...255, hexadecimal: true).map(UInt8.init(exactly:)),
      "a list of message identifiers"), "messages of its vendor")
  let sessions = Key("sessions", .integer(1...255), "sessions at the same time")
  let oob = Key("oob", .integer(1...3), "version of Ranging OOB")
  let accountKeys = Key(
    "account-keys", .list(.accountKey, "a list of account keys"), "keys of the Find Hub network")
  let skipsAuthentication = Key(
    "skips-authentication", .boolean, "the tag is in the mode of unwanted tracking")
  let motionID = Key(
    "motion-id", Form<Int>.integer(0...255, hexadecimal: true).map(UInt8.init(exactly:)),
    "data identifier of motion in the Find Hub network")
}

extension Form<RigBoard.Claims> {
  static var claims: Form {
    ClaimsKeys.mapping.form.map {
      RigBoard.Claims(
        acd: $0.acd, background: $0.background, vendorIDs: $0.vendorIDs, sessions: $0.sessions,
        oob: $0.oob, accountKeys: $0.accountKeys, skipsAuthentication: $0.skipsAuthentication,
        motionID: $0.motionID)
    }
  }
}

extension Form<[UInt8]> {
  /// A key of the Find Hub network.
  fileprivate static var accountKey: Form {
    Form(["type": "string", "pattern": "^[0-9A-Fa-f]{32}$"]) { field in
      guard let bytes = field.text.flatMap({ try? Hexadecimal.decode($0) }), bytes.count == 16
      else { return field.refuse(allowed: "16 bytes in hexadecimal, with quotation marks") }
      return bytes
    }
  }
}

extension Form<String> {
  /// A version, with quotation marks or without.
  fileprivate static var acd: Form {
    let versions = RigBoard.Claims.acdVersions
    let all =
      versions.map(JSONValue.string) + versions.compactMap(Double.init).map(JSONValue.number)
    return Form(["enum": .array(all)]) { $0.choice(versions) }
  }
}
