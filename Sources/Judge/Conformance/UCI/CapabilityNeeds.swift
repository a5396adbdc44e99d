import Runner
import UCI
import UCIHost

extension CaseContext {
  /// The capabilities of the board; one that tells none claims nothing.
  func capabilities(of host: UCIHost) async throws -> UCICapabilities {
    do throws(UCIHostError) { return try await host.capabilities() } catch {
      guard error.code == .status || error.code == .malformed else { throw error }
      return UCICapabilities([])
    }
  }

  /// Ends the case with SKIP unless the board claims something in its capabilities.
  ///
  /// - Parameters:
  ///   - id: the capability, whichever numbers the board has.
  ///   - mask: bits of its first byte, of which one must be set.
  ///   - subject: the subject of the case.
  func need(
    _ id: CapabilityID, mask: UInt8 = 0xFF, _ subject: String, from host: UCIHost
  ) async throws {
    let value = try await capabilities(of: host).value(id)
    guard let first = value?.first, first & mask != 0 else {
      throw CaseEnding.skip("not claimed: the capabilities of \(host.name) have no \(subject)")
    }
  }

  /// Ends the case with SKIP unless the board claims one-to-many ranging.
  func needOneToMany(_ host: UCIHost) async throws {
    try await need(.multiNodeMode, mask: 0x02, "one-to-many ranging", from: host)
  }
}

extension UCICapabilities {
  /// The value of a capability, in the numbers of whichever generation the board uses.
  func value(_ id: CapabilityID) -> [UInt8]? { first(named: id.name)?.value }

  /// The first capability of a name that both generations' tables have for it.
  func first(named name: String) -> CapabilityTLV? {
    tlvs.first { definition(of: $0.id)?.name == name }
  }

  /// The definition of a number in the table that these capabilities use.
  func definition(of id: UInt8) -> ParameterDefinition? {
    usesFiRa1Numbers
      ? FiRa1CapabilityID(rawValue: id).definition : CapabilityID(rawValue: id).definition
  }
}
