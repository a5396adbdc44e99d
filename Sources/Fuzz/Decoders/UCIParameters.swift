import UCI
import WireFormat

extension FuzzTarget {
  /// Parameter lists, with identifiers of one byte and with those of two.
  static let uciParameters = FuzzTarget("UCIParameters") { bytes in
    for vendor in UCIVendor.allCases {
      let dialect = UCIDialect(version: .fira2, vendor: vendor)
      do throws(WireError) {
        let list = try UCITLV.list(from: bytes, dialect: dialect)
        expectEqual(UCITLV.bytes(of: list), bytes, "the list of \(dialect) written again")
      } catch {
        expectPrintable(error.description, "the refusal")
      }
    }
  }
}
