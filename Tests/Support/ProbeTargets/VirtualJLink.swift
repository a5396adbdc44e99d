import BootProtocols
public import Errors
public import LabRuntime
public import Links
import Synchronization
import VirtualBoards

/// A J-Link on this machine's network, with a chip behind it whose flash lasts: what OpenOCD and other
/// users of libjaylink find by its serial number, with no USB and no kernel module.
///
/// Such clients look for J-Links by UDP on ``port`` for 20 ms only, and occupy the port themselves; so
/// the probe says that it is there all the time.
public final class VirtualJLink: Sendable {
  /// The port of J-Links, for UDP and for TCP.
  public static let port: UInt16 = 19_020
  private static let announcements = Duration.milliseconds(3)

  private struct State {
    var probe: JLinkProbe
    var file: FlashFile?
  }

  private let lab: Lab
  private let state: Mutex<State>

  /// A probe that nobody is connected to. Flash that the file holds already replaces that of `probe`.
  ///
  /// - Throws: ``RigError`` when the file cannot be used.
  public init(
    lab: Lab, probe: JLinkProbe, flashFile: String? = nil
  ) throws(RigError) {
    self.lab = lab
    var probe = probe
    let file = try flashFile.map { path throws(RigError) in
      try FlashFile(path, board: "J-Link \(probe.serial)", flash: &probe.memory.flash)
    }
    state = Mutex(State(probe: probe, file: file))
  }

  /// What the chip holds.
  public var memory: NRF52Memory { state.withLock { $0.probe.memory } }

  /// Serves one client after the other, until the listener is closed or the task is cancelled.
  public func serve(_ listener: any LinkListener) async {
    while let link = try? await listener.connections.receive() {
      let frames = FrameLink(link, cutter: PassingCutter(), lab: lab)
      await converse(frames)
      frames.close()
    }
  }

  /// Says to the clients of this machine that the probe is there, until the task is cancelled.
  public func announce(to destination: DatagramDestination) async {
    let message = state.withLock { Self.announcement(of: $0.probe.serial) }
    repeat { destination.send(message) } while await pause()
  }

  private func pause() async -> Bool {
    (try? await lab.sleep(for: Self.announcements, label: "the next word of a virtual J-Link"))
      != nil
  }

  private func converse(_ frames: FrameLink) async {
    do throws(RigError) {
      try await frames.send(state.withLock { $0.probe.greeting() })
      while true {
        let frame = try await frames.receive(until: nil)
        let answer = state.withLock { state -> JLinkProbe.Answer in
          let answer = state.probe.receive(frame.bytes)
          if let changes = state.probe.takeFlashChanges() {
            state.file?.store(state.probe.memory.flash.bytes, changes)
          }
          return answer
        }
        guard case .bytes(let bytes) = answer else { return }
        if !bytes.isEmpty { try await frames.send(bytes) }
      }
    } catch {
      return
    }
  }

  /// 128 bytes: "Found", the address, the serial number, the hardware's version, names.
  static func announcement(of serial: UInt32) -> [UInt8] {
    var message = [UInt8](repeating: 0, count: 128)
    func put(_ bytes: [UInt8], at start: Int) {
      for (index, byte) in bytes.enumerated() { message[start + index] = byte }
    }
    put(Array("Found".utf8), at: 0)
    put([127, 0, 0, 1], at: 16)
    put([0x02, 0, 0, 0, 0, 1], at: 32)
    put((0..<4).map { UInt8(truncatingIfNeeded: serial >> (8 * UInt32($0))) }, at: 48)
    put([0x74, 0x27, 0, 0], at: 52)  // 10100: 1.01
    put(Array("J-Link uwbrig virtual".utf8), at: 64)
    put(Array("uwbrig".utf8), at: 96)
    return message
  }
}
