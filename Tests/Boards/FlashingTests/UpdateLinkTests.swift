import AttributePeer
import AttributeProtocol
import BootProtocols
import CRigShims
import Errors
import LabRuntime
import Links
import NearbyAccessory
import Synchronization
import TestSupport
import Testing

@testable import Bluetooth
@testable import Flashing

/// A device with a service that takes firmware, behind a packet socket as the kernel's channel is one.
/// Its bootloader is that of virtual boards, which has been held against others' programmers.
private final class UpdatableDevice: Sendable {
  let connection: ATTConnection
  private let link: any ImmediateLink
  private let state: Mutex<State>

  private struct State: Sendable {
    var server: AttributeServer
    var bootloader: any Bootloader
    var answers: StreamPieces
    var writes: [Int] = []
  }

  /// What the bootloader says on its line, as the values of notifications.
  private struct StreamPieces: Sendable {
    let isDFU: Bool
    var line: [UInt8] = []

    mutating func take(_ bytes: [UInt8], room: Int) -> [[UInt8]] {
      guard isDFU else {
        return stride(from: 0, to: bytes.count, by: room).map {
          Array(bytes[$0..<min($0 + room, bytes.count)])
        }
      }
      // Answers of Secure DFU are short and hold neither END nor ESC unescaped.
      line += bytes
      var answers: [[UInt8]] = []
      while let end = line.firstIndex(of: 0xC0) {
        let frame = line[..<end]
        line.removeFirst(end + 1)
        if !frame.isEmpty { answers.append(Self.unescaped(frame)) }
      }
      return answers
    }

    private static func unescaped(_ frame: ArraySlice<UInt8>) -> [UInt8] {
      var bytes: [UInt8] = []
      var isEscaped = false
      for byte in frame {
        if byte == 0xDB, !isEscaped {
          isEscaped = true
          continue
        }
        bytes.append(isEscaped ? (byte == 0xDC ? 0xC0 : 0xDB) : byte)
        isEscaped = false
      }
      return bytes
    }
  }

  /// - Parameter control: where requests are written, if elsewhere than the channel says.
  init(
    _ lab: Lab, _ channel: GATTDataChannel, _ bootloader: some Bootloader,
    control: GATTCharacteristic? = nil
  ) throws {
    let control = control ?? channel.receive
    let isDFU = channel == GATTLayout.dfu
    var table = AttributeTable()
    table.addService(try #require(BluetoothUUID(digits: channel.service.uuid)))
    let requests = table.addCharacteristic(
      try #require(BluetoothUUID(digits: control.uuid)), properties: control.properties.rawValue,
      isConfigurable: true)
    let packets = table.addCharacteristic(
      try #require(BluetoothUUID(digits: GATTLayout.dfuPacket.uuid)), properties: 0x04)
    var started = bootloader
    _ = started.start()
    state = Mutex(
      State(
        server: AttributeServer(table), bootloader: started, answers: StreamPieces(isDFU: isDFU)))
    var (first, second): (Int32, Int32) = (-1, -1)
    try #require(unsafe rig_packet_pair(&first, &second) == 0)
    link = lab.packetLink("device", over: second)
    connection = ATTConnection(lab, name: "device", over: lab.packetLink("device", over: first))
    link.start { [weak self] event in
      guard case .received(let chunk) = event, let self else { return }
      let sent = self.state.withLock { state in
        let step = state.server.received(chunk.bytes)
        var sent = step.send
        for event in step.events {
          switch event {
          case .asksWrite(let handle, let value), .wrote(let handle, let value):
            sent += state.server.answer(.success([]))
            state.writes.append(value.count)
            // On its line the bootloader takes short writes alone.
            let line =
              !isDFU
              ? value
              : handle != packets
                ? SecureDFURequest(value)?.stream ?? []
                : stride(from: 0, to: value.count, by: 32).flatMap {
                  SecureDFURequest.write(Array(value[$0..<min($0 + 32, value.count)])).stream
                }
            for case .send(let answer) in state.bootloader.receive(line) {
              sent += state.answers.take(answer, room: state.server.unit - 3).map {
                state.server.notification(requests, $0)
              }
            }
          default: break
          }
        }
        return sent
      }
      for packet in sent { _ = self.link.sendNow(packet) }
    }
  }

  var flash: FlashMemory { state.withLock { $0.bootloader.flash } }
  var longestWrite: Int { state.withLock { $0.writes.max() ?? 0 } }
}

@Suite("Flashing over Bluetooth LE")
struct UpdateLinkTests {
  @Test("an image goes over SMP in writes that the link takes", arguments: [23, 52, 247])
  func smp(unit: Int) throws {
    var settings = SMPBootloader.Settings()
    settings.encoding = .raw
    settings.times = .none
    let board = SMPBootloader(settings: settings)
    let image = SMPImage.wrap(
      (0..<6000).map { UInt8(truncatingIfNeeded: $0 &* 37) }, major: 1, minor: 2, revision: 3)
    let start = settings.secondaryStart
    let lab = Lab.live(seed: 0)
    try lab.run {
      let device = try UpdatableDevice(lab, GATTLayout.smp, board)
      if unit > 23 { _ = try await device.connection.exchangeMTU(unit) }
      let link = try await UpdateLink.open(lab, over: device.connection, GATTLayout.smp)
      let session = LineSession(lab, on: link)
      var options = SMPProgrammer.Options()
      options.encoding = .raw
      options.longestMessage = 244
      var programmer = SMPProgrammer(
        steps: [.parameters, .upload(image), .state], options: options)
      try await session.perform(&programmer) { _ in }
      session.close()
      #expect(programmer.isProved)
      #expect(
        device.flash.read(start, count: image.count) == image)
      #expect(device.longestWrite <= min(unit - 3, 244))
    }
  }

  @Test(
    "a package goes over the DFU service, its data at the packet characteristic",
    arguments: [23, 247])
  func dfu(unit: Int) throws {
    var settings = SecureDFUBootloader.Settings()
    settings.times = .none
    let board = SecureDFUBootloader(settings: settings)
    let firmware = (0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 37 ^ $0 >> 8) }
    let lab = Lab.live(seed: 0)
    try lab.run {
      let device = try UpdatableDevice(
        lab, GATTLayout.dfu, board)
      if unit > 23 { _ = try await device.connection.exchangeMTU(unit) }
      let link = try await UpdateLink.open(lab, over: device.connection, GATTLayout.dfu)
      let session = LineSession(lab, on: link)
      var programmer = SecureDFUProgrammer(
        initPacket: FirmwareFiles.initPacket(firmware), firmware: firmware)
      try await session.perform(&programmer) { _ in }
      session.close()
      #expect(programmer.isProved)
      #expect(device.longestWrite <= unit - 3)
    }
  }

  @Test("an application that first has to become the bootloader is told apart")
  func buttonless() throws {
    let lab = Lab.live(seed: 0)
    try lab.run {
      // The service is there, and the control point is not.
      let device = try UpdatableDevice(
        lab, GATTLayout.dfu, SecureDFUBootloader(), control: GATTLayout.buttonless[0])
      await #expect(throws: RigError.self) {
        _ = try await UpdateLink.open(lab, over: device.connection, GATTLayout.dfu)
      }
      device.connection.disconnect()
    }
  }
}
