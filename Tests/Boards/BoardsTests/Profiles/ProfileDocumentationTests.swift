import Boards
import BootProtocols
import Foundation
import TestSupport
import Testing

@Suite("The page about board profiles")
struct ProfileDocumentationTests {
  static var document: String {
    get throws {
      let profiles = try ProfileLibrary.shipped().profiles
      var lines = [
        "# Board profiles", "",
        "What uwbrig knows about boards: how they show on USB, which of their ports does what, what "
          + "they are made of and how they are flashed. Profiles are YAML files (`Rigs/boards`); "
          + "`uwbrig schema board` prints their shape. Every value says how far it can be trusted: "
          + "`seen-on-a-board` (a recording of a real board shows it: none yet), `read-in-its-source` (in "
          + "the board's own source or a vendor's file), `reported` (it was told), `unverified` (a default "
          + "that nothing is decided by). Files of your own may say `confirmed` for either of the first "
          + "two. Generated; a test compares it.", "",
        "## A board of your own", "",
        "USB often does not tell which board it is, nor that two sockets are one board. A file of a few "
          + "lines in `~/.config/uwbrig/boards` does:", "", "```yaml", "version: 1",
        "name: door-lock", "like: dwm3001cdk",
        "serials: {probe: [\"760123456\"], native: [F1498C5AB09C]}", "```", "",
        "A complete profile in that folder adds a kind of board, or takes the place of a built-in one of "
          + "the same name.", "", "## Built-in profiles", "",
        "| profile | board | chips | USB devices | flashed by | confidence |",
        "|---|---|---|---|---|---|",
      ]
      for profile in profiles {
        let chips = [profile.chip.mcu, profile.chip.uwb].compactMap { $0?.value }
        let parts = profile.parts.map { part in
          "\(part.name)\(part.socket.map { " (\($0))" } ?? ""): \(ids(part.match))"
            + (part.match.isHard ? "" : " (may be)")
        }
        lines.append(
          "| `\(profile.name)` | \(profile.title) | \(chips.joined(separator: ", ")) | "
            + "\(parts.joined(separator: "; ")) | "
            + "\(profile.flash.map(\.method.rawValue).joined(separator: ", ")) | "
            + "\(profile.confidence.rawValue) |")
      }
      lines += ["", "## What surprises people", ""]
      for profile in profiles where !profile.quirks.isEmpty {
        lines += ["### \(profile.title)", ""]
        lines += profile.quirks.map { "- \($0.text) (\($0.confidence.rawValue))" }
        lines += [""]
      }
      lines.removeLast()
      return lines.joined(separator: "\n") + "\n"
    }
  }

  private static func ids(_ match: BoardProfile.MatchRule) -> String {
    func digits(_ number: UInt16) -> String {
      let text = String(number, radix: 16)
      return String(repeating: "0", count: 4 - text.count) + text
    }
    guard !match.products.isEmpty else { return "\(digits(match.vendor)), any J-Link" }
    return match.products.map { "\(digits(match.vendor)):\(digits($0))" }.joined(separator: " or ")
  }

  @Test("the page is what the profiles say")
  func page() throws {
    let url = Checkout.documentation.appending(path: "Board-profiles.md")
    let document = try Self.document
    if ProcessInfo.processInfo.environment["UWBRIG_UPDATE_SNAPSHOTS"] == "1" {
      try document.write(to: url, atomically: true, encoding: .utf8)
    }
    let stored = try String(contentsOf: url, encoding: .utf8)
    #expect(stored == document, "UWBRIG_UPDATE_SNAPSHOTS=1 writes it anew")
  }
}
