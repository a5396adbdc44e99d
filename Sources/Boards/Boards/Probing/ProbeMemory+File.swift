import Files
import FoundationEssentials

extension ProbeMemory {
  /// Where this user's answers are kept; nil where the environment names no home.
  public static func userFile(_ environment: [String: String]) -> String? {
    UserState.path("firmware.tsv", environment)
  }

  /// The answers of a file; none where there is no such file, or nothing in it makes sense.
  public static func load(_ path: String) -> ProbeMemory {
    let bytes = (try? SystemFile(reading: path).read(upTo: mostBytes)) ?? []
    return ProbeMemory(text: String(decoding: bytes, as: UTF8.self))
  }

  /// Changes the answers of a file, which is whole at every moment. Of two programs that do so at
  /// once one may lose an answer: then that board is asked again.
  ///
  /// - Throws: why the file cannot be written.
  @discardableResult
  public static func update(
    _ path: String, _ change: (inout ProbeMemory) -> Void
  ) throws -> ProbeMemory {
    var memory = load(path)
    let before = memory
    change(&memory)
    guard memory != before else { return memory }
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(memory.text.utf8).write(to: url, options: .atomic)
    return memory
  }

  private static let mostBytes = 1 << 20
}
