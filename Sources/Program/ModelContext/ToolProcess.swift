import CRigShims
import Errors
import Files
import Flashing
import FoundationEssentials
import Glibc
import Journal
import LabRuntime
import Notation

/// A call that is being performed: its steps are subcommands of this program, each a process of its own,
/// so that none of them can end the server.
final class ToolProcess {
  let id: JSONValue
  /// Where the call has made a run, if it is one that does.
  let runFolder: String
  private let steps: [Tool.Step]
  private let folder: PrivateFolder
  private let program: String
  private let deadline: Int64
  private var current = 0
  private var status: Int32 = 0
  private var process: pid_t = 0
  private var input: Int32 = -1
  /// Where the process that runs writes its document; -1 where none runs.
  private(set) var output: Int32 = -1
  private var document: [UInt8] = []

  init(
    _ id: JSONValue, _ tool: Tool, _ arguments: Arguments, program: String, permits: Set<Permit>,
    runFolder: String
  ) throws(RigError) {
    self.id = id
    self.program = program
    self.runFolder = runFolder
    folder = try PrivateFolder()
    let context = Tool.Context(folder: folder.path, runFolder: runFolder, permits: permits)
    steps = try tool.steps(arguments, context)
    deadline = rig_monotonic_ns() + tool.limit.nanoseconds
    try start()
  }

  deinit { end() }

  /// Nanoseconds until the call has taken too long.
  var timeLeft: Int64 { max(0, deadline - rig_monotonic_ns()) }

  private func start() throws(RigError) {
    let words = [program] + steps[current].words
    // Each word is one of the shell's, whatever is in it.
    let errors = ToolCommand.quoted(folder.path + "/errors")
    document = []
    let command = "exec \(Self.quoted(words)) </dev/null 2>\(errors)"
    let started = unsafe rig_spawn_shell(command, "", &input, &output, &process)
    guard started == 0 else {
      output = -1
      throw RigError(.failed, program, reason: FileReason.reason(ofNumber: -started))
    }
    rig_close(input)
  }

  /// Takes what the process has written, or notes that it has run too long.
  ///
  /// - Returns: the outcome of the call, once there is one.
  func advance() -> ToolOutcome? {
    if timeLeft == 0 {
      end()
      return .refusal(
        "\(said(steps[current])) took longer than the limit of this tool and was ended")
    }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let got = unsafe bytes.withUnsafeMutableBytes {
      unsafe read(output, $0.baseAddress, $0.count)
    }
    if got > 0 {
      // One byte beyond the bound tells that there is more.
      document += bytes[..<min(got, max(0, ToolOutcome.mostBytes + 1 - document.count))]
      return nil
    }
    if got < 0, errno == EAGAIN || errno == EINTR { return nil }
    return finishStep()
  }

  private func finishStep() -> ToolOutcome? {
    rig_close(output)
    output = -1
    let ended = rig_wait_process(process, Int32(clamping: timeLeft / 1_000_000))
    if ended < 0 { end() }
    process = 0
    let step = steps[current]
    let isLast = current == steps.count - 1
    let isVerdict = ended == 0 || (step.mayFail && [1, 3, 4].contains(ended))
    if current == 0 { status = ended }
    guard isVerdict, !isLast || !document.isEmpty else {
      let errors = String(decoding: folder.read("errors", upTo: 1 << 14), as: UTF8.self)
      let told = String(decoding: document.prefix(1 << 14), as: UTF8.self)
      let why = [errors, told].filter { !$0.isEmpty }.joined(separator: "\n")
      return .refusal(
        "\(ToolOutcome.mark) \(said(step)) ended with status \(ended):\n\(PrintableText.lines(why))"
      )
    }
    if isLast {
      return .document(
        String(decoding: document, as: UTF8.self), command: said(steps[0]), status: status)
    }
    current += 1
    do throws(RigError) { try start() } catch { return .refusal("\(error)") }
    return nil
  }

  /// A step as a person would type it.
  private func said(_ step: Tool.Step) -> String {
    "`uwbrig \(PrintableText.escaped(Self.quoted(step.words)))`"
  }

  private static func quoted(_ words: [String]) -> String {
    words.map(ToolCommand.quoted).joined(separator: " ")
  }

  /// Ends the process with everything that it has started.
  func end() {
    if process > 0 { _ = rig_end_group(process, 2000) }
    process = 0
    if output >= 0 { rig_close(output) }
    output = -1
  }
}
