import BootProtocols
import FirmwareImages
import LabRuntime
import ProbeTargets
import TestSupport
import Testing
import VirtualBoards

@testable import Flashing

@Suite("A download over USB DFU")
struct DFUPlanTests {
  private static let base: UInt32 = 0x0800_0000

  private static func device(_ behaviour: DFUDevice.Behaviour = .init()) -> DFUDevice {
    DFUDevice(
      descriptor: DFUDescriptor(transferSize: 256, version: 0x011A),
      memoryName: "@Internal Flash  /0x08000000/064*001Kg",
      flash: FlashMemory(base: base, size: 0x1_0000, pageSize: 1024), behaviour: behaviour)
  }

  private static let code = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 11 &+ $0 >> 5) }

  private static func plan(
    _ base: UInt32? = base, _ bytes: [UInt8] = code
  ) throws -> DFUPlan {
    try DFUPlan(
      try FirmwareImage(bytes: bytes, named: "app.bin", base: base))
  }

  private static func flash(
    _ plan: DFUPlan, _ virtual: VirtualDFU, _ lab: Lab
  ) async -> FlashError? {
    do throws(FlashError) {
      try await plan.perform(lab, on: virtual) { _ in }
      return nil
    } catch { return error }
  }

  private static func isFlashed(_ virtual: VirtualDFU) -> Bool {
    virtual.device.flash.read(base, count: code.count) == code
  }

  @Test("what was sent is in the memory, read back, and the device starts it")
  func whole() throws {
    let lab = Lab.simulated(seed: 1)
    let device = Self.device(.init(eraseMilliseconds: 20, writeMilliseconds: 3))
    let virtual = VirtualDFU(lab, device)
    let plan = try Self.plan()
    #expect(try lab.run { await Self.flash(plan, virtual, lab) } == nil)
    #expect(Self.isFlashed(virtual))
    #expect(plan.isProved(on: virtual))
    // What the device asked for was waited: five pages and twenty blocks.
    #expect(lab.now >= .zero.advanced(by: .milliseconds(5 * 20 + 20 * 3)))
  }

  @Test("unplugged at any transfer, it takes the image at the next try")
  func unplugged() throws {
    let plan = try Self.plan()
    var failures = 0
    for count in 0..<130 {
      let lab = Lab.simulated(seed: 1)
      let virtual = VirtualDFU(lab, Self.device(), mishap: .unplugged(after: count))
      let (first, second) = try lab.run {
        let first = await Self.flash(plan, virtual, lab)
        virtual.plugIn()
        return (first, await Self.flash(plan, virtual, lab))
      }
      if let first {
        failures += 1
        #expect(first.advice.isEmpty == false)
      }
      #expect(second == nil, "\(count)")
      #expect(Self.isFlashed(virtual), "\(count)")
    }
    // Erasing, writing and reading back alone are more than that many transfers.
    #expect(failures > 60)
  }

  @Test("power lost at any page's erase or write is made good by the next try")
  func powerLoss() throws {
    let plan = try Self.plan()
    for count in stride(from: 0, through: 10_200, by: 127) {
      let lab = Lab.simulated(seed: 1)
      let virtual = VirtualDFU(lab, Self.device(), mishap: .powerLoss(after: count))
      let (first, second) = try lab.run {
        let first = await Self.flash(plan, virtual, lab)
        virtual.plugIn()
        return (first, await Self.flash(plan, virtual, lab))
      }
      if first == nil { #expect(count >= 10_000 || Self.isFlashed(virtual), "\(count)") }
      #expect(second == nil, "\(count)")
      #expect(Self.isFlashed(virtual), "\(count)")
    }
  }

  @Test("a write that fails silently is found by reading back, and never taken for done")
  func failingWrite() throws {
    let lab = Lab.simulated(seed: 1)
    let virtual = VirtualDFU(lab, Self.device(.init(failingWrite: 3)))
    let plan = try Self.plan()
    let error = try lab.run { await Self.flash(plan, virtual, lab) }
    #expect(error?.imageTouched == true)
    #expect(error?.code == .refused)
  }

  @Test("a file for another device is refused before anything is sent")
  func otherDevice() throws {
    let lab = Lab.simulated(seed: 1)
    let virtual = VirtualDFU(lab, Self.device(), vendor: 0x0483, product: 0xDF11)
    let other = FirmwareFiles.withDFUSuffix(Self.code, vendor: 0x1234, product: 0x5678)
    let plan = try Self.plan(Self.base, other)
    let error = try lab.run { await Self.flash(plan, virtual, lab) }
    #expect(error?.code == .image)
    #expect(error?.message.contains("1234:5678") == true)
    #expect(!Self.isFlashed(virtual))
    let right = FirmwareFiles.withDFUSuffix(Self.code, vendor: 0x0483, product: 0xDF11)
    let own = try Self.plan(Self.base, right)
    #expect(try lab.run { await Self.flash(own, virtual, lab) } == nil)
    #expect(Self.isFlashed(virtual))
  }

  @Test("an address that the device does not have is refused, with the way to give one")
  func nowhere() throws {
    let lab = Lab.simulated(seed: 1)
    let virtual = VirtualDFU(lab, Self.device())
    let plan = try Self.plan(nil)
    let error = try lab.run { await Self.flash(plan, virtual, lab) }
    #expect(error?.code == .image)
    #expect(error?.advice.contains("--base") == true)
  }

  @Test("settings and what they can do are read from a configuration, said once for several")
  func settings() {
    let functional = DFUDescriptor(canUpload: false, transferSize: 2048, version: 0x011A).bytes
    let bytes: [UInt8] =
      [9, 2, 45, 0, 1, 1, 0, 0x80, 50, 9, 4, 0, 0, 0, 0xFE, 1, 2, 4]
      + [9, 4, 0, 1, 0, 0xFE, 1, 2, 5] + functional
    let settings = DFUSetting.all(in: bytes)
    #expect(settings.map(\.alternate) == [0, 1])
    #expect(settings.map(\.nameIndex) == [4, 5])
    #expect(settings.allSatisfy { $0.descriptor.transferSize == 2048 && !$0.isRuntime })
  }

  @Test("no configuration, however broken, is more than a short list")
  func hostile() {
    var random = SystemSeed(7)
    for _ in 0..<2000 {
      let bytes = (0..<Int(random.next() % 300)).map { _ in UInt8(truncatingIfNeeded: random.next())
      }
      #expect(DFUSetting.all(in: bytes).count <= 256)
    }
    let many = (0..<2000).flatMap { _ in [9, 4, 0, 0, 0, 0xFE, 1, 2, 0] as [UInt8] }
    #expect(DFUSetting.all(in: many).count == 256)
  }

  /// Numbers that are the same in each run.
  private struct SystemSeed {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
  }
}
