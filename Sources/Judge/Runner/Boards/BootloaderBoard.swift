public import BootProtocols
public import LabRuntime
public import Links
public import Rig

/// A board in its bootloader as a case sees it: bytes out, bytes in, whole programmers at work, and the
/// proofs that the rig owes before and after.
public final class BootloaderBoard: RunnableBoard {
  /// The board as the rig file describes it.
  public var description: RigBoard { connection.board.description }
  /// The name of the rig file.
  public var name: String { connection.name }
  private let connection: BoardConnection
  private let lab: Lab

  init(_ board: BenchBoard, lab: Lab) {
    connection = BoardConnection(board)
    self.lab = lab
  }

  // MARK: What a case does

  /// Sends bytes, whatever they are.
  public func send(_ bytes: [UInt8]) async throws(LinkError) {
    try await connection.current().send(bytes)
  }

  /// The next bytes, in pieces of any size; nil when none come until `deadline`.
  public func receive(until deadline: LabInstant) async throws(LinkError) -> [UInt8]? {
    do throws(LinkError) {
      return try await connection.current().receive(until: deadline).bytes
    } catch {
      guard error.code == .timedOut else { throw error }
      return nil
    }
  }

  /// Throws away what has come and was not read.
  public func discardInput() throws(LinkError) {
    let link = try connection.current()
    while link.tryReceive() != nil {}
  }

  /// Lets a programmer work to its end on the open line.
  ///
  /// - Returns: why it gave up; nil when it has what it wanted.
  public func perform(
    _ programmer: inout some BootProgrammer
  ) async throws(LinkError) -> BootFailure? {
    let link = try connection.current()
    var deadline = lab.now.advanced(by: .seconds(30))
    var pending = programmer.begin()
    while true {
      for action in pending {
        switch action {
        case .send(let bytes): try await link.send(bytes)
        case .expect(let time):
          deadline = lab.now.advanced(by: .microseconds(max(0, time)))
        case .pause(let time): try await pause(.microseconds(max(0, time)))
        case .discardInput: while link.tryReceive() != nil {}
        case .finished: return nil
        case .failed(let failure): return failure
        // The line keeps the rate and the state that the rig file says.
        case .setRate, .setLines, .progress, .note, .remark: continue
        }
      }
      if let bytes = try await receive(until: deadline) {
        pending = programmer.receive(bytes)
      } else {
        deadline = lab.now.advanced(by: .seconds(30))
        pending = programmer.expired()
      }
    }
  }

  /// Closes the line in the middle of whatever goes on.
  public func disconnect() { connection.close(reason: "disconnected by the case") }

  /// Opens the line anew.
  public func connect() async throws(LinkError) { try await connection.reopen() }

  /// Takes the power away and gives it back, and opens the line again.
  public func cutPower(for duration: Duration) async throws {
    connection.close(reason: "the power is cut")
    _ = try await connection.board.cutPower(for: duration)
    try await connection.reopen()
  }

  private func pause(_ duration: Duration) async throws(LinkError) {
    do throws(LabError) {
      try await lab.sleep(for: duration, label: "a pause of the protocol")
    } catch {
      throw LinkError(.cancelled, link: name, reason: "the case was ended")
    }
  }

  // MARK: What the runner does

  var ending: LinkError? { connection.ending }
  var lastSent: [UInt8] { connection.lastSent }
  var receivedFrames: Int { connection.receivedFrames }

  func beginCase() { connection.beginCase() }
  func reopen() async throws(LinkError) { try await connection.reopen() }
  func close(reason: String) { connection.close(reason: reason) }

  /// The bootloader answers a question that changes nothing. One that has started its application is
  /// looked for once more on a line that was opened again.
  func bringToStartState() async throws(BoardTrouble) {
    var trouble = "start state: this firmware has no bootloader"
    for attempt in 0..<2 {
      do throws(LinkError) {
        if attempt == 0 {
          _ = try await connection.opened()
        } else {
          _ = try await connection.reopen()
        }
      } catch { throw error.code == .cancelled ? .cancelled : .notOpened(error) }
      do throws(LinkError) {
        guard let failure = try await ask() else {
          try discardInput()
          return
        }
        trouble = "start state: \(failure.message)"
      } catch { throw BoardTrouble(error, whileDoing: "start state: a question") }
    }
    throw .notReady(trouble)
  }

  /// There is no reset that all bootloaders have.
  func resetByProtocol() async throws(BoardTrouble) {
    connection.close(reason: "opened again to reach its start state")
    try await bringToStartState()
  }

  /// Asks who is there, and leaves it there.
  private func ask() async throws(LinkError) -> BootFailure? {
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
      let options = ESPProgrammer.Options(reset: .byHand, leaving: .stay)
      var identification = ESPProgrammer(segments: [], options: options)
      return try await perform(&identification)
    case .nxpDK6:
      let options = DK6Programmer.Options(resets: false)
      var identification = DK6Programmer(segments: [], options: options)
      return try await perform(&identification)
    case .nxpMboot:
      let options = MBootProgrammer.Options(resets: false)
      var identification = MBootProgrammer(segments: [], options: options)
      return try await perform(&identification)
    case nil:
      return BootFailure(
        code: "unsupported", message: "\(description.firmware.rawValue) is no bootloader",
        advice: "", imageTouched: false)
    }
  }
}
