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
    results.first { $0.shortMAC == [UInt8(address & 0xFF), UInt8(address >> 8)] }?.status
  }

  /// Whether results may be those of a change of these controlees; others are late ones of an earlier change.
  static func mayBe(_ results: [MulticastResult]?, of addresses: [UInt16]) -> Bool {
    guard let results else { return false }
    return results.isEmpty
      || results.contains { result in
        addresses.contains { result.shortMAC == [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      }
  }

  /// Whether something was not carried out: the whole or one of its parts.
  var isRefusal: Bool { status != .ok || results.contains { $0.status != .ok } }

  /// Status and results, for a report.
  func name(_ host: UCIHost) -> String {
    let list = results.map { "\(Hexadecimal.encode($0.shortMAC)) \($0.status.name)" }
    return ([status.name(host)] + list).joined(separator: ", ")
  }
}

extension UCIMulticastStatus {
  /// Those that are also told of a whole command.
  static let ofCommands: [UCIMulticastStatus] = [
    .listFull, .addressNotFound, .addressAlreadyPresent,
  ]

  /// The same as a status of a whole command, as boards of FiRa 1.x refuse one controlee with it.
  var ofCommand: UCIStatus? {
    switch self {
    case .listFull: .errorMulticastListFull
    case .addressNotFound: .errorAddressNotFound
    case .addressAlreadyPresent: .errorAddressAlreadyPresent
    default: nil
    }
  }
}

extension UCISession {
  func multicast(
    _ action: UCIMulticastAction, _ addresses: [UInt16], key: [UInt8] = []
  ) -> SessionUpdateControllerMulticastListCommand {
    SessionUpdateControllerMulticastListCommand(
      sessionToken: token, action: action,
      controlees: addresses.map {
        MulticastControlee(
          shortMAC: [UInt8($0 & 0xFF), UInt8($0 >> 8)], subSessionID: UInt32($0),
          subSessionKey: key)
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
    if UCIMulticastStatus.ofCommands.map(\.ofCommand).contains(response.status) {
      // The status says it all; some tell the results as well.
      let deadline = lab.now.advanced(by: limits.uciResponse)
      var answer = MulticastAnswer(status: response.status, results: [])
      do throws(UCIHostError) {
        let told = try await host.next(
          SessionUpdateControllerMulticastListNotification.name, until: deadline
        ) { session.multicastResults($0) != nil }
        answer.results = session.multicastResults(told.packet) ?? []
      } catch { guard error.code == .timedOut else { throw error } }
      return answer
    }
    guard [.ok, .failed].contains(response.status) else {
      return MulticastAnswer(status: response.status, results: [])
    }
    let received = try await next(
      from: host, within: limits.uciResponse, "each controlee has a result",
      expected: SessionUpdateControllerMulticastListNotification.name
    ) { MulticastAnswer.mayBe(session.multicastResults($0), of: addresses) }
    return MulticastAnswer(
      status: response.status, results: session.multicastResults(received.packet) ?? [])
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
    func value(_ id: AppConfigID) async throws -> [UInt8]? {
      let read = try await session.host.attempt(session.getting([id]))
      return read.status == .ok ? read.tlvs?.first?.value : nil
    }
    guard let number = try await value(.numberOfControlees), number.count == 1,
      let addresses = try await value(.dstMACAddress), !addresses.isEmpty
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
      host.dialect.version == .fira1 && answer.results.isEmpty && answer.status == status.ofCommand
    let isRefused = answer.result(of: address) == status || isToldOfWhole
    try require(isRefused, what, expected: status.name, got: answer.name(host))
  }
}
