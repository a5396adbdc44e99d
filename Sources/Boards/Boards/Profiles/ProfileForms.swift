import BootProtocols
import FileGrammar
import Journal
import Notation

extension Key<Confidence> {
  static var confidence: Key {
    Key(
      "confidence", .choice,
      "seen-on-a-board: a recording shows it. read-in-its-source: in the board's source or a vendor's "
        + "file. confirmed: an older word for either. reported: it was told. unverified: a default that "
        + "nothing is decided by.")
  }
}

/// A value that may name the trust in it.
struct StatedValue<Value: Sendable> {
  let value: Value
  let confidence: Confidence?
}

private struct RatedKeys<Value> {
  let value: Key<Value>
  let confidence = Key<Confidence>.confidence
}

extension Form {
  /// A value, alone or as `{value: …, confidence: …}`.
  static func rated<Stated>(_ form: Form<Stated>) -> Form where Value == StatedValue<Stated> {
    let keys = RatedKeys(value: Key("value", form, required: "the value"))
    return either(
      form.map { StatedValue(value: $0, confidence: nil) },
      orMapping: Mapping(keys).form.map { values in
        let confidence = values.confidence
        return values.value.map { StatedValue(value: $0, confidence: confidence) }
      })
  }
}

extension Form<Field> {
  /// A value that is read beside the rest of the profile.
  static func any(_ schema: JSONValue) -> Form { Form(schema) { $0 } }
}

extension Form<[String]> {
  static func texts(_ allowed: String) -> Form { list(.line("a text"), allowed) }
}

extension Form<UInt16> {
  static var identifier: Form {
    Form<Int>.integer(0...0xFFFF, hexadecimal: true).map(UInt16.init(exactly:))
  }
}

extension Form<Int> {
  static var address: Form { integer(0...0xFFFF_FFFF, hexadecimal: true) }
  static var size: Form { integer(1...0x1_0000_0000, hexadecimal: true) }
}

/// A control line while the port is open.
enum LineLevel: String, CaseIterable {
  case on, off, keep

  /// Nil for a line that is left to the driver.
  var isHigh: Bool? { self == .keep ? nil : self == .on }
}

extension Form<LineLevel> {
  /// The words; YAML takes two of them for truth values.
  static var level: Form {
    let words = Form.choice
    return Form(
      ["enum": .array(LineLevel.allCases.map { .string($0.rawValue) } + [true, false])],
      read: words.read)
  }
}

extension Form<[Firmware]> {
  /// `all`, or a list of what must not be asked.
  static var forbidden: Form {
    let list = Form.list(Form<Firmware>.choice(Firmware.probed))
    return Form(["anyOf": [["const": "all"], list.schema]]) { field in
      if field.text == "all" { return Firmware.probed }
      guard !field.isList else { return list.read(field) }
      let names = Firmware.probed.map(\.rawValue)
      field.fault(
        allowed: "all, or a list of \(Wording.choices(names))",
        suggestion: field.nearest(to: field.text, among: ["all"] + names))
      return nil
    }
  }
}

private struct CommandKeys {
  let command = Key(
    "command", .line("what the application is told", longest: 256),
    "a line that the application is told", required: "what the application is told")
}

extension Form<BootloaderEntry> {
  static var entry: Form {
    either(
      Form<String>.choice(BootloaderEntry.names).map(BootloaderEntry.init(named:)),
      orMapping: Mapping(CommandKeys()).form.map { $0.command.map { .command($0 + "\r\n") } })
  }
}
