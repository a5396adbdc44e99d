import Bench
import BootProtocols
import Foundation
import Journal
import Notation
import Rehearsals
import RigFile
import Runner
import Testing

@testable import Scenarios

@Suite("The step flash")
struct FlashStepTests {
  /// A folder with an image and the rig of an accessory that has a bootloader.
  private struct Bench {
    let folder: URL

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(
        path: "uwbrig-flash-step-\(UInt64.random(in: 0 ... .max))")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let image = SMPImage.wrap(
        (0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 3) }, major: 1, minor: 4, revision: 0)
      try Data(image).write(to: folder.appending(path: "lock.signed.bin"))
    }

    func clean() { try? FileManager.default.removeItem(at: folder) }

    func run(
      _ steps: String,
      flash: String = "flash: {loader: mcuboot-smp, enter: smp-reset, times: none}"
    ) throws -> (finished: Event.CaseFinished, journal: String) {
      let story =
        "version: 1\nname: update\nrequirement: A new image starts.\ndeclared: 300s\nsteps:\n"
        + steps
      let rig = """
        version: 1
        time: virtual
        boards:
          - name: lock
            firmware: ni-accessory
            link: virtual
            profile: dwm3001cdk
            \(flash)
        """
      let scenario = try Scenario.parse(story, file: folder.appending(path: "story.yaml").path)
      let rehearsal = try Rehearsal(
        [scenario.asCase], on: RigFile.parse(rig, file: "rig.yaml", directory: ""), seed: 3)
      return (
        try #require(rehearsal.finished.last), String(decoding: rehearsal.journal, as: UTF8.self)
      )
    }
  }

  private static let greeting = "  - initialize\n  - expect: configuration-data\n"

  @Test("an accessory is brought to its image once, and is the accessory again")
  func updates() throws {
    let bench = try Bench()
    defer { bench.clean() }
    let (finished, journal) = try bench.run(
      Self.greeting + "  - flash: lock.signed.bin\n" + Self.greeting
        + "  - flash: lock.signed.bin\n" + Self.greeting)
    #expect(finished.verdict == .pass, "\(finished.reason)")
    #expect(journal.contains("flash lock.signed.bin: written"))
    #expect(journal.contains("flash lock.signed.bin: the board has the image already"))
  }

  static let faults: [(steps: String, flash: String, words: String)] = [
    ("  - flash: none.bin\n", "flash: {loader: mcuboot-smp, enter: smp-reset}", "cannot be read"),
    (
      "  - flash: lock.signed.bin\n    sha256: \"\(String(repeating: "0", count: 64))\"\n",
      "flash: {loader: mcuboot-smp, enter: smp-reset}", "is not the image that is meant"
    ),
    ("  - flash: lock.signed.bin\n    method: openocd\n", "settle: 0s", "which probe leads to it"),
    (
      "  - flash: lock.signed.bin\n    method: nxp-dk6\n", "settle: 0s",
      "does not say where it goes"
    ),
  ]

  @Test("what the rig cannot do is an ERROR, and never the board's", arguments: faults)
  func rigFault(steps: String, flash: String, words: String) throws {
    let bench = try Bench()
    defer { bench.clean() }
    let (finished, _) = try bench.run(Self.greeting + steps, flash: flash)
    #expect(finished.verdict == .error)
    #expect(finished.reason.contains(words), "\(finished.reason)")
  }

  @Test(
    "a misspelt method or key is refused with what was meant",
    arguments: [
      ("{flash: a.bin, method: mcuboot-spm}", "did you mean `mcuboot-smp`?"),
      ("{flash: a.bin, sha265: x}", "did you mean `sha256`?"),
      ("{flsh: a.bin}", "did you mean `flash`?"),
      ("{flash: a.bin, sha256: 12}", "64 hexadecimal"),
      ("flash", "flash: and what about it"),
    ])
  func misspelt(step: String, words: String) throws {
    let error = #expect(throws: RigFileErrors.self) {
      try Scenario.parse(
        "version: 1\nname: x\nrequirement: It works.\nsteps: [\(step)]\n", file: "x.yaml")
    }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }
}
