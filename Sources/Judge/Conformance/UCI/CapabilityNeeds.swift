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
  ///   - id: the capability in the numbers of FiRa 2.x.
  ///   - older: the same in the numbers of FiRa 1.x, where it is there.
  ///   - mask: bits of its first byte, of which one must be set.
  ///   - subject: the subject of the case.
  func need(
    _ id: CapabilityID, _ older: FiRa1CapabilityID?, mask: UInt8 = 0xFF, _ subject: String,
    from host: UCIHost
  ) async throws {
    let list = try await capabilities(of: host)
    let value = list[id] ?? older.flatMap { list[$0] }
    guard let first = value?.first, first & mask != 0 else {
      throw CaseEnding.skip("not claimed: the capabilities of \(host.name) have no \(subject)")
    }
  }

  /// Ends the case with SKIP unless the board claims one-to-many ranging.
  func needOneToMany(_ host: UCIHost) async throws {
    try await need(.multiNodeMode, .multiNodeMode, mask: 0x02, "one-to-many ranging", from: host)
  }
}
