import Boards

/// What the doctor sees of a computer, taken at one moment: a value, so that every check can be held
/// against computers that are not there.
package struct Machine: Sendable {
  package struct User: Sendable {
    var id = 1000
    var name = "user"
    var groups: [String] = []
    /// The groups that the group database gives; they count after the next login.
    var groupsAfterLogin: [String] = []

    /// Whether it may do everything.
    package var isRoot: Bool { id == 0 }
  }

  struct Running: Sendable {
    var id: Int
    var name: String
  }

  /// A node below `/dev`.
  struct Node: Sendable {
    var path: String
    /// Permission bits; nil where there is no node.
    var mode: Int?
    var owner: String?
    var group: String?
    /// Whether this user can read and write it.
    var isUsable: Bool
  }

  /// A rules file of ours.
  struct Rules: Sendable {
    var path: String
    var text: String
  }

  /// A library that the program needs.
  struct Library: Sendable {
    var name: String
    /// Debian's package.
    var package: String
    /// Where it is; nil where it is not.
    var path: String?
  }

  /// Where runs are written.
  struct Disk: Sendable {
    var path: String
    var free: Int64?
    var isWritable: Bool
  }

  package var user = User()
  var groups: [String] = []
  var processes: [Running] = []
  /// Our rules files, the strongest first.
  var rules: [Rules] = []
  /// Whether udevd can be asked.
  var hasUdev = true
  /// Whether sysfs has a USB bus.
  var hasUSB = true
  /// Whether `/dev/bus/usb` is there.
  var hasUSBNodes = true
  /// What kind of container this is; nil for none.
  var container: String?
  var devices: [USBDevice] = []
  /// Why nothing could be read of what is attached.
  var deviceFailure: String?
  /// The mark of our rules in udev's database, by port path; nothing where udev has none.
  var marks: [String: String] = [:]
  var nodes: [String: Node] = [:]
  /// `power/control` by port path.
  var power: [String: String] = [:]
  /// How often a hub's port has cut the power because of too much current, by port.
  var overCurrents: [String: Int] = [:]
  var bluetooth = Bluetooth()
  /// The hubs, and what they say of their power switches.
  var hubs: [USBHub] = []
  /// Milliseconds that FTDI chips hold back bytes, by terminal.
  var latencies: [String: Int] = [:]
  var libraries: [Library] = []
  /// Descriptors that a process may have.
  var openFiles = 1024
  /// Descriptors that it may ask for.
  var openFilesMost = 1 << 20
  var inotifyInstances: Int? = 128
  var hasPseudoTerminals = true
  /// Seconds since 1970.
  var clock: Int64 = 1_790_000_000
  var disk = Disk(path: "out", free: 1 << 34, isWritable: true)
  /// What is wrong with a user's own profiles, a line a fault.
  var profileFaults: [String] = []

  /// The first running program of one of these names.
  func running(_ names: String...) -> Running? {
    processes.first { names.contains($0.name) }
  }
}
