import Links
import Notation
import Testing

@Suite("Link strings")
struct LinkAddressTests {
  static let forms: [(String, LinkAddress)] = [
    ("virtual", .virtual),
    ("serial:/dev/ttyACM0", .serial(path: "/dev/ttyACM0", SerialParameters())),
    (
      "serial:/dev/ttyUSB3?baud=921600&flow=rtscts&dtr=on&rts=off",
      .serial(
        path: "/dev/ttyUSB3",
        SerialParameters(baud: 921_600, flow: .rtscts, dtr: true, rts: false))
    ),
    (
      "usb:serial=F1498C5AB09C,interface=0",
      .usb(.serial("F1498C5AB09C"), interface: 0, SerialParameters())
    ),
    (
      "usb:path=1-1.4,interface=2?baud=9600",
      .usb(.path("1-1.4"), interface: 2, SerialParameters(baud: 9600))
    ),
    ("tcp://localhost:7000", .tcp(host: "localhost", port: 7000)),
    ("tcp://[fe80::1%eth0]:1", .tcp(host: "fe80::1%eth0", port: 1)),
    ("exec:socat - /dev/ttyACM0,raw", .exec(command: "socat - /dev/ttyACM0,raw")),
    ("rfc2217://rack.lan:2000", .rfc2217(host: "rack.lan", port: 2000, baud: nil)),
    ("rfc2217://[::1]:2000?baud=115200", .rfc2217(host: "::1", port: 2000, baud: 115_200)),
    (
      "ble:name=My Lock, left,service=nus",
      .ble(.name("My Lock, left"), BLEParameters(service: "nus"))
    ),
    (
      "ble:address=C0:FF:EE:00:00:01,service=qnis",
      .ble(.address("C0:FF:EE:00:00:01"), BLEParameters(service: "qnis"))
    ),
    ("replay:lock.rec?mode=tolerant", .replay(path: "lock.rec", .tolerant)),
    ("labgrid:bench-3", .labgrid(place: "bench-3", resource: nil)),
    ("labgrid:bench-3/uwb0", .labgrid(place: "bench-3", resource: "uwb0")),
  ]

  @Test("every form of the contract is read and printed as it was written", arguments: forms)
  func readsForm(text: String, address: LinkAddress) throws {
    #expect(try LinkAddress(parsing: text) == address)
    #expect(address.description == text)
  }

  @Test(
    "another spelling is printed in the canonical form",
    arguments: [
      ("serial:/dev/a?rts=on&baud=9600", "serial:/dev/a?baud=9600&rts=on"),
      ("usb:interface=1,serial=AB", "usb:serial=AB,interface=1"),
      ("replay:a.rec", "replay:a.rec?mode=strict"),
      ("exec:  cat  ", "exec:cat"),
      ("ble:address=c0:ff:ee:00:00:01,service=nus", "ble:address=C0:FF:EE:00:00:01,service=nus"),
    ])
  func canonical(written: String, printed: String) throws {
    #expect(try LinkAddress(parsing: written).description == printed)
  }

  /// All forms, from the list that a new carrier is put into.
  static let known = Wording.alternatives(LinkAddress.forms)

  static let refusals: [(String, String)] = [
    (
      "virtal",
      "link, character 1: expected \(known), got \"virtal\"; did you mean \"virtual\"?"
    ),
    (
      "seriel:/dev/ttyACM0",
      "link, character 1: expected \(known), got \"seriel\"; did you mean \"serial:/dev/ttyACM0\"?"
    ),
    (
      "/dev/ttyACM0",
      "link, character 1: expected \(known), got \"/dev/ttyACM0\"; did you mean "
        + "\"serial:/dev/ttyACM0\"?"
    ),
    (
      "virtual:x",
      "link, character 8: expected nothing after virtual, got \":x\"; did you mean \"virtual\"?"
    ),
    (
      "serial:",
      "link, character 8: expected the path of a serial port, such as serial:/dev/ttyACM0, "
        + "got nothing"
    ),
    (
      "serial:/dev/a?buad=9600",
      "link, character 15: expected baud, flow, dtr or rts, got \"buad\"; did you mean "
        + "\"baud\"?"
    ),
    (
      "serial:/dev/a?baud=fast",
      "link, character 20: expected bits a second from 1 to 20000000, got \"fast\""
    ),
    ("serial:/dev/a?baud=9600&baud=1", "link, character 25: expected baud once, got \"baud=1\""),
    (
      "serial:/dev/a?flow=rtsct",
      "link, character 20: expected none, rtscts or xonxoff, got \"rtsct\"; did you mean "
        + "\"rtscts\"?"
    ),
    ("serial:/dev/a?dtr=1", "link, character 19: expected on or off, got \"1\""),
    (
      "serial:/dev/a\u{1B}[31m",
      "link, character 14: expected a link without control characters, got \"\\u{1b}\""
    ),
    (
      "usb:serial=AB",
      "link, character 5: expected an interface number too, got \"serial=AB\"; did you mean "
        + "\"usb:serial=AB,interface=0\"?"
    ),
    (
      "usb:path=usb1,interface=0",
      "link, character 10: expected a USB port path such as 1-1.4, got \"usb1\""
    ),
    (
      "tcp:localhost:7000",
      "link, character 5: expected tcp://host:port, got \"localhost:7000\""
    ),
    (
      "tcp://localhost",
      "link, character 7: expected tcp://host:port, with a port, got \"localhost\""
    ),
    ("tcp://a:70000", "link, character 9: expected a port from 1 to 65535, got \"70000\""),
    (
      "tcp://::1:7000",
      "link, character 7: expected an IPv6 address in brackets, such as [::1], got \"::1\""
    ),
    ("exec: ", "link, character 6: expected a program, such as exec:socat - /dev/x, got nothing"),
    (
      "ble:address=12,service=nus",
      "link, character 13: expected an address such as C0:FF:EE:00:00:01, got \"12\""
    ),
    (
      "replay:a?mode=strct",
      "link, character 15: expected strict or tolerant, got \"strct\"; did you mean \"strict\"?"
    ),
    (
      "labgrid:/uwb0",
      "link, character 9: expected labgrid:place, labgrid:place/resource, "
        + "or host:port/ before the place, got nothing"
    ),
  ]

  @Test(
    "a refusal names the place, what was found, what is allowed and the nearest",
    arguments: refusals)
  func refuses(text: String, message: String) {
    #expect(throws: NotationError.self) { try LinkAddress(parsing: text) }
    do { _ = try LinkAddress(parsing: text) } catch { #expect(error.description == message) }
  }

  @Test("no cut of a link string traps", arguments: forms)
  func cuts(text: String, address: LinkAddress) {
    for length in 0..<text.count {
      let cut = String(text.prefix(length))
      if let read = try? LinkAddress(parsing: cut) {
        #expect((try? LinkAddress(parsing: read.description)) == read)
      }
    }
  }

  @Test("a link of absurd length is refused without being searched")
  func absurd() {
    #expect(throws: NotationError.self) {
      try LinkAddress(parsing: "exec:" + String(repeating: "a", count: 5000))
    }
  }

  @Test(
    "one terminal has one key however its path is spelt",
    arguments: [
      ("serial:/dev/ttyACM0?baud=9600", "serial:/dev/ttyACM0"),
      ("serial:/dev//./x/../ttyACM0", "serial:/dev/ttyACM0"),
      ("usb:serial=A,interface=0?baud=1", "usb:serial=A,interface=0"),
      ("ble:address=c0:ff:ee:00:00:01,service=nus", "ble:address=C0:FF:EE:00:00:01"),
      ("labgrid:a/b", "labgrid:a/b"),
    ])
  func keys(text: String, key: String) throws {
    #expect(try LinkAddress(parsing: text).terminalKey == key)
  }

  @Test(
    "links that may be opened twice have no key", arguments: ["virtual", "tcp://a:1", "exec:a"])
  func noKey(text: String) throws {
    #expect(try LinkAddress(parsing: text).terminalKey == nil)
  }

  @Test("relative paths are taken from the folder, absolute ones stay")
  func relative() throws {
    let relative = try LinkAddress(parsing: "serial:ports/lock").relative(to: "/rigs")
    #expect(relative.description == "serial:/rigs/ports/lock")
    let absolute = try LinkAddress(parsing: "serial:/dev/x").relative(to: "/rigs")
    #expect(absolute.description == "serial:/dev/x")
  }

  @Test("what a link leaves open is filled from the defaults, what it says stays")
  func filled() {
    let filled = SerialParameters(baud: 9600).filled(from: .standard)
    #expect(filled == SerialParameters(baud: 9600, flow: .some(.none), dtr: true, rts: true))
  }
}

@Suite("Names, durations and text for people")
struct AddressTextTests {
  @Test(
    "the nearest name is found over swaps, slips and missing letters",
    arguments: [
      ("lenght16", "length16"), ("slpi", "slip"), ("Cobs", "cobs"), ("hexlines", "hexline"),
    ])
  func nearest(written: String, meant: String) {
    let names = ["length16", "slip", "cobs", "hexline"]
    #expect(NearestName.nearest(to: written, among: names) == meant)
  }

  @Test("nothing is offered for what resembles nothing", arguments: ["", "ethernet", "q", "16"])
  func nothingNear(written: String) {
    #expect(NearestName.nearest(to: written, among: ["length16", "slip", "cobs"]) == nil)
  }

  @Test("a part of one name alone is enough, a part of two is not")
  func parts() {
    let names = ["accessory.initialize", "accessory.stop"]
    #expect(NearestName.nearest(to: "initialize", among: names) == names[0])
    #expect(NearestName.nearest(to: "accessory", among: names) == nil)
  }

  @Test("a very long name is not compared")
  func longName() {
    let long = String(repeating: "a", count: 100_000)
    #expect(NearestName.nearest(to: long, among: [long]) == nil)
  }

  @Test(
    "durations are read in every unit and written in the largest that fits",
    arguments: [
      ("250us", Duration.microseconds(250), "250us"), ("100ms", .milliseconds(100), "100ms"),
      ("5000ms", .seconds(5), "5s"), ("30s", .seconds(30), "30s"), ("90m", .seconds(5400), "90m"),
      ("2h", .seconds(7200), "2h"), ("0s", .zero, "0s"), ("0007s", .seconds(7), "7s"),
    ])
  func durations(text: String, duration: Duration, printed: String) throws {
    #expect(try DurationText.parse(text) == duration)
    #expect(DurationText.format(duration) == printed)
  }

  static let usual = "expected an integer and us, ms, s, m or h, such as 100ms, got"
  static let year = "expected at most one year (8760h), got"

  @Test(
    "what is no duration is refused with what was meant",
    arguments: [
      ("", "\(usual) ``"), ("ms", "\(usual) `ms`"), ("-1s", "\(usual) `-1s`"),
      ("1.5s", "\(usual) `1.5s`"), ("30", "\(usual) `30`; did you mean `30s`?"),
      ("30 sec", "\(usual) `30 sec`; did you mean `30s`?"), ("9000h", "\(year) `9000h`"),
      ("99999999999999999999h", "\(year) `99999999999999999999h`"), ("٣s", "\(usual) `٣s`"),
    ])
  func durationRefusals(text: String, message: String) {
    #expect(throws: DurationTextError.self) { try DurationText.parse(text) }
    do { _ = try DurationText.parse(text) } catch { #expect(error.description == message) }
  }

  @Test(
    "nothing that steers a terminal is printed",
    arguments: [
      ("a\u{1B}[2Jb", "a\\u{1b}[2Jb"), ("a\r\nb\tc", "a\\r\\nb\\tc"), ("\u{202E}x", "\\u{202e}x"),
      ("\u{9B}31m", "\\u{9b}31m"), ("say \"x\\\"", "say \\\"x\\\\\\\""), ("Tür 日本", "Tür 日本"),
    ])
  func escaped(text: String, printed: String) {
    #expect(PrintableText.escaped(text) == printed)
  }

  @Test("long text is cut")
  func cut() {
    #expect(PrintableText.quoted(String(repeating: "x", count: 9), limit: 4) == "\"xxxx…\"")
  }
}
