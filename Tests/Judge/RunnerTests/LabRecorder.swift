import Synchronization

/// Words in the order in which they were added.
final class LabRecorder: Sendable {
  private let words = Mutex<[String]>([])
  func add(_ word: String) { words.withLock { $0.append(word) } }
  var all: [String] { words.withLock { $0 } }
}
