import Errors
import Foundation
import Journal
import Reports
import RunStore
import Testing
import WireFormat

/// A folder that is gone when the body returns.
private func withFolder(_ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "uwbrig-captures-\(UUID().uuidString)").path()
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  try body(folder)
}

/// Makes the captures of the journal of a run.
@discardableResult
private func write(_ run: RunDirectory, isSimulated: Bool) throws -> [String] {
  var writer = CaptureWriter(run, isSimulated: isSimulated)
  _ = try RunReport.read(journal: run.events) { writer.add($0) }
  return try writer.finish()
}

private func read(_ path: String) throws -> [CaptureItem] {
  var file = try CaptureFile(path: path)
  var items: [CaptureItem] = []
  while let item = try file.next() { items.append(item) }
  return items
}

struct CaptureFileTests {
  @Test("the captures of a run stand in its folder, whole and with nothing beside them")
  func runDirectory() throws {
    try withFolder { folder in
      let run = try RunDirectory(create: folder + "/run", record: record)
      var script = everyVerdict()
      // Enough to be written in several pieces.
      for index in 0..<1_100 {
        script.frame("lock", .in, [UInt8](repeating: UInt8(index % 256), count: 1_000))
      }
      try run.write(script.bytes, named: "events.ndjson")
      let expected = try captureBytes(script, origin: 1_795_224_600_000_000_000)
      let paths = try write(run, isSimulated: false)
      #expect(paths.sorted() == ["lock", "phone", "tag"].map { "\(run.captures)/\($0).pcapng" })
      let names = try FileManager.default.contentsOfDirectory(atPath: run.captures)
      #expect(names.sorted() == expected.keys.sorted())
      for (name, bytes) in expected {
        let stored = try Data(contentsOf: URL(filePath: run.captures + "/" + name))
        #expect([UInt8](stored) == bytes)
      }
      let items = try read(run.captures + "/lock.pcapng")
      #expect(items.count == 3 + 5 + 1_100)
    }
  }

  @Test("equal simulated runs give equal captures, whenever they ran")
  func equalRuns() throws {
    try withFolder { folder in
      var files: [Data] = []
      for (name, start) in [("first", 1.0e9), ("second", 1.5e9)] {
        var record = record
        record.started = Date(timeIntervalSince1970: start)
        let run = try RunDirectory(create: "\(folder)/\(name)", record: record)
        try run.write(everyVerdict().bytes, named: "events.ndjson")
        // The second time over the first.
        for isSimulated in [false, true] {
          try write(run, isSimulated: isSimulated)
        }
        files.append(try Data(contentsOf: URL(filePath: run.captures + "/tag.pcapng")))
      }
      #expect(files.first == files.last)
    }
  }

  @Test("where captures cannot be written, the path is named and nothing is left")
  func unwritable() throws {
    try withFolder { folder in
      let run = try RunDirectory(create: folder, record: record)
      try run.write(everyVerdict().bytes, named: "events.ndjson")
      try FileManager.default.removeItem(atPath: run.captures)
      let error = #expect(throws: RigError.self) { try write(run, isSimulated: true) }
      #expect(error?.context.hasSuffix(run.captures + "/lock.pcapng") == true)
      #expect(!FileManager.default.fileExists(atPath: run.captures))
    }
  }

  @Test("a capture that was cut gives what is whole, then the byte where it ends")
  func truncated() throws {
    try withFolder { folder in
      let path = folder + "/lock.pcapng"
      let bytes = try #require(try captureBytes(everyVerdict())["lock.pcapng"])
      try Data(bytes.dropLast(3)).write(to: URL(filePath: path))
      var file = try CaptureFile(path: path)
      var items = 0
      var failure: RigError?
      do {
        while try file.next() != nil { items += 1 }
      } catch let error as RigError {
        failure = error
      }
      #expect(items == 3 + 5 - 1)
      #expect(failure?.reason.contains("at byte") == true)
      #expect(failure?.description.hasPrefix("failed to read the capture \(path): ") == true)
    }
  }

  @Test("a capture that is not there, or is none, is refused with its path")
  func refused() throws {
    try withFolder { folder in
      let path = folder + "/none.pcapng"
      let missing = #expect(throws: RigError.self) { try read(path) }
      #expect(missing?.context == "failed to read the capture \(path)")
      #expect(missing?.reason == "there is no such file")
      try Data("hello, this is text".utf8).write(to: URL(filePath: path))
      let text = #expect(throws: RigError.self) { try read(path) }
      #expect(text?.reason.contains("section header at byte 0") == true)
    }
  }
}
