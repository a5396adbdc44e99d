extension DWM1001Shell {
  mutating func takeText(_ byte: UInt8, at now: UInt64) -> [ShellAction] {
    let echo: [ShellAction] =
      byte == 0x0D ? [.send([0x0D, 0x0A])] : byte == 0x0A ? [] : [.send([byte])]
    guard let line = input.feed(byte) else { return echo }
    return echo + perform(line, at: now)
  }

  private mutating func perform(_ line: String, at now: UInt64) -> [ShellAction] {
    let words = line.split(separator: " ").map(String.init)
    let prompt = ShellAction.send(Array(Self.prompt.utf8))
    guard let command = words.first else {
      // An empty line ends what streams.
      reporting = nil
      wakesAt = nil
      return [prompt]
    }
    switch command {
    case "?", "help":
      return ["si: system info", "nis: set network", "les, lec, lep: location", "quit", "reset"]
        .map { .line($0) } + [prompt]
    case "si": return information().map { .line($0) } + [prompt]
    case "les": return toggle(.distances, at: now)
    case "lec": return toggle(.values, at: now)
    case "lep": return toggle(.position, at: now)
    case "nis":
      guard words.count == 2, words[1].hasPrefix("0x"),
        let network = UInt16(words[1].dropFirst(2), radix: 16)
      else { return [.line("nis: err invalid parameter"), prompt] }
      self.network = network
      return [.line("nis: ok"), prompt]
    case "quit":
      mode = .binary
      reporting = nil
      wakesAt = nil
      return []
    case "reset": return [.restart]
    default: return [.line("unknown command"), prompt]
    }
  }

  private mutating func toggle(_ report: Report, at now: UInt64) -> [ShellAction] {
    guard reporting == nil else {
      reporting = nil
      wakesAt = nil
      return [.send(Array(Self.prompt.utf8))]
    }
    reporting = report
    wakesAt = now &+ Self.interval
    return []
  }

  private func information() -> [String] {
    func plain(_ value: some BinaryInteger, _ digits: Int) -> String {
      String(BootText.hex(value, digits: digits).dropFirst(2))
    }
    return [
      "[000001.230 INF] sys: fw2 fw_ver=x\(plain(identity.firmware, 8))"
        + " cfg_ver=x\(plain(identity.configuration, 8))",
      "[000001.230 INF] uwb0: panid=x\(plain(network, 4)) addr=x\(plain(identity.address, 16))",
      "[000001.240 INF] mode: \(identity.mode)",
      "[000001.240 INF] uwbmac: disconnected",
      "[000001.250 INF] ble: addr=\(BootText.colons(identity.bluetoothAddress))",
    ]
  }

  func report(_ report: Report) -> String {
    let place = [location.x, location.y, location.z].map(Self.hundredths).joined(separator: ",")
    let position = "\(place),\(location.quality)"
    func anchor(_ anchor: Location.Anchor) -> (String, String) {
      (
        String(BootText.hex(anchor.address, digits: 4).dropFirst(2)),
        Self.hundredths(anchor.distance)
      )
    }
    switch report {
    case .position: return "POS,\(position)"
    case .values:
      let anchors = location.anchors.map(anchor).enumerated().map { index, one in
        "AN\(index),\(one.0),0.00,0.00,0.00,\(one.1)"
      }
      let head = ["DIST,\(anchors.count)"] + anchors
      return head.joined(separator: ",") + ",POS,\(position)"
    case .distances:
      let anchors = location.anchors.map(anchor).map { "\($0.0)[0.00,0.00,0.00]=\($0.1)" }
      return (anchors + ["est[\(position)]"]).joined(separator: " ")
    }
  }

  /// Two decimals; what is no place on earth is 0.
  private static func hundredths(_ metres: Double) -> String {
    guard metres.isFinite, metres.magnitude < 1e6 else { return "0.00" }
    let value = Int((metres * 100).rounded())
    let fraction = value.magnitude % 100
    return "\(value < 0 ? "-" : "")\(value.magnitude / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
