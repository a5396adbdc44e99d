import BootProtocols
import ProbeTargets
import Testing

@Suite("A chip behind a virtual J-Link")
struct ProbeTargetTests {
  static let chips = NRF52Memory.Chip.all

  private static func host(
    _ chip: NRF52Memory.Chip = .nRF52833, _ prepare: (inout NRF52Memory) -> Void = { _ in }
  ) -> WireHost {
    var memory = NRF52Memory(chip, serial: 42)
    prepare(&memory)
    var host = WireHost(JLinkProbe(serial: 42, memory: memory))
    host.powerUp()
    return host
  }

  @Test("the debug port and its two access ports say who they are", arguments: chips.map(\.name))
  func identity(name: String) throws {
    let chip = try #require(Self.chips.first { $0.name == name })
    var host = Self.host(chip)
    #expect(host.read(port: false, 0) == .ok(0x2BA0_1477))
    #expect(host.accessPort(0, 0xFC) == .ok(0x2477_0011))
    #expect(host.accessPort(1, 0xFC) == .ok(0x0288_0000))
    #expect(host.accessPort(1, 0x0C) == .ok(1))
    host.powerUp()
    #expect(host.load(0x1000_0100) == .ok(chip.part))
    #expect(host.load(0x1000_0110) == .ok(UInt32(chip.flash)))
    #expect(host.load(0xE000_ED00) == .ok(0x410F_C241))
  }

  @Test("flash is written while the controller allows it, and only from 1 to 0")
  func flashRules() {
    var host = Self.host()
    // Without leave: a bus fault, which sticks until it is cleared.
    #expect(host.store(0x1234_5678, at: 0x2000) == .refused(4))
    _ = host.write(port: false, 0, 0x1E)
    _ = host.store(1, at: 0x4001_E504)
    #expect(host.store(0x1234_5678, at: 0x2000) != .refused(4))
    #expect(host.store(0xFFFF_0000, at: 0x2000) != .refused(4))
    #expect(host.load(0x2000) == .ok(0x1234_0000))
    _ = host.store(2, at: 0x4001_E504)
    _ = host.store(0x2000, at: 0x4001_E508)
    #expect(host.load(0x2000) == .ok(0xFFFF_FFFF))
  }

  @Test("a fault holds up everything but looking and clearing")
  func sticky() {
    var host = Self.host()
    #expect(host.load(0x9000_0000) == .refused(4))
    #expect(host.read(port: true, 12) == .refused(4))
    #expect(host.read(port: false, 0) == .ok(0x2BA0_1477))
    _ = host.write(port: false, 0, 1 << 2)
    #expect(host.load(0x1000_0100) == .ok(0x52833))
  }

  @Test("a broken header is not answered before the line is reset")
  func lockedOut() {
    var host = Self.host()
    _ = host.shift([true, true, true, true, true, true, true, true].map(Optional.some))
    #expect(host.read(port: false, 0) == .refused(7))
    host.connect()
    #expect(host.read(port: false, 0) == .ok(0x2BA0_1477))
  }

  @Test("a locked chip shows nothing until everything on it is erased")
  func recovery() {
    var host = Self.host { memory in
      memory.flash.load([0xAA, 0xBB, 0xCC, 0xDD], at: 0x3000)
      memory.uicr.load([0, 0, 0, 0], at: 0x1000_1208)
    }
    #expect(host.accessPort(1, 0x0C) == .ok(0))
    host.powerUp()
    #expect(host.load(0x3000) == .refused(4))
    _ = host.write(port: false, 0, 1 << 2)
    _ = host.write(port: false, 8, 1 << 24)
    for (register, value) in [(4, 1), (0, 1), (0, 0), (4, 0)] as [(UInt8, UInt32)] {
      _ = host.write(port: true, register, value)
    }
    #expect(host.accessPort(1, 0x0C) == .ok(1))
    host.powerUp()
    #expect(host.load(0x3000) == .ok(0xFFFF_FFFF))
    #expect(host.load(0x1000_1208) == .ok(0xFFFF_FFFF))
  }

  @Test("code in RAM runs to its breakpoint, and its registers can be read")
  func runs() {
    var host = Self.host()
    // movs r0, #0; movs r1, #10; add r0, r0, r1; subs r1, #1; bne back; bkpt
    let code: [UInt32] = [0x210A_2000, 0x3901_1840, 0xBE00_D1FC]
    _ = host.store(0xA05F_0003, at: 0xE000_EDF0)
    for (index, word) in code.enumerated() {
      _ = host.store(word, at: 0x2000_0000 + UInt32(4 * index))
    }
    _ = host.store(0x2000_0001, at: 0xE000_EDF8)
    _ = host.store(0x0001_000F, at: 0xE000_EDF4)
    _ = host.store(0xA05F_0001, at: 0xE000_EDF0)
    guard case .ok(let state) = host.load(0xE000_EDF0) else {
      Issue.record("DHCSR is not answered")
      return
    }
    #expect(state & 1 << 17 != 0)
    _ = host.store(0, at: 0xE000_EDF4)
    #expect(host.load(0xE000_EDF8) == .ok(55))
    _ = host.store(15, at: 0xE000_EDF4)
    #expect(host.load(0xE000_EDF8) == .ok(0x2000_000A))
  }

  @Test("what no J-Link understands ends the connection; any pieces of a command are one")
  func commands() {
    var probe = JLinkProbe(serial: 1, memory: NRF52Memory(.nRF52833, serial: 1))
    _ = probe.greeting()
    #expect(probe.receive([0x07]) == .bytes([]))
    #expect(probe.receive([0xC7]) == .bytes([]))
    #expect(probe.receive([0xFF]) == .bytes([2, 0, 0, 0]))
    #expect(probe.receive([0x07, 0x33]) == .hangUp)
    #expect(probe.greeting().first == 0)
    #expect(probe.receive([0x01]) == .hangUp)
  }

  @Test("bits at random neither trap nor reach the flash")
  func random() {
    var host = Self.host()
    var state: UInt64 = 0x1234_5678_9ABC_DEF1
    for _ in 0..<300 {
      var bits: [Bool?] = []
      for _ in 0..<200 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        bits.append(state & 6 == 0 ? nil : state & 1 != 0)
      }
      #expect(host.shift(bits).count == bits.count)
    }
    #expect(host.probe.memory.flash.bytes.allSatisfy { $0 == 0xFF })
  }
}
