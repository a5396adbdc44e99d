import LabRuntime
import RigFile
import Runner
import UCI
import UCIHost
import WireFormat

extension CaseContext {
  @discardableResult
  func expect<Command: UCICommandBody>(
    _ status: UCIStatus, for command: Command, from host: UCIHost, _ what: String
  ) async throws -> Command.Response {
    let response = try await host.attempt(command)
    try require(status, is: response.status, host, what)
    return response
  }

  /// Sends a command and asserts that it is not carried out, with whatever status.
  @discardableResult
  func expectRefusal<Command: UCICommandBody>(
    of command: Command, from host: UCIHost, _ what: String
  ) async throws -> Command.Response {
    let response = try await host.attempt(command)
    try requireRefusal(response.status, host, what)
    return response
  }

  func require(
    _ status: UCIStatus, is found: UCIStatus?, _ host: UCIHost, _ what: String
  ) throws {
    try require(
      found == status, what, expected: status.name(host), got: found?.name(host) ?? "no status")
  }

  func requireRefusal(_ found: UCIStatus?, _ host: UCIHost, _ what: String) throws {
    try require(
      found.map { $0 != .ok } ?? false, what, expected: "a status other than OK",
      got: found?.name(host) ?? "no status")
  }

  /// Asserts that a refusal names what is wrong alone, or ends behind its status, as one may.
  ///
  /// - Parameters:
  ///   - names: nil where there is no list, or none that can be read.
  ///   - trailing: the bytes behind what was read; behind a list they say nothing.
  func requireNamed(
    _ names: [String]?, trailing: [UInt8], _ wanted: String, _ what: String
  ) throws {
    let isBare = names == nil && trailing.isEmpty
    let unread = trailing.isEmpty ? [] : ["bytes \(Hexadecimal.encode(trailing))"]
    let found = names ?? unread
    try require(
      isBare || found == [wanted], what, expected: "\(wanted) alone",
      got: found.isEmpty ? "none" : found.joined(separator: ", "))
  }

  /// Asserts that a value is another one; both are told as they print themselves.
  func requireEqual<Value: Equatable>(
    _ found: Value, _ expected: Value, _ what: String, unit: String = ""
  ) throws {
    try require(
      found == expected, what, expected: "\(expected)\(unit)", got: "\(found)\(unit)")
  }

  func requireBytes(_ found: [UInt8]?, _ expected: [UInt8], _ what: String) throws {
    try require(
      found == expected, what, expected: Hexadecimal.encode(expected),
      got: found.map { Hexadecimal.encode($0) } ?? "no value")
  }

  /// A message of a board; one that its layout does not explain breaks the requirement.
  func read<Body: UCIMessageBody>(
    _ type: Body.Type, _ packet: UCIPacket, _ host: UCIHost, _ what: String, expected: String
  ) throws -> Body {
    do throws(WireError) { return try Body(packet: packet, dialect: host.dialect) } catch {
      throw violation(what, expected: expected, got: "\(error)")
    }
  }

  /// The value that the parameter of the case names.
  func choice<Value>(of values: KeyValuePairs<String, Value>) throws -> Value {
    try choice(Array(values), named: \.key).value
  }

  /// The value that the parameter of the case names.
  func choice<Value>(_ values: [Value], named name: (Value) -> String) throws -> Value {
    guard let value = values.first(where: { name($0) == parameter }) else {
      throw CaseEnding.rigFault("the case has no parameter \(parameter)")
    }
    return value
  }

  /// Sends a packet and asserts the status of its response, whatever follows it.
  func expect(_ status: UCIStatus, for command: UCIPacket, from host: UCIHost, _ what: String)
    async throws
  {
    try require(status, is: try await host.exchange(command).packet.status, host, what)
  }

  /// Proves with GET_DEVICE_INFO that the board has said everything, and asserts that nothing came
  /// that is not allowed. An error that belongs to a refusal may come whenever it does.
  ///
  /// - Parameters:
  ///   - mayLoseOne: whether one command may be lost: a receiver joins what it has with the next.
  ///   - allowed: what may have come; nothing by default.
  ///   - what: the assertion, as it is reported.
  /// - Returns: what came and was not taken before, in order.
  @discardableResult
  func fence(
    _ host: UCIHost, _ what: String, mayLoseOne: Bool = false,
    allowing allowed: (UCIMessage) -> Bool = { _ in false }
  ) async throws -> [ReceivedPacket] {
    let came: [ReceivedPacket]
    do throws(UCIHostError) { came = try await host.fence() } catch {
      guard error.code == .timedOut else { throw error }
      let expected = "an answer to \(CoreGetDeviceInfoCommand.name)"
      let got = "none in \(limits.uciResponse)"
      let heldUp = heldUp(what, expected: expected, got: got, within: limits.uciResponse)
      try await lab.sleep(for: Self.secondFence, label: "a second fence for \(host.name)")
      do throws(UCIHostError) { came = try await host.fence() } catch {
        guard error.code == .timedOut else { throw error }
        throw heldUp ?? wedged(what, expected: expected, got: got + ", and none to a second one")
      }
      guard mayLoseOne, heldUp == nil else {
        throw heldUp ?? violation(what, expected: expected, got: got + ", but one to a second one")
      }
      step("a fence was not answered, the second one was")
    }
    let strangers = came.filter { !$0.isOwedError && !allowed($0.message(host.dialect)) }
    try require(
      strangers.isEmpty, what, expected: "nothing else before the answer to a fence",
      got: strangers.isEmpty ? "nothing else" : Self.names(strangers, host))
    return came
  }

  /// Proves that the board still answers, whatever else it says.
  @discardableResult
  func expectAlive(_ host: UCIHost, _ what: String) async throws -> [ReceivedPacket] {
    try await fence(host, what) { _ in true }
  }

  /// Proves that the board still answers, and has not started again meanwhile: READY is said after
  /// a start and after ranging, and nothing ranges.
  @discardableResult
  func expectSurvival(_ host: UCIHost, _ what: String) async throws -> [ReceivedPacket] {
    try await fence(host, what, mayLoseOne: true) { message in
      guard case .coreDeviceStatusNotification(let status) = message else { return true }
      return status.deviceState != .ready
    }
  }

  /// The next packet that is wanted; when none comes within `limit` the requirement is broken, and
  /// a board that does not answer a fence either is wedged.
  func next(
    from host: UCIHost, within limit: Duration, _ what: String, expected: String,
    where wanted: (UCIPacket) -> Bool
  ) async throws -> ReceivedPacket {
    let deadline = lab.now.advanced(by: limit)
    if let packet = try await host.nextIfAny(expected, until: deadline, where: wanted) {
      return packet
    }
    let got = "none within \(limit)"
    let heldUp = heldUp(what, expected: expected, got: got, within: limit)
    try await expectAlive(host, "the board still answers")
    throw heldUp ?? violation(what, expected: expected, got: got)
  }

  func listen(to host: UCIHost, for span: Duration) async throws -> [ReceivedPacket] {
    let deadline = lab.now.advanced(by: span)
    var came: [ReceivedPacket] = []
    while let packet = try await host.nextIfAny("a packet", until: deadline, where: { _ in true }) {
      came.append(packet)
    }
    return came
  }

  static func names(_ packets: [ReceivedPacket], _ host: UCIHost) -> String {
    let names = packets.prefix(5).map { $0.message(host.dialect).name }
    let more = packets.count > 5 ? " and \(packets.count - 5) more" : ""
    return names.joined(separator: ", ") + more
  }
}

extension UCIHost {
  /// The next packet that is wanted; nil where none comes in time.
  func nextIfAny(
    _ subject: String, until deadline: LabInstant, where wanted: (UCIPacket) -> Bool
  ) async throws(UCIHostError) -> ReceivedPacket? {
    do throws(UCIHostError) {
      return try await next(subject, until: deadline, where: wanted)
    } catch {
      guard error.code == .timedOut else { throw error }
      return nil
    }
  }
}

extension UCIStatus {
  /// The name that the board's vendor has for it, and its number.
  func name(_ host: UCIHost) -> String {
    knownName(in: host.dialect).map { "\($0) (\(Hexadecimal.name(rawValue)))" }
      ?? Hexadecimal.name(rawValue)
  }
}

extension UCIMessage {
  /// A notification of a state, of the board or of a session; makes differ in their order.
  var isState: Bool {
    switch self {
    case .coreDeviceStatusNotification(let status): status.deviceState != .error
    case .sessionStatusNotification: true
    default: false
    }
  }
}
