import ArgumentParser
import LabRuntime
import Links
import Notation
import RigFile
import VirtualBoards
import WireFormat

/// `virtual`: virtual boards for other programs.
struct VirtualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "virtual",
    abstract: "Serves virtual boards to other programs.",
    discussion: """
      Serves each virtual board of a rig file on a pseudo-terminal, a new board for every TCP \
      connection, and an accessory on a Bluetooth adapter; all stand in one room. The first line on \
      standard output is `ready` and a document that says where the boards are; with --json it is the \
      document only. Ends on SIGTERM.
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Serve the virtual boards of a rig file.", valueName: "file"),
    completion: Completions.yaml)
  var rig: String?

  @Option(
    help: ArgumentHelp(
      "Where the pseudo-terminals of --rig are linked, by board.", valueName: "folder"),
    completion: .directory)
  var ptyDir: String?

  @Option(
    help: ArgumentHelp("Serve UCI boards on a TCP port; 0 picks one.", valueName: "port"),
    transform: ArgumentErrorText.port)
  var uciTcp: UInt16?

  @Option(
    help: ArgumentHelp("Serve accessories on a TCP port; 0 picks one.", valueName: "port"),
    transform: ArgumentErrorText.port)
  var accessoryTcp: UInt16?

  @Option(
    help: ArgumentHelp(
      "Advertise an accessory on a Bluetooth adapter, through bluetoothd: the board of --rig with "
        + "gatt:, else one of --personality. Anyone in range may pair with it.",
      valueName: "hci0"))
  var ble: String?

  @Option(
    help: ArgumentHelp(
      "The firmware that the boards on TCP and on the air imitate.", valueName: "name"),
    completion: .list(VirtualSubsystem.personalities + VirtualAccessory.personalities))
  var personality: String?

  @Option(
    help: ArgumentHelp(
      "The framing of the messages of accessories on TCP: length16, slip, cobs or hexline.",
      valueName: "framing"), completion: .list(StreamFraming.allCases.map(\.rawValue)),
    transform: Self.framing)
  var framing: StreamFraming = .length16

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
  var listen = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      "Where the boards on TCP stand: a YAML list of [x, y, z] in metres, in the order of the "
        + "connections.", valueName: "file"), completion: Completions.yaml)
  var positions: String?

  @Flag(help: "End at the end of standard input.")
  var withParent = false

  @Option(help: ArgumentHelp("The seed of all randomness.", valueName: "n"))
  var seed: UInt64 = 0

  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    if rig != nil, ptyDir == nil, ble == nil {
      throw ValidationError("--rig needs --pty-dir or --ble.")
    }
    if ptyDir != nil, rig == nil { throw ValidationError("--pty-dir needs --rig.") }
    if rig == nil, uciTcp == nil, accessoryTcp == nil, ble == nil {
      throw ValidationError(
        "nothing to serve: give --rig and --pty-dir, --uci-tcp, --accessory-tcp or --ble.")
    }
  }

  private static func framing(_ text: String) throws -> StreamFraming {
    if let framing = StreamFraming(rawValue: text) { return framing }
    let names = StreamFraming.allCases.map(\.rawValue)
    throw ValidationError(NearestName.refusal(of: text, expected: names))
  }

  mutating func run() throws {
    // Before any thread: a thread takes over which signals are blocked.
    LabSignal.block()
    throw try VirtualServer(order: order).perform()
  }

  private var order: ServiceOrder {
    ServiceOrder(
      rig: rig, ptyDir: ptyDir, uciTcp: uciTcp, accessoryTcp: accessoryTcp, ble: ble,
      personality: personality, framing: framing, listen: listen, positions: positions,
      withParent: withParent, seed: seed, json: common.json)
  }
}
