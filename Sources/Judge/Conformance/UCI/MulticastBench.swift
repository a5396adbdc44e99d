import LabRuntime
import RigFile
import Runner
import UCI
import UCIHost
import WireFormat

/// A board's answer to a change of the controlees, wherever its generation puts the results.
struct MulticastAnswer {
  var status: UCIStatus
  var results: [MulticastResult]

  func result(of address: UInt16) -> UCIMulticastStatus? {
    results.first { $0.shortMAC == address.addressBytes }?.status
  }

  /// Whether results may be those of a change of these controlees; others are late ones of an earlier change.
  static func mayBe(_ results: [MulticastResult]?, of addresses: [UInt16]) -> Bool {
    guard let results else { return false }
    return results.isEmpty
      || results.contains { addresses.map(\.addressBytes).contains($0.shortMAC) }
  }

  /// Whether something was not carried out: the whole or one of its parts.
  var isRefusal: Bool { status != .ok || results.contains { $0.status != .ok } }

  /// Status and results, for a report.
  func name(_ host: UCIHost) -> String {
    let list = results.map { "\(Hexadecimal.encode($0.shortMAC)) \($0.status.name)" }
    return ([status.name(host)] + list).joined(separator: ", ")
  }
}

extension UInt16 {
  /// A short address as messages have it.
  var addressBytes: [UInt8] { [UInt8(self & 0xFF), UInt8(self >> 8)] }
}

extension UCIMulticastStatus {
  /// Those that are also told of a whole command, as boards of FiRa 1.x refuse one controlee with it.
  static let ofCommands: [UCIMulticastStatus: UCIStatus] = [
    .listFull: .errorMulticastListFull, .addressNotFound: .errorAddressNotFound,
    .addressAlreadyPresent: .errorAddressAlreadyPresent,
  ]
}

extension UCISession {
  func multicast(
    _ action: UCIMulticastAction, _ addresses: [UInt16], key: [UInt8] = []
  ) -> SessionUpdateControllerMulticastListCommand {
    SessionUpdateControllerMulticastListCommand(
      sessionToken: token, action: action,
      controlees: addresses.map {
        MulticastControlee(
          shortMAC: $0.addressBytes, subSessionID: UInt32($0), subSessionKey: key)
      })
  }

  /// The results that a notification has for this session; nil for any other packet.
  func multicastResults(_ packet: UCIPacket) -> [MulticastResult]? {
    switch UCIMessage.decode(packet: packet, dialect: host.dialect) {
    case .sessionUpdateControllerMulticastListNotification(let body)
    where body.sessionToken == token:
      body.list
    case .sessionUpdateControllerMulticastListNotificationFiRa1(let body)
    where body.sessionToken == token:
      body.list.map { MulticastResult(shortMAC: $0.shortMAC, status: $0.status) }
    default: nil
    }
  }
}

extension CaseContext {
  /// Makes a one-to-many session in a state, where the board has such.
  func oneToManySession(
    on host: UCIHost, in state: UCISessionState, _ peers: [UInt16] = [0x0A02, 0x0A03]
  ) async throws -> UCISession {
    try await needOneToMany(host)
    return try await session(on: host, in: state, .quickOneToMany(peers))
  }

  /// Ends the case with SKIP where the board does not know the command that changes controlees.
  func needMulticast(_ status: UCIStatus, _ host: UCIHost) throws(CaseEnding) {
    guard status == .unknownOID else { return }
    throw CaseEnding.skip(
      "\(host.name) has no \(SessionUpdateControllerMulticastListCommand.name)")
  }

  /// Changes the controlees of a session and gathers what is said of it: FiRa 2.x has the results
  /// in the response, FiRa 1.x in the notification.
  func updateMulticast(
    _ session: UCISession, _ action: UCIMulticastAction, _ addresses: [UInt16],
    key: [UInt8] = []
  ) async throws -> MulticastAnswer {
    let host = session.host
    // What is notified beside the results of an earlier response says nothing of this change.
    _ = host.takePackets { session.multicastResults($0) != nil }
    let response = try await host.attempt(session.multicast(action, addresses, key: key))
    try needMulticast(response.status, host)
    if let list = response.list { return MulticastAnswer(status: response.status, results: list) }
    let name = SessionUpdateControllerMulticastListNotification.name
    var told: ReceivedPacket?
    if UCIMulticastStatus.ofCommands.values.contains(response.status) {
      // The status says it all; some tell the results as well.
      told = try await host.nextIfAny(name, until: lab.now.advanced(by: limits.uciResponse)) {
        session.multicastResults($0) != nil
      }
    } else if [.ok, .failed].contains(response.status) {
      told = try await next(
        from: host, within: limits.uciResponse, "each controlee has a result", expected: name
      ) { MulticastAnswer.mayBe(session.multicastResults($0), of: addresses) }
    }
    return MulticastAnswer(
      status: response.status, results: told.flatMap { session.multicastResults($0.packet) } ?? [])
  }

  /// Changes the controlees of a session, and asserts that it was carried out for every one.
  func expectDone(
    _ action: UCIMulticastAction, _ addresses: [UInt16], in session: UCISession, _ what: String
  ) async throws {
    let answer = try await updateMulticast(session, action, addresses)
    try requireDone(answer, addresses, session.host, what)
  }

  /// Asserts that a change of the controlees was carried out for every one.
  func requireDone(
    _ answer: MulticastAnswer, _ addresses: [UInt16], _ host: UCIHost, _ what: String
  ) throws {
    let isDone = addresses.allSatisfy { answer.result(of: $0) == .ok }
    try require(
      answer.status == .ok && isDone && answer.results.count == addresses.count, what,
      expected: "OK, and OK for each of \(addresses.count)", got: answer.name(host))
  }

  /// Asserts that NUMBER_OF_CONTROLEES counts the addresses in DST_MAC_ADDRESS, where a board reads both.
  func expectCounted(controleesOf session: UCISession, _ what: String) async throws {
    guard let number = try await read([.numberOfControlees], of: session).first?.value,
      number.count == 1,
      let addresses = try await read([.dstMACAddress], of: session).first?.value,
      !addresses.isEmpty
    else {
      throw CaseEnding.skip(
        "\(session.host.name) does not read \(AppConfigID.numberOfControlees.name) and "
          + "\(AppConfigID.dstMACAddress.name) back")
    }
    // The session has short addresses.
    try require(
      Int(number[0]) * 2 == addresses.count, what,
      expected: "\(addresses.count / 2) for DST_MAC_ADDRESS \(Hexadecimal.encode(addresses))",
      got: "\(number[0])")
  }

  /// Asserts that a controlee was refused, with the status that its name stands for.
  func requireRefused(
    _ answer: MulticastAnswer, _ address: UInt16, as status: UCIMulticastStatus, _ host: UCIHost,
    _ what: String
  ) throws {
    let isToldOfWhole =
      host.dialect.version == .fira1 && answer.results.isEmpty
      && answer.status == UCIMulticastStatus.ofCommands[status]
    let isRefused = answer.result(of: address) == status || isToldOfWhole
    try require(isRefused, what, expected: status.name, got: answer.name(host))
  }

  /// Asserts that a report has one record of each of these controlees, in any order.
  func requireControlees(
    _ report: SessionInfoNotification, _ controlees: [UInt16], _ what: String
  ) throws {
    try require(
      Self.has(report, controlees), what, expected: Self.list(controlees.map(\.addressBytes)),
      got: Self.list(report.measurements.compactMap(\.address)))
  }

  /// Whether a report has these controlees, in any order, and no others.
  static func has(_ report: SessionInfoNotification, _ controlees: [UInt16]) -> Bool {
    sorted(report.measurements.compactMap(\.address)) == sorted(controlees.map(\.addressBytes))
  }

  private static func sorted(_ addresses: [[UInt8]]) -> [[UInt8]] {
    addresses.sorted { $0.lexicographicallyPrecedes($1) }
  }

  static func list(_ addresses: [[UInt8]]) -> String {
    addresses.isEmpty ? "none" : addresses.map { Hexadecimal.encode($0) }.joined(separator: ", ")
  }
}
