import Conformance
import Foundation
import Journal
import Runner
import TestSupport
import Testing

@Suite("The pages of the cases")
struct CasePagesTests {
  @Test("what was observed names the public log, source or program that it was observed in")
  func observed() {
    let unnamed = Self.pages.flatMap(\.cases).filter {
      $0.source.contains("observed") && PublicSource.named(in: $0.source).isEmpty
    }
    #expect(unnamed.map { "\($0.id): \($0.source)" } == [])
  }

  /// A suite with the name of its page and what it is about.
  struct Page: Sendable, CustomTestStringConvertible {
    let suite: String
    let about: String
    let cases: [Case]

    var name: String { "Cases-\(suite).md" }
    var testDescription: String { suite }

    var text: String {
      let rows = cases.map { testCase in
        [
          "`\(testCase.id)`", testCase.title, testCase.caseClass.rawValue, testCase.requirement,
          Self.linked(testCase.source),
        ]
      }
      let lines =
        ["# Cases: \(suite)", "", about, ""] + CasePagesTests.made + [""]
        + DocumentationPage.table(["id", "case", "class", "requirement", "source"], rows)
      return lines.joined(separator: "\n") + "\n"
    }

    /// The clauses of a protocol, which follow its name, are links to its page.
    private static func linked(_ source: String) -> String {
      for (name, page) in protocols {
        guard let found = source.firstRange(of: "\(name) §") else { continue }
        let anchors = anchors(of: page)
        // The clauses end where the bracket of the sources begins, or a sentence.
        let start = source.index(before: found.upperBound)
        let end = source[start...].firstIndex { "(;:".contains($0) } ?? source.endIndex
        var text = ""
        var rest = source[start..<end]
        while let sign = rest.firstIndex(of: "§") {
          let digits = rest[rest.index(after: sign)...].prefix { $0.isNumber || $0 == "." }
          let clause = digits.last == "." ? digits.dropLast() : digits
          let title = (text.isEmpty ? "\(name) " : "") + "§" + clause
          text += rest[..<sign]
          text += anchors[String(clause)].map { "[\(title)](\(page)#\($0))" } ?? title
          rest = rest[clause.endIndex...]
        }
        return source[..<found.lowerBound] + text + rest + source[end...]
      }
      return source
    }

    private static let protocols = [
      ("accessory protocol", "Accessory-protocol.md"), ("Ranging OOB", "Ranging-OOB.md"),
    ]

    /// The anchors of a page's numbered sections, as GitHub makes them.
    private static func anchors(of page: String) -> [String: String] {
      let url = Checkout.documentation.appending(path: page)
      let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
      var anchors: [String: String] = [:]
      for line in text.split(separator: "\n") where line.hasPrefix("##") {
        let title = line.drop { $0 == "#" || $0 == " " }
        var number = title.prefix { $0.isNumber || $0 == "." }
        if number.last == "." { number = number.dropLast() }
        let slug = title.lowercased().filter {
          $0.isLetter || $0.isNumber || $0 == " " || $0 == "-"
        }
        anchors[String(number)] = slug.replacing(" ", with: "-")
      }
      return anchors
    }
  }

  static let made = [
    "This page is made from the cases themselves. `uwbrig list ID` shows one with all that it needs; what "
      + "the classes mean is on the page [Verdicts and classes](Verdicts.md)."
  ]

  static let about = [
    ("accessory", "Nearby Interaction accessories, as a phone of Apple's meets them."),
    ("ranging-oob", "Accessories for Android phones, by Ranging OOB."),
    ("uci", "UWB subsystems that speak FiRa UCI."),
    ("ranging", "How well two UCI boards range with each other."),
    ("accuracy", "How well the distances of two UCI boards agree with the measured ones."),
    ("phone", "The rig's own model of the phone."),
    ("flash", "Bootloaders and what else speaks on a line."),
  ]

  static let pages: [Page] = {
    var suites: [String] = []
    for testCase in Suites.all where !suites.contains(testCase.suite) {
      suites.append(testCase.suite)
    }
    let own = suites.map { suite in
      Page(
        suite: suite,
        about: about.first { $0.0 == suite }?.1 ?? "",
        cases: Suites.all.filter { $0.suite == suite })
    }
    return own + [
      Page(
        suite: "watch",
        about: "The rules of the frame watch, which are held in every case that runs.",
        cases: Case.watchRules)
    ]
  }()

  @Test("each suite has a page that lists its cases", arguments: pages)
  func page(_ page: Page) throws {
    let (written, made) = try DocumentationPage.compare(page.name, with: page.text)
    #expect(written == made, "write it anew with UWBRIG_UPDATE_SNAPSHOTS=1")
  }

  @Test("each suite says what it is about", arguments: pages)
  func about(_ page: Page) { #expect(!page.about.isEmpty) }

  @Test("a clause that a case names is a section of its protocol's page", arguments: pages)
  func clauses(_ page: Page) {
    for line in page.text.split(separator: "\n") {
      for name in ["accessory protocol §", "Ranging OOB §"] {
        #expect(!line.contains(name) || line.contains("[\(name)"), "\(line)")
      }
    }
  }

  @Test("the index names every page with its number of cases")
  func index() throws {
    let rows = Self.pages.map { page in
      ["[\(page.suite)](\(page.name))", "\(page.cases.count)", page.about]
    }
    let text =
      (["# Cases", "", "Every case of the program, by suite, with its requirement and source.", ""]
      + Self.made + [""] + DocumentationPage.table(["suite", "cases", "about"], rows))
      .joined(separator: "\n") + "\n"
    let (written, made) = try DocumentationPage.compare("Cases.md", with: text)
    #expect(written == made, "write it anew with UWBRIG_UPDATE_SNAPSHOTS=1")
  }
}
