import ArgumentParser
import Boards
import Fleet
import FoundationEssentials
import Journal
import Notation
import Printing
import RigFile
import RunStore
import Runs
import Settings
import Terminal

extension RunCommand {
  /// The rig of the places that were named.
  func rigOfPlaces() throws -> RigFile {
    let all = try PlaceList.read(FleetProgram.coordinators(fleet.coordinators.coordinator))
    let places = try fleet.place.map { try PlaceList.place($0, in: all) }
    return try PlaceRig(places, profiles: try ProfileLibrary.usual()).file()
  }

  /// Runs a part of the cases on each bench that can be had, and makes one report of them.
  ///
  /// A part whose bench failed before a case of it was judged is run on another one.
  func perform(overPlaces tags: [FleetTag]) throws -> ExitStatus {
    let benches = try benches(tags)
    let record = RunRecord(version: Uwbrig.version, arguments: ProjectSettings.arguments)
    let out = self.out ?? "out/places-\(record.id)"
    if FileManager.default.fileExists(atPath: out) {
      throw Failure(.usage, "--out: \(PrintableText.escaped(out)) is there already")
    }
    let names = benches.map { PrintableText.escaped($0.name) }.joined(separator: ", ")
    common.remark("\(Counted.amount(benches.count, "part")), on \(names)")
    let parts = PlaceParts(
      program: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
      arguments: PlaceParts.arguments(of: ProjectSettings.arguments), count: benches.count,
      folder: out)
    let (done, signal) = try parts.perform(on: benches.map(\.name)) { common.remark($0) }
    let status = ExitStatus.strongest(done.map(\.status) + [signal].compactMap(\.self))
    try merge(done.map(\.folder), into: out)
    return status
  }

  /// The places with these tags that can be had; all have the same boards.
  private func benches(_ tags: [FleetTag]) throws -> [FleetPlace] {
    let all = try PlaceList.read(FleetProgram.coordinators(fleet.coordinators.coordinator))
    let words = PrintableText.escaped(tags.map { "\($0.key)=\($0.value)" }.joined(separator: ","))
    let tagged = all.filter { place in tags.allSatisfy { place.has([$0.key: $0.value]) } }
    let found = tagged.filter { $0.state == .free || ($0.state == .held && fleet.wait != nil) }
    guard !found.isEmpty else {
      let held = tagged.filter { $0.owner != nil }.map(\.heldWords)
      throw Failure(
        .bench,
        tagged.isEmpty
          ? "no place has the tags \(words)"
          : "no place with the tags \(words) can be had"
            + (held.isEmpty
              ? ": none of their kits is there"
              : ": \(held.joined(separator: "; ")). Wait for them with --wait"))
    }
    let profiles = try ProfileLibrary.usual()
    let first = try PlaceRig([found[0]], profiles: profiles).firmware
    for place in found.dropFirst() {
      let other = try PlaceRig([place], profiles: profiles).firmware
      guard other == first else {
        throw Failure(
          .usage,
          "--places \(words): \(PrintableText.escaped(found[0].name)) has "
            + "\(first.joined(separator: ", ")), \(PrintableText.escaped(place.name)) has "
            + "\(other.joined(separator: ", ")): name tags that only benches with the same boards have"
        )
      }
    }
    return found
  }

  /// One report of all parts that have begun.
  private func merge(_ folders: [String], into out: String) throws {
    let runs = folders.filter { FileManager.default.fileExists(atPath: $0 + "/run.json") }
    guard !runs.isEmpty else { return common.remark("Note: no part has begun") }
    var report = try ReportDocumentsCommand.parse(runs + ["--out", out])
    report.documents = documents
    report.common = common
    _ = try report.perform()
  }
}
