public import ArgumentParser
import Dissection
import Journal
import Links
import Notation
import Printing
import Terminal
import UCI
import WireFormat

/// `decode`: packets in hexadecimal to named fields.
struct DecodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Decodes packets in hexadecimal to named fields with units.",
    discussion: """
      The packets are the arguments or, without any, the lines of standard input, where blank lines and \
      lines that begin with # are ignored. An argument that ends in .pcapng is a capture. Status 1 when a \
      packet does not decode or, with --check, when encoding it again gives other bytes.
      """)

  @Argument(
    help: ArgumentHelp("A packet in hexadecimal, or a capture.", valueName: "hex|file.pcapng"),
    completion: Completions.captures)
  var packets: [String] = []

  @Option(
    name: .customLong("protocol"),
    help: ArgumentHelp("What the bytes are.", valueName: "protocol"))
  var protocolName = PacketDecoder.PacketProtocol.uci

  @Option(
    help: ArgumentHelp(
      "The dialect of UCI: fira1 or fira2, with +qorvo, +nxp or +android. (default: fira2; in a "
        + "capture, what the board reports)", valueName: "dialect"),
    completion: .list(Self.dialects))
  var dialect: String?

  @Option(
    help: "Whether an accessory sent the message (in) or received it (out). (default: from its id)")
  var direction: Direction?

  @Flag(help: "Encode each packet again and compare.")
  var check = false

  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let decoder = PacketDecoder(
      packetProtocol: protocolName, direction: direction, dialect: try uciDialect)
    var printer = DecodePrinter(decoder: decoder, checks: check, options: common)
    if packets.isEmpty {
      printer.printLines(of: InputLines())
    } else {
      for packet in packets {
        if packet.hasSuffix(".pcapng") {
          try CapturePrinter(
            path: packet, dialect: try uciDialect, learns: dialect == nil, fallback: decoder,
            options: common
          )
          .print(with: &printer)
        } else {
          try printer.print(argument: packet)
        }
      }
    }
    if printer.hasFailed { throw ExitStatus.no }
  }

  private var uciDialect: UCIDialect {
    get throws {
      guard let dialect else { return .fira2 }
      if let dialect = UCIDialect(dialect) { return dialect }
      throw Failure(
        .usage, "--dialect: " + NearestName.refusal(of: dialect, expected: Self.dialects))
    }
  }

  private static let dialects = UCIVersion.allCases.flatMap { version in
    UCIVendor.allCases.map { UCIDialect(version: version, vendor: $0).description }
  }
}

extension PacketDecoder.PacketProtocol: ExpressibleByArgument {}
extension Direction: ExpressibleByArgument {}
