import Journal
import Reports
import Testing
import WireFormat

/// The captures of a journal by file name, each read whole.
func captures(_ script: Script, origin: Int64 = 0) throws -> [String: [CaptureItem]] {
  try captureBytes(script, origin: origin).mapValues { bytes in
    var reader = PcapngReader()
    reader.feed(bytes)
    var items: [CaptureItem] = []
    while let item = try reader.next() { items.append(item) }
    try reader.finish()
    return items
  }
}

/// The captures of a journal by file name; `limit` is how much may wait before it is taken.
func captureBytes(
  _ script: Script, origin: Int64 = 0, limit: Int = .max
) throws -> [String: [UInt8]] {
  var export = CaptureExport(origin: origin)
  var reader = JournalReader(bytes: script.bytes)
  var files: [String: [UInt8]] = [:]
  func keep(_ pieces: [CaptureExport.Piece]) {
    for piece in pieces { files[piece.fileName, default: []] += piece.bytes }
  }
  while let record = try reader.next() {
    guard case .entry(let entry) = record else { continue }
    try export.add(entry)
    if export.pending >= limit { keep(export.take()) }
  }
  try export.finish()
  keep(export.take())
  #expect(export.pending == 0)
  return files
}

extension Script {
  mutating func open(_ board: String, _ firmware: String?) {
    add(
      .boardOpened(.init(board: board, identity: "", virtual: true, firmware: firmware)), after: 0)
  }

  mutating func chunk(_ board: String, _ direction: Direction, _ bytes: [UInt8]) {
    add(.chunk(.init(board: board, direction: direction, bytes: bytes)), after: 0)
  }
}

private func packets(_ items: [CaptureItem]) -> [CapturePacket] {
  items.compactMap { if case .packet(let packet, _) = $0 { packet } else { nil } }
}

private func interfaces(_ items: [CaptureItem]) -> [CaptureInterface] {
  items.compactMap { if case .interface(let interface) = $0 { interface } else { nil } }
}

private func closing(_ items: [CaptureItem]) -> [String]? {
  if case .closing(let comments, _) = items.last { comments } else { nil }
}

struct CaptureExportTests {
  @Test("packets of Bluetooth stand as a controller's, in an interface of their own")
  func attributeProtocol() throws {
    var script = Script()
    script.open("lock", "ni-accessory")
    script.add(.packet(.init(board: "lock", direction: .out, bytes: [0x0A, 3, 0])), after: 0)
    script.add(.packet(.init(board: "lock", direction: .in, bytes: [0x0B, 1])), after: 1)
    script.add(.frame(.init(board: "lock", direction: .out, bytes: [0x0C])), after: 2)
    let items = try #require(try captures(script)["lock.pcapng"])
    #expect(interfaces(items).map(\.linkType) == [.bluetooth, .user0])
    #expect(
      packets(items).prefix(2).map(\.bytes) == [
        [0, 0, 0, 0, 2, 1, 0, 7, 0, 3, 0, 4, 0, 0x0A, 3, 0],
        [0, 0, 0, 1, 2, 1, 0x20, 6, 0, 2, 0, 4, 0, 0x0B, 1],
      ])
  }

  @Test("the capture of a UCI board has the bytes of the format")
  func uciBytes() throws {
    var script = Script()
    script.add(.runStarted(.init(version: "1", seed: 7, rig: "r")), after: 0)
    script.open("lock", "uci")
    script.add(.caseStarted(.init(case: "N1", boards: ["lock"])), after: 0)
    script.add(.frame(.init(board: "lock", direction: .out, bytes: [0x20, 2, 0, 0])), after: 1_000)
    script.chunk("lock", .out, [0x20, 2, 0, 0])
    script.add(.frame(.init(board: "lock", direction: .in, bytes: [0x60])), after: 5_000_000)
    let text = { (text: String) in Array(text.utf8) }
    var expected: [UInt8] = [
      0x0A, 0x0D, 0x0D, 0x0A, 0x40, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0,
      0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 13, 0,
    ]
    expected += text("rig r, seed 7") + [0, 0, 0] + [4, 0, 8, 0] + text("uwbrig 1")
    expected += [0, 0, 0, 0, 0x40, 0, 0, 0]
    // 0x012B is 299, FiRa UCI; resolution 9 is nanoseconds.
    expected += [1, 0, 0, 0, 0x4C, 0, 0, 0, 0x2B, 0x01, 0, 0, 0, 0, 0, 0, 2, 0, 4, 0]
    expected += text("lock") + [3, 0, 30, 0] + text("uci: packets with their header") + [0, 0]
    expected += [9, 0, 1, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0x4C, 0, 0, 0]
    // 1 ms is 0x000F4240 ns; flags 2 are outbound.
    expected += [6, 0, 0, 0, 0x48, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0x42, 0x0F, 0]
    expected += [4, 0, 0, 0, 4, 0, 0, 0, 0x20, 2, 0, 0, 1, 0, 20, 0] + text("case N1@lock started")
    expected += [2, 0, 4, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0x48, 0, 0, 0]
    // 5.001 s is 0x1_2A153440 ns; flags 1 are inbound; three bytes fill up.
    expected += [6, 0, 0, 0, 0x30, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0x40, 0x34, 0x15, 0x2A]
    expected += [1, 0, 0, 0, 1, 0, 0, 0, 0x60, 0, 0, 0, 2, 0, 4, 0, 1, 0, 0, 0]
    expected += [0, 0, 0, 0, 0x30, 0, 0, 0]
    expected += [5, 0, 0, 0, 0x48, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0x40, 0x34, 0x15, 0x2A]
    expected += [1, 0, 25, 0] + text("case N1@lock not finished") + [0, 0, 0]
    expected += [4, 0, 8, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x48, 0, 0, 0]
    #expect(try captureBytes(script) == ["lock.pcapng": expected])
  }

  @Test(
    "the framing of an accessory's link is named as its bytes show it, in either direction",
    arguments: Direction.allCases, StreamFraming.allCases.map(Optional.some) + [nil])
  func framing(direction: Direction, framing: StreamFraming?) throws {
    var script = Script()
    script.open("tag", "ni-accessory")
    let message: [UInt8] = [0x01, 0x00, 0xC0]
    // One that came with its neighbour or in two pieces shows nothing, but the next does.
    script.chunk("tag", .in, [1, 2, 3, 4, 5])
    script.frame("tag", .in, [3, 4, 5])
    let chunk = try framing?.encode(message) ?? message
    if direction == .in { script.chunk("tag", .in, chunk) }
    script.frame("tag", direction, message)
    if direction == .out { script.chunk("tag", .out, chunk) }
    let items = try #require(try captures(script)["tag.pcapng"])
    #expect(packets(items).map(\.bytes) == [[3, 4, 5], message])
    let interface = try #require(interfaces(items).first)
    #expect(interface.linkType.rawValue == 147)
    let word = framing?.rawValue ?? "none"
    #expect(
      interface.description
        == "ni-accessory: messages without the framing of the link: \(word)")
  }

  @Test("a link that never shows its framing does not hold packets for ever")
  func unseenFraming() throws {
    var script = Script()
    script.open("tag", "ni-accessory")
    for index in 0..<200 { script.frame("tag", .in, [UInt8(index)]) }
    var export = CaptureExport()
    var reader = JournalReader(bytes: script.bytes)
    var most = 0
    while case .entry(let entry)? = try reader.next() {
      try export.add(entry)
      most = max(most, export.pending)
    }
    #expect(most > 100 * 44)
    let items = try #require(try captures(script)["tag.pcapng"])
    #expect(packets(items).map(\.bytes) == (0..<200).map { [UInt8($0)] })
    #expect(interfaces(items).first?.description.hasSuffix("not seen") == true)
  }

  @Test(
    "what speaks on an interface is told from the capture alone",
    arguments: [
      ("uci", 299, "uci"), ("ni-accessory", 147, "ni-accessory"), ("qorvo-cli", 148, "qorvo-cli"),
      ("unknown", 148, nil), (nil, 148, nil),
    ] as [(String?, UInt16, String?)])
  func firmware(said: String?, linkType: UInt16, told: String?) throws {
    var script = Script()
    script.open("b", said)
    let interface = try #require(try captures(script)["b.pcapng"].flatMap(interfaces)?.first)
    #expect(interface.linkType.rawValue == linkType)
    #expect(interface.firmware == told)
    #expect(interface.name == "b")
  }

  @Test("captures of other programs tell of UCI alone")
  func foreign() {
    #expect(CaptureInterface(linkType: .firaUCI).firmware == "uci")
    #expect(
      CaptureInterface(linkType: LinkType(rawValue: 1), description: "uci: x").firmware == nil)
    #expect(CaptureInterface(linkType: .user0, description: "something").firmware == nil)
  }

  @Test("a case begins and ends beside the next packet of each of its boards")
  func boundaries() throws {
    var script = Script()
    for name in ["a", "b", "c"] { script.open(name, "uci") }
    script.frame("a", .in, [0])
    script.instance("s.N01", on: ["a", "b"], .fail, "no answer", attempt: 2) { script in
      script.frame("a", .out, [1])
      script.frame("c", .out, [2])
    }
    script.add(
      .caseFinished(
        .init(case: "s.N02", boards: ["a"], verdict: .skip, reason: "no", class: .required)))
    script.frame("a", .out, [3])
    script.instance("s.N03", on: ["b"], .pass)
    let files = try captures(script)
    let first = packets(try #require(files["a.pcapng"]))
    #expect(
      first.map(\.comments) == [
        [], ["case s.N01@a+b started (attempt 2)"], ["case s.N01@a+b finished FAIL: no answer"],
      ])
    let second = try #require(files["b.pcapng"])
    #expect(packets(second).isEmpty)
    #expect(
      closing(second) == [
        "case s.N01@a+b started (attempt 2)", "case s.N01@a+b finished FAIL: no answer",
        "case s.N03@b started", "case s.N03@b finished PASS",
      ])
    let third = try #require(files["c.pcapng"])
    #expect(packets(third).map(\.comments) == [[]])
    #expect(closing(third) == [])
  }

  @Test("bytes that were sent outside any frame are written beside the next packet")
  func rawBytes() throws {
    var script = Script()
    script.open("a", "uci")
    script.frame("a", .out, [1])
    script.chunk("a", .out, [1])
    script.chunk("a", .out, [0x20, 0xFF])
    for _ in 0..<100 { script.chunk("a", .out, [UInt8](repeating: 0xAB, count: 1_000)) }
    script.chunk("a", .in, [7])
    script.frame("a", .in, [7])
    let comments = packets(try #require(try captures(script)["a.pcapng"])).map(\.comments)
    #expect(comments.first == [])
    let said = try #require(comments.last)
    #expect(said.first == "sent outside any frame: 20 ff")
    #expect(said.count == 21)
    #expect(said.dropFirst().first?.hasSuffix("ab … and 936 more bytes") == true)
    #expect(said.last == "… and 81 more remarks")
  }

  @Test("remarks without packets do not pile up")
  func manyCases() throws {
    var script = Script()
    script.open("a", "uci")
    for index in 0..<500 { script.instance("s.N\(index)", on: ["a"], .pass) }
    let comments = try #require(try captures(script)["a.pcapng"].flatMap(closing))
    #expect(comments.count == 201)
    #expect(comments.last == "… and 800 more remarks")
  }

  @Test("lab time counts from the epoch, or from where the run began")
  func origin() throws {
    var script = Script()
    script.open("a", "uci")
    script.frame("a", .in, [1])
    let simulated = try captures(script)["a.pcapng"].map(packets)
    #expect(simulated?.map(\.nanoseconds) == [1_037_000])
    let live = try captures(script, origin: 1_795_224_600_000_000_000)["a.pcapng"].map(packets)
    #expect(live?.map(\.nanoseconds) == [1_795_224_600_001_037_000])
    let late = try captures(script, origin: .max)["a.pcapng"].map(packets)
    #expect(late?.map(\.nanoseconds) == [.max])
  }

  @Test("the bytes do not depend on when they are taken", arguments: [1, 100, 5_000])
  func pieces(limit: Int) throws {
    let script = everyVerdict()
    #expect(try captureBytes(script, limit: limit) == captureBytes(script))
  }

  @Test("every frame of a journal is a packet of its board, and nothing hostile is kept raw")
  func completeness() throws {
    let files = try captures(everyVerdict())
    #expect(files.keys.sorted() == ["lock.pcapng", "phone.pcapng", "tag.pcapng"])
    #expect(files["lock.pcapng"].map(packets)?.count == 5)
    #expect(files["phone.pcapng"].map(packets)?.count == 1)
    #expect(files["tag.pcapng"].map(packets)?.count == 90)
    let tag = try #require(files["tag.pcapng"])
    let comments = packets(tag).flatMap(\.comments) + (closing(tag) ?? [])
    #expect(comments.contains { $0.contains("accessory.malformed") })
    #expect(comments.allSatisfy(isHarmless))
  }

  @Test("a board of a strange name gets a file name that is safe")
  func strangeNames() throws {
    var script = Script()
    for name in ["../../etc", hostile, "", "_2", "ok-1", String(repeating: "a", count: 33)] {
      script.open(name, "uci")
    }
    let files = try captures(script)
    #expect(
      files.keys.sorted() == [
        "_1.pcapng", "_2.pcapng", "_3.pcapng", "_4.pcapng", "_6.pcapng", "ok-1.pcapng",
      ])
    #expect(files["_2.pcapng"].flatMap { interfaces($0).first?.name }.map(isHarmless) == true)
  }
}
