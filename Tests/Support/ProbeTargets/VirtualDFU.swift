public import BootProtocols
public import LabRuntime
import Synchronization

/// A device in DFU mode that does not exist: a ``DFUDevice`` in the lab's time, and what can happen to
/// one.
public final class VirtualDFU: DFUConnection {
  /// What happens, once.
  public enum Mishap: Hashable, Sendable {
    /// It is unplugged when it was asked for so many transfers.
    case unplugged(after: Int)
    /// Its power goes when so many bytes of flash were written or erased.
    case powerLoss(after: Int)
    /// It refuses the transfer of this number.
    case stall(Int)
  }

  private struct State {
    var device: DFUDevice
    var transfers = 0
    var mishap: Mishap?
    var isGone = false
  }

  /// `idVendor`.
  public let vendor: UInt16
  /// `idProduct`.
  public let product: UInt16
  private let lab: Lab
  private let state: Mutex<State>

  /// A device as it was plugged in.
  public init(
    _ lab: Lab, _ device: DFUDevice, vendor: UInt16 = 0x0483, product: UInt16 = 0xDF11,
    mishap: Mishap? = nil
  ) {
    self.lab = lab
    self.vendor = vendor
    self.product = product
    var device = device
    if case .powerLoss(let bytes) = mishap { device.flash.losePower(after: bytes) }
    state = Mutex(State(device: device, mishap: mishap))
  }

  /// The device as it is now.
  public var device: DFUDevice { state.withLock { $0.device } }

  /// It is plugged in again, in its DFU mode, and nothing happens to it any more.
  public func plugIn() {
    state.withLock { state in
      state.device.flash.restorePower()
      state.device.start()
      (state.isGone, state.mishap, state.transfers) = (false, nil, 0)
    }
  }

  /// One setting, with the name of the memory.
  public var settings: [DFUSetting] {
    let device = device
    return [
      DFUSetting(
        interface: 0, alternate: 0, descriptor: device.descriptor, name: device.memoryName)
    ]
  }

  /// There is only one.
  public func select(_ setting: DFUSetting) async -> Bool { setting.alternate == 0 }

  /// Carries one control transfer out.
  public func perform(_ transfer: DFUTransfer) async -> DFUTransferResult {
    let now = UInt64(max(0, LabInstant.zero.duration(to: lab.now).nanoseconds / 1000))
    return state.withLock { state in
      guard !state.isGone else { return .gone }
      state.transfers += 1
      switch state.mishap {
      case .unplugged(let count) where state.transfers > count:
        state.isGone = true
        return .gone
      case .stall(let number) where state.transfers == number: return .stalled
      default: break
      }
      let result = state.device.control(transfer, at: now)
      guard state.device.flash.isPowerLost else { return result }
      state.isGone = true
      return .gone
    }
  }

  /// Resets the bus.
  public func resetBus() async { state.withLock { $0.device.resetBus() } }

  /// Nothing is held.
  public func close() {}
}
