import CRigShims
import Files
import LabRuntime
import Links
import Synchronization
import WireFormat

/// Writes what passes between the kernel and the adapters of a run into a capture, where this program
/// may see it (CAP_NET_RAW).
///
/// The keys of bonds are among it: nobody but the owner of the file reads it. Of other adapters, on which
/// a keyboard may be, nothing is written but that they are there.
final class HCIMonitor: Sendable {
  fileprivate struct State {
    var writer: PcapngWriter
    var interface: Int
    /// By their numbers.
    var adapters: Set<UInt16> = []
    /// The addresses of the devices that are connected, by adapter and handle.
    var links: [UInt32: String] = [:]
    var left = allowance
    var file: SystemFile?
    var descriptor: Int32
  }

  /// Bytes of packets: a run that lasts for days must not fill the disk.
  fileprivate static let allowance = 64 << 20
  /// Adapters that come, go, open and close, and what the kernel says of itself (btmon's numbers).
  fileprivate static let events: Set<UInt16> = [0, 1, 8, 9, 10, 12, 13]

  private let state: Mutex<State>
  private let told: @Sendable (_ address: String, ControllerNews) -> Void
  private let watch = Mutex<DescriptorWatch?>(nil)

  /// Begins; nil where this program may not, or the file cannot be made.
  ///
  /// - Parameter told: what controllers say of their links to devices.
  init?(
    _ lab: Lab, into path: String,
    told: @escaping @Sendable (_ address: String, ControllerNews) -> Void = { _, _ in }
  ) {
    let descriptor = rig_hci_monitor()
    guard descriptor >= 0 else { return nil }
    let remark = "Confidential: the keys of bonds that were made in this run are in here."
    guard var writer = try? PcapngWriter(application: "uwbrig", comments: [remark]),
      let interface = try? writer.add(
        CaptureInterface(
          linkType: .bluetoothMonitor, name: "bluetooth",
          description: "what passed between the kernel and its Bluetooth adapters")),
      let file = try? SystemFile(confidential: path)
    else {
      rig_close(descriptor)
      return nil
    }
    self.told = told
    state = Mutex(
      State(writer: writer, interface: interface, file: file, descriptor: descriptor))
    let watch = DescriptorWatch(lab, descriptor) { [weak self] in self?.read() }
    self.watch.withLock { $0 = watch }
  }

  /// Takes packets of an adapter, by its name, from now on.
  func include(_ adapter: String) {
    guard let number = UInt16(adapter.drop { !$0.isNumber }) else { return }
    state.withLock { _ = $0.adapters.insert(number) }
  }

  /// Ends the capture.
  func close() {
    read()
    watch.withLock { watch in
      watch?.close()
      watch = nil
    }
    state.withLock { state in
      if state.descriptor >= 0 { rig_close(state.descriptor) }
      (state.descriptor, state.file) = (-1, nil)
    }
  }

  private func read() {
    let news = state.withLock { state in
      var news: [(String, ControllerNews)] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      var at: Int64 = 0
      // The watch calls again when there is more.
      for _ in 0..<256 {
        guard state.descriptor >= 0 else { return news }
        let count = unsafe rig_hci_monitor_receive(
          state.descriptor, &buffer, Int32(buffer.count), &at)
        guard count > 0 else { break }
        let packet = buffer.prefix(Int(count))
        if let heard = state.news(in: packet) { news.append(heard) }
        state.take(packet, at: at)
      }
      state.write()
      return news
    }
    for (address, heard) in news { told(address, heard) }
  }
}

extension HCIMonitor.State {
  /// What an event tells of a link, and of whose.
  fileprivate mutating func news(
    in packet: ArraySlice<UInt8>
  ) -> (address: String, ControllerNews)? {
    // Opcode 3 is an event of a controller.
    guard packet.count > 6, packet.first == 3, packet.dropFirst().first == 0 else { return nil }
    let bytes = Array(packet.prefix(6))
    let adapter = UInt16(bytes[2]) | UInt16(bytes[3]) << 8
    guard adapters.contains(adapter), let news = ControllerNews(event: packet.dropFirst(6)) else {
      return nil
    }
    func key(_ handle: UInt16) -> UInt32 { UInt32(adapter) << 16 | UInt32(handle) }
    switch news {
    case .connected(let handle, let address, _):
      links[key(handle)] = address
      return (address, news)
    case .changed(let handle, _): return links[key(handle)].map { ($0, news) }
    case .ended(let handle, _): return links.removeValue(forKey: key(handle)).map { ($0, news) }
    }
  }

  /// - Parameter packet: opcode, adapter and length, least significant byte first, and what they are of.
  fileprivate mutating func take(_ packet: ArraySlice<UInt8>, at: Int64) {
    guard packet.count >= 6, left > 0 else { return }
    let bytes = Array(packet)
    let opcode = UInt16(bytes[0]) | UInt16(bytes[1]) << 8
    let adapter = UInt16(bytes[2]) | UInt16(bytes[3]) << 8
    guard HCIMonitor.events.contains(opcode) || adapters.contains(adapter) else { return }
    left -= bytes.count
    // In a capture adapter and opcode stand the other way round, most significant byte first.
    let whole = [bytes[3], bytes[2], bytes[1], bytes[0]] + bytes.dropFirst(6)
    let directions: [UInt16: CaptureDirection] = [
      2: .outbound, 3: .inbound, 4: .outbound, 5: .inbound, 6: .outbound, 7: .inbound,
    ]
    try? writer.add(
      CapturePacket(nanoseconds: at, direction: directions[opcode], bytes: whole), on: interface)
  }

  fileprivate mutating func write() {
    let bytes = writer.take()
    guard !bytes.isEmpty else { return }
    do { try file?.write(bytes) } catch { (file, left) = (nil, 0) }
  }
}
