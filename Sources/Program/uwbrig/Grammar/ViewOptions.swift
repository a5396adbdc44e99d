import ArgumentParser
import Errors
import Flashing
import Journal
import LivePage

/// Where a live page is served.
struct ViewOptions: ParsableArguments {
  /// An address and a port.
  struct Place {
    var address = "127.0.0.1"
    var port: UInt16 = 0
  }

  @Option(
    help: ArgumentHelp(
      "Where to serve the live page; with a network address, everyone who has the printed URL "
        + "can see the run. (default: 127.0.0.1 and a free port)",
      valueName: "address:port"),
    transform: Self.place)
  var listen: Place?

  /// Serves the page of a journal; says where.
  ///
  /// - Parameter run: the folder of a run that the page ends with.
  func start(
    _ journal: String, endingWith run: String? = nil, fleet: FleetSource?,
    flush: @escaping @Sendable () -> Void = {}
  ) throws -> LiveView.Service {
    let place = listen ?? Place()
    // The address is a secret: who does not know it sees nothing.
    let token = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    do throws(RigError) {
      return try LiveView.start(
        journal: journal, address: place.address, port: place.port, token: token,
        successor: run.map { "uwbrig view " + ToolCommand.quoted($0) }, fleet: fleet, flush: flush)
    } catch { throw Failure(.usage, "the live page cannot be served: \(error)") }
  }

  private static func place(_ text: String) throws -> Place {
    let colon = text.lastIndex(of: ":") ?? text.startIndex
    var address = text[..<colon]
    if address.first == "[", address.last == "]" { address = address.dropFirst().dropLast() }
    guard !address.isEmpty, let port = UInt16(text[colon...].dropFirst()) else {
      throw ValidationError(
        expected: "an address and a port, such as 127.0.0.1:8080", got: ValidationError.shown(text))
    }
    return Place(address: String(address), port: port)
  }
}
