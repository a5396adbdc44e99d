import LabRuntime
import Runner

/// Frames of a loader in ROM, one at a time.
struct LoaderExchange<Frame> {
  let context: CaseContext
  let board: BootloaderBoard
  private let decode: ([UInt8]) -> [Frame]
  private var held: [UInt8] = []

  /// - Parameter decode: the frames in all that came since the last `send`.
  init(_ context: CaseContext, _ board: BootloaderBoard, decode: @escaping ([UInt8]) -> [Frame]) {
    self.context = context
    self.board = board
    self.decode = decode
  }

  /// Sends bytes; what was not taken by then is forgotten.
  @inline(never)
  mutating func send(_ bytes: [UInt8]) async throws {
    try board.discardInput()
    held = []
    try await board.send(bytes)
  }

  /// The first frame that is wanted; nil when none comes.
  @inline(never)
  mutating func next(where isWanted: (Frame) -> Bool) async throws -> Frame? {
    let deadline = context.lab.now.advanced(by: FlashLimits.answer)
    while true {
      if let found = decode(held).first(where: isWanted) { return found }
      guard let bytes = try await board.receive(until: deadline), held.count < 65_536 else {
        return nil
      }
      held += bytes
    }
  }
}
