public import Bench
public import BootProtocols
public import Errors
public import Flashing
public import LabRuntime
import Links
import RigFile

/// A board in its bootloader as a case sees it: bytes out, bytes in, whole programmers at work, and the
/// proofs that the rig owes before and after.
public final class BootloaderBoard: RunnableBoard, CaseBoard, ProgrammerLine {
  /// The board of the bench.
  public let board: BenchBoard
  private let lab: Lab

  init(_ board: BenchBoard, lab: Lab) {
    self.board = board
    self.lab = lab
  }

  // MARK: What a case does

  /// Sends bytes, whatever they are.
  public func send(_ bytes: [UInt8]) async throws(RigError) {
    try await session.current().send(bytes)
  }

  /// The next bytes, in pieces of any size; nil when none come until `deadline`.
  public func receive(until deadline: LabInstant) async throws(RigError) -> [UInt8]? {
    try await session.receive(until: deadline)?.bytes
  }

  /// Throws away what has come and was not read.
  public func discardInput() throws(RigError) {
    let link = try session.current()
    while link.tryReceive() != nil {}
  }

  /// Lets a programmer work to its end on the open line, which keeps the rate and the state that the
  /// rig file says.
  ///
  /// - Returns: why it gave up; nil when it has what it wanted.
  public func perform(
    _ programmer: inout some BootProgrammer
  ) async throws(RigError) -> BootFailure? {
    try await perform(&programmer, from: programmer.begin(), lab)
  }

  /// Takes the power away and gives it back, and opens the line again.
  public func cutPower(for duration: Duration) async throws {
    session.close(reason: "the power is cut")
    _ = try await board.cutPower(for: duration)
    try await session.open()
  }

  // MARK: What the runner does

  /// The bootloader answers a question that changes nothing. One that has started its application is
  /// looked for once more on a line that was opened again.
  func bringToStartState() async throws(RigError) {
    var trouble = "start state: this firmware has no bootloader"
    for attempt in 0..<2 {
      _ = attempt == 0 ? try await session.opened() : try await session.open()
      do throws(RigError) {
        guard let failure = try await ask() else {
          try discardInput()
          return
        }
        trouble = "start state: \(failure.message)"
      } catch { throw error.notReady(whileDoing: "start state: a question") }
    }
    throw .notReady(trouble)
  }

  /// There is no reset that all bootloaders have.
  func resetByProtocol() async throws(RigError) {
    session.close(reason: "opened again to reach its start state")
    try await bringToStartState()
  }

  /// Asks who is there, and leaves it there.
  private func ask() async throws(RigError) -> BootFailure? {
    switch description.firmware.bootProtocol {
    case .secureDFU:
      var inspector = SecureDFUInspector()
      return try await perform(&inspector)
    case .mcubootSMP:
      var options = SMPProgrammer.Options()
      options.encoding = description.encoding
      var echo = SMPProgrammer(steps: [.echo("uwbrig")], options: options)
      return try await perform(&echo)
    case .espROM:
      var identification = ESPProgrammer.identifying()
      return try await perform(&identification)
    case .nxpDK6:
      var identification = DK6Programmer.identifying()
      return try await perform(&identification)
    case .nxpMboot:
      var identification = MBootProgrammer.identifying()
      return try await perform(&identification)
    case nil:
      return BootFailure(
        code: "unsupported", message: "\(description.firmware.rawValue) is no bootloader",
        advice: "", imageTouched: false)
    }
  }
}
