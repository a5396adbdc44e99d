import BootProtocols
import Testing

@Suite("DWM1001's shell")
struct DWM1001ShellTests {
  private func sent(_ actions: [ShellAction]) -> [UInt8] {
    actions.flatMap { if case .send(let bytes) = $0 { bytes } else { [] as [UInt8] } }
  }

  private func opened() -> DWM1001Shell {
    var shell = DWM1001Shell()
    _ = shell.start(at: 0)
    _ = shell.receive([0x0D, 0x0D], at: 0)
    return shell
  }

  private func answer(_ text: String, of shell: inout DWM1001Shell, at now: UInt64 = 0) -> String {
    String(decoding: sent(shell.receive(Array(text.utf8), at: now)), as: UTF8.self)
  }

  @Test("a request that is not known is refused, and the version is told")
  func binary() {
    var shell = DWM1001Shell()
    _ = shell.start(at: 0)
    #expect(sent(shell.receive([0x7F, 0x02, 1, 2], at: 0)) == [0x40, 0x01, 0x01])
    let version = sent(shell.receive([0x15, 0x00], at: 10))
    #expect(
      version.prefix(9).elementsEqual([0x40, 0x01, 0x00, 0x50, 0x04, 0x01, 0x00, 0x03, 0x01]))
    #expect(version.count == 21)
  }

  @Test("two carriage returns within a second open the shell, and a late one does not")
  func entry() {
    var quick = DWM1001Shell()
    _ = quick.start(at: 0)
    #expect(sent(quick.receive([0x0D], at: 100)).isEmpty)
    #expect(answer("\r", of: &quick, at: 1_000_100).hasSuffix("dwm> "))
    var late = DWM1001Shell()
    _ = late.start(at: 0)
    _ = late.receive([0x0D], at: 100)
    #expect(answer("\r", of: &late, at: 1_000_101) == "@\u{1}\u{1}")
    // The late one may be the first of two.
    #expect(answer("\r", of: &late, at: 1_500_000).hasSuffix("dwm> "))
  }

  @Test("a single carriage return is refused when its second passed")
  func lonely() {
    var shell = DWM1001Shell()
    _ = shell.start(at: 0)
    _ = shell.receive([0x0D], at: 100)
    #expect(shell.wakesAt == 1_000_101)
    #expect(sent(shell.wake(at: 1_000_101)) == [0x40, 0x01, 0x01])
    #expect(shell.wakesAt == nil)
  }

  @Test("a stray byte between two returns keeps the shell shut")
  func stray() {
    var shell = DWM1001Shell()
    _ = shell.start(at: 0)
    #expect(!answer("\r\u{01}\r", of: &shell).contains("dwm>"))
  }

  @Test("quit leads back to the binary mode")
  func quit() {
    var shell = opened()
    _ = answer("quit\r", of: &shell)
    #expect(answer("\u{15}\u{0}", of: &shell).utf8.first == 0x40)
  }

  @Test("nis wants its number with 0x")
  func network() {
    var shell = opened()
    #expect(answer("nis 1234\r", of: &shell).contains("err"))
    #expect(shell.network == 0)
    #expect(answer("nis 0x1234\r", of: &shell).contains("ok"))
    #expect(answer("si\r", of: &shell).contains("panid=x1234"))
  }

  @Test("a location streams until it is told to stop")
  func location() {
    var shell = opened()
    _ = answer("les\r", of: &shell, at: 1000)
    #expect(shell.wakesAt == 101_000)
    let line = String(decoding: sent(shell.wake(at: 101_000)), as: UTF8.self)
    #expect(line == "0C1A[0.00,0.00,0.00]=1.42 est[1.02,0.98,0.51,85]\r\n")
    #expect(shell.wakesAt == 201_000)
    _ = answer("\r", of: &shell, at: 150_000)
    #expect(shell.wakesAt == nil)
    _ = answer("lep\r", of: &shell, at: 160_000)
    (shell.location.x, shell.location.y, shell.location.z) = (-1.5, .nan, 1e300)
    #expect(sent(shell.wake(at: 260_000)) == Array("POS,-1.50,0.00,0.00,85\r\n".utf8))
  }

  @Test(
    "the client learns who is there and leaves the binary mode behind", arguments: [false, true])
  func client(_ sleeps: Bool) {
    for piece in [1, 3, 64, .max] {
      var shell = DWM1001Shell(sleeps: sleeps)
      _ = shell.start(at: 0)
      var bench = ShellBench(DWM1001ShellClient(), shell, piece: piece)
      #expect(bench.run() == true)
      let report = bench.client.report
      #expect(report.firmware == "x01030001")
      #expect(report.configuration == "x00010700")
      #expect(report.network == "x0000")
      #expect(report.address == "xDECA6B5C11E02A1C")
      #expect(report.bluetoothAddress == "F1:3C:5A:77:10:2E")
      #expect(report.mode == "tn (act,twr,np,nole)")
      let version = sent(bench.shell.receive([0x15, 0x00], at: bench.now))
      #expect(version.first == 0x40)
    }
  }

  @Test("a shell that is open already, even one that streams, is asked as well")
  func openAlready() {
    var shell = opened()
    _ = answer("les\r", of: &shell, at: 0)
    var bench = ShellBench(DWM1001ShellClient(), shell)
    #expect(bench.run() == true)
    #expect(bench.client.report.firmware == "x01030001")
  }

  @Test("hostile bytes do no harm to either side")
  func hostile() {
    var dice = LoaderDice(seed: 52)
    for _ in 0..<80 {
      var shell = DWM1001Shell()
      _ = shell.start(at: 0)
      var now: UInt64 = 0
      for _ in 0..<20 {
        now &+= UInt64.random(in: 0...2_000_000, using: &dice)
        let bytes = dice.bytes(60).map { $0 < 40 ? 0x0D : $0 }
        _ = shell.receive(bytes, at: now)
        _ = shell.wake(at: now)
      }
      var client = DWM1001ShellClient()
      _ = client.begin()
      for _ in 0..<20 { _ = client.receive(Array("dwm> ".utf8) + dice.bytes(200)) }
      #expect(client.report.lines.count <= 256)
    }
  }
}
