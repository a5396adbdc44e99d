import AttributePeer
import AttributeProtocol
import CRigShims
import Errors
import LabRuntime
import Links
import Synchronization
import Testing

@testable import Bluetooth

/// A server behind a packet socket, as the kernel's channel is one.
struct ServedDevice: Sendable {
  let connection: ATTConnection
  let server: any ImmediateLink

  static let service = "0000FFF0-0000-1000-8000-00805F9B34FB"
  static let receive = GATTHandle(
    service: service, characteristic: "0000FFF1-0000-1000-8000-00805F9B34FB")
  static let transmit = GATTHandle(
    service: service, characteristic: "0000FFF2-0000-1000-8000-00805F9B34FB")
  static let secret = GATTHandle(
    service: service, characteristic: "0000FFF3-0000-1000-8000-00805F9B34FB")

  /// - Parameter echoes: how many notifications follow each write.
  init(_ lab: Lab, echoes: Int = 1) throws {
    var table = AttributeTable()
    table.addService(BluetoothUUID(0xFFF0))
    let receive = table.addCharacteristic(BluetoothUUID(0xFFF1), properties: 0x0C)
    let transmit = table.addCharacteristic(
      BluetoothUUID(0xFFF2), properties: 0x10, isConfigurable: true)
    table.addCharacteristic(BluetoothUUID(0xFFF3), properties: 0x02)
    var (first, second): (Int32, Int32) = (-1, -1)
    try #require(unsafe rig_packet_pair(&first, &second) == 0)
    let server = lab.packetLink("device", over: second)
    let state = Mutex(AttributeServer(table))
    self.server = server
    server.start { event in
      guard case .received(let chunk) = event else { return }
      let packets = state.withLock { state -> [[UInt8]] in
        let step = state.received(chunk.bytes)
        var packets = step.send
        for event in step.events {
          switch event {
          case .asksValue: packets += state.answer(.failure(.insufficientEncryption))
          case .asksWrite(let handle, let value), .wrote(let handle, let value):
            packets += state.answer(.success([]))
            if handle == receive, state.configured.contains(transmit) {
              packets += (0..<echoes).map { _ in state.notification(transmit, value) }
            }
          default: break
          }
        }
        return packets
      }
      for packet in packets { _ = server.sendNow(packet) }
    }
    connection = ATTConnection(lab, name: "device", over: lab.packetLink("device", over: first))
  }
}

@Suite("ATT over packet sockets")
struct ATTConnectionTests {
  @Test("a message goes out and comes back whole", arguments: [true, false])
  func echo(withResponse: Bool) throws {
    let lab = Lab.live(seed: 0)
    try lab.run {
      let device = try ServedDevice(lab)
      let connection = device.connection
      #expect(try await connection.exchangeMTU(247) == 247)
      let found = try await connection.discover()
      #expect(
        found.map(\.handle) == [ServedDevice.receive, ServedDevice.transmit, ServedDevice.secret])
      try await connection.setNotifications(true, of: ServedDevice.transmit)
      let message = [UInt8](repeating: 0x0B, count: 200)
      try await connection.write(message, to: ServedDevice.receive, withResponse: withResponse)
      let event = try await connection.events.receive(until: lab.now.advanced(by: .seconds(10)))
      guard case .notified(ServedDevice.transmit, let chunk) = event else {
        Issue.record("\(event)")
        return
      }
      #expect(chunk.bytes == message)
      connection.disconnect()
    }
  }

  @Test("a message longer than a packet is written in parts, and without response is none")
  func long() throws {
    let lab = Lab.live(seed: 0)
    try lab.run {
      let device = try ServedDevice(lab)
      let connection = device.connection
      _ = try await connection.discover()
      try await connection.setNotifications(true, of: ServedDevice.transmit)
      let message = (0..<60).map { UInt8($0) }
      try await connection.write(message, to: ServedDevice.receive, withResponse: true)
      let event = try await connection.events.receive(until: lab.now.advanced(by: .seconds(10)))
      guard case .notified(ServedDevice.transmit, let chunk) = event else {
        Issue.record("\(event)")
        return
      }
      // The echo is cut at an ATT_MTU of 23.
      #expect(chunk.bytes == Array(message[..<20]))
      do throws(RigError) {
        try await connection.write(message, to: ServedDevice.receive, withResponse: false)
        Issue.record("it was written")
      } catch {
        #expect(error.code == .failed && error.reason.contains("60 bytes do not fit"))
      }
      connection.disconnect()
    }
  }

  @Test("a refused read keeps the number of the attribute protocol")
  func refused() throws {
    let lab = Lab.live(seed: 0)
    try lab.run {
      let device = try ServedDevice(lab)
      _ = try await device.connection.discover()
      do throws(RigError) {
        _ = try await device.connection.read(ServedDevice.secret)
        Issue.record("it was read")
      } catch {
        #expect(error.code == .insufficientEncryption)
        #expect(error.reason.hasSuffix("(ATT error 0xF)"))
      }
      device.connection.disconnect()
    }
  }

  @Test("a thousand notifications come whole and in order")
  func burst() throws {
    let lab = Lab.live(seed: 0)
    try lab.run {
      let device = try ServedDevice(lab, echoes: 10)
      _ = try await device.connection.discover()
      try await device.connection.setNotifications(true, of: ServedDevice.transmit)
      for number in 0..<100 {
        try await device.connection.write(
          [UInt8(number)], to: ServedDevice.receive, withResponse: true)
      }
      for number in 0..<1000 {
        let event = try await device.connection.events.receive(
          until: lab.now.advanced(by: .seconds(10)))
        guard case .notified(_, let chunk) = event, chunk.bytes == [UInt8(number / 10)] else {
          Issue.record("\(number): \(event)")
          return
        }
      }
      device.connection.disconnect()
    }
  }

  @Test("a device that goes ends the request and the connection")
  func gone() throws {
    let lab = Lab.live(seed: 0)
    try lab.run {
      let device = try ServedDevice(lab)
      _ = try await device.connection.discover()
      device.server.close()
      await #expect(throws: RigError.self) {
        _ = try await device.connection.read(ServedDevice.secret)
      }
      let event = try await device.connection.events.receive(
        until: lab.now.advanced(by: .seconds(10)))
      guard case .disconnected(let error) = event else {
        Issue.record("\(event)")
        return
      }
      #expect(error.code == .closed)
    }
  }

  @Test("who is told of an end that came early may close the connection")
  func goneEarly() throws {
    let lab = Lab.live(seed: 0)
    try lab.run {
      let device = try ServedDevice(lab)
      let connection = device.connection
      device.server.close()
      while (try? await connection.discover()) != nil {}
      let ends = Mutex(0)
      connection.deliver { event in
        guard case .disconnected = event else { return }
        connection.disconnect()
        ends.withLock { $0 += 1 }
      }
      #expect(ends.withLock { $0 } == 1)
    }
  }
}
