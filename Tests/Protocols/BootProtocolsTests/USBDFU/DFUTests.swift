import BootProtocols
import ProbeTargets
import Testing
import WireFormat

/// A host and a device on one bus, with the times that they agree on and no clock.
private struct Bus {
  var host: DFUHost
  var device: DFUDevice
  /// After how many transfers the device loses its power.
  var cutAfter: Int?
  private(set) var transfers = 0
  private(set) var now: UInt64 = 0
  private(set) var progress: [BootProgress] = []
  private(set) var resets = 0

  init(_ host: DFUHost, _ device: DFUDevice) {
    self.host = host
    self.device = device
  }

  /// Nil: the host was finished.
  mutating func run() -> BootFailure? {
    var actions = host.begin()
    for _ in 0..<200_000 {
      var transfer: DFUTransfer?
      for action in actions {
        switch action {
        case .transfer(let wanted): transfer = wanted
        case .pause(let microseconds): now += UInt64(microseconds)
        case .resetBus:
          resets += 1
          device.resetBus()
        case .progress(let step): progress.append(step)
        case .finished: return nil
        case .failed(let failure): return failure
        }
      }
      guard let transfer else { break }
      transfers += 1
      now += 200
      if transfers == cutAfter {
        device.start()
        actions = host.completed(.gone)
      } else {
        actions = host.completed(device.control(transfer, at: now))
      }
    }
    Issue.record("the host neither ended nor asked")
    return nil
  }

  func holds(_ bytes: [UInt8], at address: UInt32) -> Bool {
    device.flash.read(address, count: bytes.count) == bytes
  }
}

private let base: UInt32 = 0x0800_0000
private let layout = "@Internal Flash  /0x08000000/064*001Kg"

private func addressed(
  _ behaviour: DFUDevice.Behaviour = DFUDevice.Behaviour(), upload: Bool = true
) -> DFUDevice {
  DFUDevice(
    descriptor: DFUDescriptor(canUpload: upload, transferSize: 256, version: 0x011A),
    memoryName: layout, flash: FlashMemory(base: base, size: 0x1_0000, pageSize: 1024),
    behaviour: behaviour)
}

private func plain(
  _ behaviour: DFUDevice.Behaviour = DFUDevice.Behaviour(), survives: Bool = true
) -> DFUDevice {
  DFUDevice(
    descriptor: DFUDescriptor(survivesManifestation: survives, transferSize: 64),
    flash: FlashMemory(base: 0, size: 0x4000, pageSize: 512), behaviour: behaviour)
}

private func host(_ segments: [ImageSegment], _ device: DFUDevice) -> DFUHost {
  DFUHost(
    segments: segments, descriptor: device.descriptor, memory: DfuSeMemory(device.memoryName))
}

private let image = ImageSegment(address: base + 0x800, bytes: captureImage)

@Suite("USB DFU")
struct DFUTests {
  @Test("a DfuSe device is erased where it is written, verified, and left")
  func dfuSe() {
    let device = addressed(
      DFUDevice.Behaviour(eraseMilliseconds: 40, writeMilliseconds: 3, manifestMilliseconds: 5))
    let other = ImageSegment(address: base + 0x4100, bytes: [1, 2, 3])
    var bus = Bus(host([other, image], device), device)
    #expect(bus.run() == nil)
    #expect(bus.holds(captureImage, at: image.address))
    #expect(bus.holds([1, 2, 3], at: other.address))
    #expect(bus.device.flash.erasedPages == 3)
    #expect(bus.progress.filter { $0.phase == "write" }.last?.done == 1503)
    #expect(bus.progress.filter { $0.phase == "verify" }.last?.done == 1503)
    // The device was given the time that it asked for.
    #expect(bus.now > 3 * 40_000 + 7 * 3000)
  }

  @Test(
    "a plain device takes an image, whether it stays or waits for a reset",
    arguments: [true, false])
  func plainDevice(_ survives: Bool) {
    let device = plain(
      DFUDevice.Behaviour(writeMilliseconds: 2, manifestMilliseconds: 30), survives: survives)
    let segment = ImageSegment(address: 0, bytes: captureImage)
    var bus = Bus(host([segment], device), device)
    #expect(bus.run() == nil)
    #expect(bus.holds(captureImage, at: 0))
    #expect(bus.resets == (survives ? 0 : 1))
    #expect(bus.device.hasLeft == !survives)
    #expect(bus.progress.contains { $0.phase == "verify" } == survives)
  }

  @Test("an image whose length is a whole number of blocks ends too", arguments: [64, 128, 4096])
  func wholeBlocks(_ count: Int) {
    let device = plain()
    let segment = ImageSegment(
      address: 0, bytes: Array(captureImage.prefix(64)) + Array(repeating: 7, count: count - 64))
    var bus = Bus(host([segment], device), device)
    #expect(bus.run() == nil)
    #expect(bus.holds(segment.bytes, at: 0))
  }

  @Test("what the image does not touch stays")
  func stays() {
    var device = addressed()
    for transfer in [
      DFUTransfer(.download, value: 2, data: [0]), DFUTransfer(.getStatus, length: 6),
      DFUTransfer(.abort),
    ] { _ = device.control(transfer, at: 0) }
    #expect(device.flash.read(base, count: 1) == [0])
    var bus = Bus(host([image], device), device)
    #expect(bus.run() == nil)
    #expect(bus.holds(captureImage, at: image.address))
    #expect(bus.device.flash.read(base, count: 1) == [0])
  }

  @Test("a device that fails says why, and the host repeats it")
  func failure() {
    for device in [addressed(DFUDevice.Behaviour(failingWrite: 2))] {
      var bus = Bus(host([image], device), device)
      let failure = bus.run()
      #expect(failure?.code == "refused")
      #expect(failure?.imageTouched == true)
      #expect(failure?.message.contains(DFUError.program.words) == true)
    }
  }

  @Test("a device that is left in any state is brought to idle first")
  func entering() {
    let requests: [[DFUTransfer]] = [
      [DFUTransfer(.download, value: 2, data: [1])],
      [DFUTransfer(.upload, value: 2, length: 256)],
      [DFUTransfer(.clearStatus)],
      [DFUTransfer(.download, value: 2, data: [1]), DFUTransfer(.getStatus, length: 6)],
    ]
    for before in requests {
      var device = addressed()
      for transfer in before { _ = device.control(transfer, at: 0) }
      var bus = Bus(host([image], device), device)
      #expect(bus.run() == nil)
      #expect(bus.holds(captureImage, at: image.address))
    }
  }

  @Test("a device that did not keep what it was given is found out")
  func verifies() {
    // Bits that no erase brings back: the sectors are not the device's to erase.
    let protected = DfuSeMemory("@Flash /0x08000000/64*1Kd")
    var dirty = addressed()
    for transfer in [
      DFUTransfer(.download, data: [0x21, 0, 0x08, 0, 0x08]), DFUTransfer(.getStatus, length: 6),
      DFUTransfer(.download, value: 2, data: Array(repeating: 0, count: 256)),
      DFUTransfer(.getStatus, length: 6), DFUTransfer(.abort),
    ] { _ = dirty.control(transfer, at: 0) }
    var other = Bus(
      DFUHost(segments: [image], descriptor: dirty.descriptor, memory: protected), dirty)
    #expect(other.run()?.code == "verify")
  }

  @Test("what does not fit is refused before anything is touched")
  func misfits() {
    let device = addressed()
    let outside = ImageSegment(address: base + 0xFF00, bytes: Array(repeating: 1, count: 300))
    let overlap = ImageSegment(address: image.address + 1, bytes: [1])
    for segments in [[outside], [image, overlap]] {
      var bus = Bus(host(segments, device), device)
      #expect(bus.run()?.imageTouched == false)
      #expect(bus.transfers == 0)
    }
    var nameless = Bus(DFUHost(segments: [image], descriptor: device.descriptor), device)
    #expect(nameless.run()?.message.contains("memory") == true)
    var two = Bus(host([image, ImageSegment(address: 0, bytes: [1])], plain()), plain())
    #expect(two.run()?.code == "unsupported")
  }

  @Test("a device that runs its application is not written")
  func application() {
    var host = host([image], addressed())
    _ = host.begin()
    let status = DFUStatus(state: .applicationIdle)
    guard case .failed(let failure)? = host.completed(.completed(status.bytes)).last else {
      Issue.record("it went on")
      return
    }
    #expect(!failure.imageTouched)
  }

  @Test("after a power loss at any transfer the next try succeeds")
  func cuts() {
    let times = DFUDevice.Behaviour(eraseMilliseconds: 2, writeMilliseconds: 1)
    for device in [addressed(times), plain(times)] {
      let segment =
        device.descriptor.isDfuSe ? image : ImageSegment(address: 0, bytes: captureImage)
      var whole = Bus(host([segment], device), device)
      #expect(whole.run() == nil)
      for cut in 1..<whole.transfers {
        var first = Bus(host([segment], device), device)
        first.cutAfter = cut
        // The last transfers may be lost without harm: the device is leaving.
        if first.run() == nil { #expect(first.holds(segment.bytes, at: segment.address)) }
        first.device.start()
        var second = Bus(host([segment], device), first.device)
        #expect(second.run() == nil)
        #expect(second.holds(segment.bytes, at: segment.address))
      }
    }
  }

  @Test("hostile transfers and answers do no harm")
  func hostile() {
    var dice = LoaderDice(seed: 41)
    for device in [addressed(), plain()] {
      var device = device
      for _ in 0..<5000 {
        guard let request = DFURequest.allCases.randomElement(using: &dice) else { continue }
        let transfer = DFUTransfer(
          request, value: UInt16.random(in: 0...5, using: &dice) &* 0x3FFF,
          data: dice.bytes(Int.random(in: 0...300, using: &dice)),
          length: Int.random(in: 0...300, using: &dice))
        _ = device.control(transfer, at: UInt64.random(in: 0...(.max), using: &dice))
        if Int.random(in: 0..<50, using: &dice) == 0 { device.resetBus() }
        if device.hasLeft { device.start() }
      }
      #expect(device.flash.bytes.count <= 0x1_0000)
    }
    for _ in 0..<300 {
      var host = host([image], addressed())
      var actions = host.begin()
      for _ in 0..<200 {
        guard case .transfer? = actions.last else { break }
        var bytes = dice.bytes(6)
        bytes[4] %= 12
        let result: DFUTransferResult =
          [.completed(bytes), .completed(dice.bytes(3)), .stalled, .completed([])]
          .randomElement(using: &dice) ?? .gone
        actions = host.completed(result)
      }
    }
  }
}

@Suite("USB DFU descriptors")
struct DFUDescriptorTests {
  @Test("the functional descriptor is read where it stands among others")
  func functional() {
    let wanted = DFUDescriptor(
      canDownload: true, canUpload: false, survivesManifestation: false, detachesItself: true,
      detachMilliseconds: 1000, transferSize: 2048, version: 0x011A)
    #expect(wanted.bytes == [9, 0x21, 0x09, 0xE8, 0x03, 0x00, 0x08, 0x1A, 0x01])
    #expect(DFUDescriptor(wanted.bytes) == wanted)
    #expect(DFUDescriptor.find(in: [5, 0x24, 0, 1, 2] + wanted.bytes) == wanted)
    #expect(wanted.isDfuSe)
    // DFU 1.0 had no version.
    #expect(DFUDescriptor([7, 0x21, 0x01, 0xFF, 0x00, 0x40, 0x00])?.version == 0x0100)
  }

  @Test(
    "what is no functional descriptor is none",
    arguments: [
      [], [9], [9, 0x21, 1, 0, 0, 0x40, 0], [9, 0x24, 1, 0, 0, 0x40, 0, 0x10, 1],
      [9, 0x21, 1, 0, 0, 0, 0, 0x10, 1], [0, 0x21, 1, 0, 0, 1, 0],
    ] as [[UInt8]])
  func noDescriptor(_ bytes: [UInt8]) {
    #expect(DFUDescriptor(bytes) == nil)
    #expect(DFUDescriptor.find(in: bytes) == nil)
  }

  @Test("the memory is read from the name of an alternate setting")
  func memory() throws {
    let memory = try #require(
      DfuSeMemory("@Internal Flash  /0x08000000/04*016Kg,01*064Kg,07*128Kg"))
    #expect(memory.name == "Internal Flash")
    #expect(memory.runs.map(\.address) == [0x0800_0000, 0x0801_0000, 0x0802_0000])
    #expect(memory.sector(around: 0x0801_5000)?.sectorSize == 0x1_0000)
    #expect(memory.sector(around: 0x0800_4001)?.address == 0x0800_4000)
    #expect(memory.sector(around: 0x0810_0000) == nil)
    let option = try #require(DfuSeMemory("@Option Bytes  /0x1FFFC000/01*016 e"))
    #expect(option.runs.first?.isErasable == false)
    #expect(option.runs.first?.sectorSize == 16)
    let two = try #require(DfuSeMemory("@X/0x0/1*1Ka/0x1000/1*2Bg"))
    #expect(two.runs.map(\.address) == [0, 0x1000])
  }

  @Test(
    "a name that describes no memory is none",
    arguments: [
      "", "@", "Flash/0x0/1*1Kg", "@F/0x0", "@F/0/1*1Kg", "@F/0x0/1*1K", "@F/0x0/0*1Kg",
      "@F/0x0/1*0Kg", "@F/0xFFFFFFFF/2*1Kg", "@F/0x0/99999999999*1Kg", "@F/0x0/1*1Kz",
      "@F/0x0/4294967295*4096Mg", "@F/0x0/1*1Kg/0x10",
    ])
  func noMemory(_ name: String) {
    #expect(DfuSeMemory(name) == nil)
  }

  @Test("a status is six bytes")
  func status() {
    let status = DFUStatus(error: 8, pollMilliseconds: 0x01_0203, state: .error, string: 4)
    #expect(status.bytes == [8, 3, 2, 1, 10, 4])
    #expect(DFUStatus(status.bytes) == status)
    #expect(DFUStatus([0, 0, 0, 0, 11, 0]) == nil)
    #expect(DFUStatus([0, 0, 0, 0, 2]) == nil)
  }
}
