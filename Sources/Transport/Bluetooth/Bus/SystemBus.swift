import CLibSystemd
package import Errors
import Glibc
package import LabRuntime
import Links
import Synchronization

/// The system's D-Bus, by systemd's library: calls that wait in a lab, and what comes by itself.
///
/// `DBUS_SYSTEM_BUS_ADDRESS` counts, as everywhere. One lock guards the library; it is read on the
/// carriers' reader thread.
@safe
package final class SystemBus: Sendable {
  /// The answer to a call of ours, or of one of our objects.
  package enum Answer: Sendable {
    case values([BusValue])
    case refusal(name: String, text: String)
    /// ``reply(to:_:)`` follows.
    case later
  }

  @safe
  private struct State: ~Copyable {
    var bus: OpaquePointer?
    var waiting: [UInt64: LabChannel<Answer>] = [:]
    /// Calls of others that are answered later, by number.
    var calls: [UInt64: OpaquePointer] = unsafe [:]
    var lastCall: UInt64 = 0
  }

  private let lab: Lab
  private let state: Mutex<State>
  private let watch = Mutex<DescriptorWatch?>(nil)
  private let handler: @Sendable (BusMessage) -> Answer?
  private let closed: @Sendable () -> Void

  /// Connects.
  ///
  /// - Parameters:
  ///   - handler: takes signals, and calls of others, which it answers; on the reader's thread.
  ///   - closed: told once when the bus has gone.
  package init(
    _ lab: Lab, handler: @escaping @Sendable (BusMessage) -> Answer?,
    closed: @escaping @Sendable () -> Void = {}
  ) throws(RigError) {
    var bus: OpaquePointer?
    let status = unsafe sd_bus_open_system(&bus)
    let ready = unsafe status < 0 ? status : sd_bus_flush(bus)
    guard ready >= 0 else {
      unsafe sd_bus_unref(bus)
      throw RigError(
        .notFound, "D-Bus", reason: "the system bus is not there: \(Self.words(-ready))",
        advice:
          "Bluetooth is found and paired by bluetoothd over the system bus. In a container mount "
          + "/run/dbus and use the host's network; `uwbrig doctor` says more")
    }
    self.lab = lab
    self.handler = handler
    self.closed = closed
    let descriptor = unsafe sd_bus_get_fd(bus)
    state = unsafe Mutex(State(bus: bus))
    let watch = DescriptorWatch(lab, descriptor) { [weak self] in self?.process() }
    guard watch != nil else {
      throw RigError(.failed, "D-Bus", reason: "the system cannot watch it")
    }
    self.watch.withLock { $0 = watch }
    // What came with the greeting stands in the library's own queue, where no descriptor tells of it.
    process()
  }

  deinit { close() }

  /// Leaves the bus; calls that wait end.
  package func close() {
    watch.withLock { watch in
      watch?.close()
      watch = nil
    }
    let unanswered = state.withLock { state in
      unsafe state.calls.values.forEach { unsafe sd_bus_message_unref($0) }
      unsafe state.calls = [:]
      if let bus = unsafe state.bus {
        unsafe sd_bus_flush(bus)
        unsafe sd_bus_close(bus)
        unsafe sd_bus_unref(bus)
      }
      unsafe state.bus = nil
      defer { state.waiting = [:] }
      return state.waiting.sorted { $0.key < $1.key }.map(\.value)
    }
    for channel in unanswered { channel.close() }
  }

  /// Calls a method and waits for its answer.
  ///
  /// - Throws: ``RigError`` `refused` with the name of the error and its text, `timedOut`, `closed`.
  @discardableResult
  package func call(
    _ path: String, _ interface: String, _ method: String, _ arguments: [BusValue] = [],
    of service: String = "org.bluez", within limit: Duration = .seconds(25)
  ) async throws(RigError) -> [BusValue] {
    let what = "\(interface).\(method)"
    let answer = LabChannel<Answer>(lab, label: "an answer to \(what)")
    let number = try send(service, path, interface, method, arguments, answer)
    defer { state.withLock { $0.waiting[number] = nil } }
    // What is read together with something else is not told of again.
    process()
    switch try await answer.receive(until: lab.now.advanced(by: limit)) {
    case .values(let values): return values
    case .refusal(let name, let text):
      throw RigError(
        Self.code(name), what, reason: text.isEmpty ? name : "\(text) (\(name))")
    case .later: return []
    }
  }

  /// Has the bus tell of what a rule of its own describes.
  package func match(_ rule: String) async throws(RigError) {
    let bus = "org.freedesktop.DBus"
    try await call("/org/freedesktop/DBus", bus, "AddMatch", [.string(rule)], of: bus)
  }

  /// Calls a method whose answer does not matter.
  func tell(_ path: String, _ interface: String, _ method: String, _ arguments: [BusValue] = []) {
    _ = try? send("org.bluez", path, interface, method, arguments, nil)
  }

  /// Calls a method and stands still until it is answered, a second at most: at the end of a program, when
  /// nothing that would wait goes on, and the peer wants the caller to be there still.
  package func callAtEnd(
    _ path: String, _ interface: String, _ method: String, _ arguments: [BusValue],
    of service: String
  ) {
    state.withLock { state in
      guard let bus = unsafe state.bus else { return }
      var (message, reply): (OpaquePointer?, OpaquePointer?)
      defer {
        unsafe sd_bus_message_unref(message)
        unsafe sd_bus_message_unref(reply)
      }
      guard
        unsafe sd_bus_message_new_method_call(
          bus, &message, service, path, interface, method) >= 0,
        let filled = unsafe message, unsafe BusMessage.append(arguments, to: filled) >= 0
      else { return }
      _ = unsafe sd_bus_call(bus, filled, 1_000_000, nil, &reply)
    }
  }

  private func send(
    _ service: String, _ path: String, _ interface: String, _ method: String,
    _ arguments: [BusValue], _ answer: LabChannel<Answer>?
  ) throws(RigError) -> UInt64 {
    let (status, number) = state.withLock { state -> (Int32, UInt64) in
      guard let bus = unsafe state.bus else { return (-ENOTCONN, 0) }
      var message: OpaquePointer?
      defer { unsafe sd_bus_message_unref(message) }
      let made = unsafe sd_bus_message_new_method_call(
        bus, &message, service, path, interface, method)
      guard made >= 0, let filled = unsafe message else { return (made, 0) }
      let appended = unsafe BusMessage.append(arguments, to: filled)
      guard appended >= 0 else { return (appended, 0) }
      guard let answer else { return (unsafe sd_bus_send(bus, filled, nil), 0) }
      var number: UInt64 = 0
      let sent = unsafe sd_bus_send(bus, filled, &number)
      if sent >= 0 { state.waiting[number] = answer }
      return (unsafe sent < 0 ? sent : sd_bus_flush(bus), number)
    }
    guard status >= 0 else {
      throw RigError(.closed, "\(interface).\(method)", reason: Self.words(-status))
    }
    return number
  }

  /// Reads what there is.
  private func process() {
    while true {
      let (status, message) = state.withLock { state -> (Int32, BusMessage?) in
        guard let bus = unsafe state.bus else { return (0, nil) }
        var raw: OpaquePointer?
        let status = unsafe sd_bus_process(bus, &raw)
        guard status > 0, let received = unsafe raw else { return (status, nil) }
        defer { unsafe sd_bus_message_unref(received) }
        var message = unsafe BusMessage(received)
        guard let call = message, call.kind == .call else { return (status, message) }
        state.lastCall += 1
        message?.number = state.lastCall
        let said = message.flatMap(handler)
        if case .later? = said {
          unsafe state.calls[state.lastCall] = unsafe sd_bus_message_ref(received)
        } else {
          unsafe answer(received, said, bus)
        }
        return (status, message)
      }
      guard status != 0 else { return }
      guard status > 0 else {
        close()
        closed()
        return
      }
      if let message { take(message) }
    }
  }

  private func take(_ message: BusMessage) {
    let (number, answer): (UInt64, Answer)
    switch message.kind {
    case .call: return
    case .signal:
      _ = handler(message)
      return
    case .reply(let to): (number, answer) = (to, .values(message.body))
    case .refusal(let to, let name):
      (number, answer) = (to, .refusal(name: name, text: message.body.first?.text ?? ""))
    }
    state.withLock { $0.waiting.removeValue(forKey: number) }?.send(answer)
  }

  /// Answers a call that was to be answered later.
  func reply(to number: UInt64, _ said: Answer) {
    state.withLock { state in
      guard let bus = unsafe state.bus, let call = unsafe state.calls.removeValue(forKey: number)
      else { return }
      unsafe answer(call, said, bus)
      unsafe sd_bus_message_unref(call)
    }
  }

  /// Tells everyone on the bus of an event of one of our objects.
  func emit(_ path: String, _ interface: String, _ member: String, _ arguments: [BusValue]) {
    state.withLock { state in
      guard let bus = unsafe state.bus else { return }
      var message: OpaquePointer?
      defer { unsafe sd_bus_message_unref(message) }
      guard unsafe sd_bus_message_new_signal(bus, &message, path, interface, member) >= 0,
        let filled = unsafe message, unsafe BusMessage.append(arguments, to: filled) >= 0
      else { return }
      _ = unsafe sd_bus_send(bus, filled, nil)
      _ = unsafe sd_bus_flush(bus)
    }
  }

  private func answer(_ received: OpaquePointer, _ said: Answer?, _ bus: OpaquePointer) {
    var reply: OpaquePointer?
    defer { unsafe sd_bus_message_unref(reply) }
    switch said ?? .refusal(name: Self.unknown, text: "no such method") {
    case .later: return
    case .values(let values):
      guard unsafe sd_bus_message_new_method_return(received, &reply) >= 0,
        let reply = unsafe reply, unsafe BusMessage.append(values, to: reply) >= 0
      else { return }
    case .refusal(let name, let text):
      var error = unsafe sd_bus_error()
      guard unsafe sd_bus_error_set(&error, name, text) <= 0 else { return }
      defer { unsafe sd_bus_error_free(&error) }
      guard unsafe sd_bus_message_new_method_error(received, &reply, &error) >= 0 else { return }
    }
    _ = unsafe sd_bus_send(bus, reply, nil)
    _ = unsafe sd_bus_flush(bus)
  }

  private static let unknown = "org.freedesktop.DBus.Error.UnknownMethod"

  private static func words(_ number: Int32) -> String { SystemError.description(number) }

  /// What a caller tells apart.
  private static func code(_ name: String) -> RigError.Code {
    switch name.split(separator: ".").last {
    case "ServiceUnknown", "DoesNotExist", "UnknownObject", "NameHasNoOwner": .notFound
    case "AccessDenied", "NotAuthorized", "NotPermitted": .notPermitted
    case "InProgress", "Busy": .busy
    case "DnssdServiceExists": .existsAlready
    default: .refused
    }
  }
}

extension RigError.Code {
  /// What was to be made is there.
  package static let existsAlready = Self("exists already")
}
