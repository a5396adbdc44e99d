public import Fuzzing
import UCI
import WireFormat

/// Parameter lists, with identifiers of one byte and with those of two.
@_cdecl("FuzzUCIParameters_main")
public func start(_ count: CInt, _ arguments: Arguments) -> CInt {
  unsafe fuzz(count, arguments) { bytes in
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
