extension QorvoShell {
  mutating func perform(_ line: String, at now: UInt64) -> [ShellAction] {
    let words = line.split(separator: " ").map(String.init)
    guard let first = words.first else { return [] }
    let arguments = Array(words.dropFirst())
    switch first.uppercased() {
    case "HELP", "?": return help() + [.line("ok")]
    case "STAT": return status(at: now)
    case "DECAID": return [block(information(at: now)), .line("ok")]
    case "STOP":
      if application != "NONE" {
        previous = application
        application = "NONE"
        // The scheduler needs a moment to be rid of it.
        stopsAt = now &+ 300_000
      }
      stopRanging()
      return [.ranges(nil), .line("ok")]
    case "THREAD": return [.line("THREAD NAME STACK USED"), .line("Default 4096 712"), .line("ok")]
    case "LISTENER", "INITF", "RESPF":
      guard identity.applications.contains(first.uppercased()), shown(at: now) == "NONE" else {
        return [.line("KO")]
      }
      if first.uppercased() != "LISTENER" {
        return range(first.uppercased(), arguments, at: now)
      }
      application = first.uppercased()
      return [.line("ok")]
    case "SETAPP": return setApplication(arguments)
    case "DIAG": return set(\.diagnostics, "DIAG", arguments)
    case "UART": return set(\.consoleOnPins, "UART", arguments)
    case "LISTCAL": return calibration.map { .line(Self.shown($0)) } + [.line("ok")]
    case "CALKEY": return calibrate(arguments)
    case "SAVE":
      saved = Saved(
        calibration: fault == .forgets ? saved.calibration : calibration, application: startsWith,
        consoleOnPins: consoleOnPins)
      return [.line("ok")]
    case "RESTORE":
      // All goes, the calibration too.
      calibration = Self.factory
      startsWith = "NONE"
      consoleOnPins = false
      saved = Saved(calibration: calibration, application: startsWith, consoleOnPins: false)
      return [.line("ok")]
    default: return [.line("KO")]
    }
  }

  /// Sets what is 0 or 1, or shows it.
  private mutating func set(
    _ setting: WritableKeyPath<Self, Bool>, _ name: String, _ arguments: [String]
  ) -> [ShellAction] {
    guard let value = arguments.first else {
      return [.line("\(name): \(self[keyPath: setting] ? 1 : 0)"), .line("ok")]
    }
    guard value == "0" || value == "1" else { return [.line("KO")] }
    self[keyPath: setting] = value == "1"
    return [.line("ok")]
  }

  private func help() -> [ShellAction] {
    [
      "HELP ? STOP THREAD STAT", "LISTENER RESPF INITF",
      "UART CALKEY LISTCAL RESTORE DIAG DECAID SAVE SETAPP",
    ]
    .map { .line($0) }
  }

  private func shown(at now: UInt64) -> String {
    stopsAt.map { now < $0 } ?? false ? previous : application
  }

  /// Name, value, and how many bytes it has.
  private static func shown(_ key: Key) -> String {
    let digits = key.bytes.reversed().map { BootText.hex($0, digits: 2).dropFirst(2) }.joined()
    return "\(key.name): 0x\(digits) (len: \(key.bytes.count))"
  }

  private mutating func setApplication(_ arguments: [String]) -> [ShellAction] {
    guard let name = arguments.first?.uppercased(),
      name == "NONE" || identity.applications.contains(name)
    else { return [.line("KO")] }
    startsWith = name
    return [.line("ok")]
  }

  /// A read is refused by this firmware; a write shows what is there now.
  private mutating func calibrate(_ arguments: [String]) -> [ShellAction] {
    guard arguments.count == 2,
      let index = calibration.firstIndex(where: { $0.name == arguments[0] })
    else { return [.line("KO")] }
    let text = arguments[1].lowercased()
    let value = text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
    guard let value else { return [.line("KO")] }
    let count = calibration[index].bytes.count
    if fault == .zeroesKeys {
      calibration[index].bytes = [UInt8](repeating: 0, count: count)
      return []
    }
    calibration[index].bytes = (0..<count).map {
      $0 < 8 ? UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) : 0
    }
    return [.line(Self.shown(calibration[index])), .line("ok")]
  }

  private func status(at now: UInt64) -> [ShellAction] {
    [
      .line("MODE: \(shown(at: now))"), .line("LAST ERR CODE: 0"), .line("MAX MSG LEN: 255"),
      block(information(at: now)), .line("ok"),
    ]
  }

  /// Each field on a line of its own; the length of the block counts the ends of lines.
  private func information(at now: UInt64) -> String {
    let applications = identity.applications.map { "\"\($0)\"" }.joined(separator: ",")
    let fields = [
      "\"Device\":\"\(identity.device)\"", "\"Current App\":\"\(shown(at: now))\"",
      "\"Version\":\"\(identity.version)\"", "\"Build\":\"\(identity.build)\"",
      "\"Apps\":[\(applications)]", "\"Driver\":\"\(identity.driver)\"",
      "\"UWB stack\":\"\(identity.stack)\"",
    ]
    return "{\"Info\":{\r\n" + fields.joined(separator: ",\r\n") + "}}"
  }

  /// JS and four digits of a length that counts neither themselves nor the end of the line.
  private func block(_ json: String) -> ShellAction {
    let excess = if case .miscounts(let bytes) = fault { bytes } else { 0 }
    let count = UInt16(truncatingIfNeeded: json.utf8.count + excess)
    return .line("JS\(BootText.hex(count, digits: 4).dropFirst(2))\(json)")
  }
}
