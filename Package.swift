// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableExperimentalFeature("Lifetimes"),
  .strictMemorySafety(),
]

/// What a run spends hardly any of its time in: a release has it small instead of fast.
let small: Set<String> = [
  "Admission", "AttachedBoards", "AttributeProtocol", "Bench", "Bluetooth", "Boards",
  "BootProtocols", "Calibration", "Conformance", "Console", "Digests", "Doctor", "FileGrammar",
  "FirmwareImages", "Flashing", "Fleet", "Inspection", "JSONDocuments", "Leases", "LivePage",
  "ModelContext", "Printing", "Ranging", "RigFile", "RunStore", "Runs", "Scenarios", "Settings",
  "Simulation", "Terminal", "uwbrig",
]

/// Passes of the compiler without which it needs half as long for what is small, and the program is smaller: no
/// copy of generic code for each type, and no function written into another one (`Benchmarks/README.md`).
///
/// Without them that of Swift 6.3.1 crashed once ("While splitting coroutine"), in an asynchronous function that
/// went through an array of tuples; a function of its own for the body of the loop helped. A target that it
/// crashes in can be left out of ``small``.
let needlessPasses = ["generic-specializer", "inline", "early-inline"]

/// What is small, and reads every event of a run: copies of generic code make that quick (`Benchmarks/README.md`).
let compact: Set<String> = ["Reports"]

/// What every virtual run goes through: tests have it fast as well, and need a third less of the processor for
/// cases (`Benchmarks/README.md`).
let fast: Set<String> = ["Journal", "LabRuntime", "Links", "UCI", "WireFormat"]

/// A module in one piece, as a release has all: the compiler reads it once, and not once for its interface and
/// once for each half. A change compiles all of it, so that this is for tests, and for what changes seldom.
let whole = SwiftSetting.unsafeFlags(
  ["-whole-module-optimization", "-num-threads", "2"], .when(configuration: .debug))

/// The settings of a target of the program.
func settings(of name: String) -> [SwiftSetting] {
  if fast.contains(name) {
    return settings + [whole, .unsafeFlags(["-O"], .when(configuration: .debug))]
  }
  let passes = small.contains(name) ? needlessPasses : []
  guard compact.union(small).contains(name) else { return settings }
  let flags = ["-Osize"] + passes.flatMap { ["-Xllvm", "-sil-disable-pass=\($0)"] }
  return settings + [.unsafeFlags(flags, .when(configuration: .release))]
}

/// The folders of `Sources` and of `Tests`, in their order: a target depends on targets of its own
/// folder and of earlier ones alone.
enum Folder: String, CaseIterable {
  case system = "System"
  case base = "Base"
  case protocols = "Protocols"
  case transport = "Transport"
  case hosts = "Hosts"
  case boards = "Boards"
  case virtual = "Virtual"
  case rig = "Rig"
  case judge = "Judge"
  case documents = "Documents"
  case program = "Program"
}

/// A library. With `embeds` it carries files of the checkout, as the plug-in's table says.
func library(
  _ folder: Folder, _ name: String, _ dependencies: [Target.Dependency],
  embeds: Bool = false, exclude: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(folder.rawValue)/\(name)",
    exclude: exclude, swiftSettings: settings(of: name), plugins: embeds ? ["EmbedFiles"] : [])
}

/// The tests of a library; each may use `Errors` and `TestSupport`.
func tests(
  _ folder: Folder, _ name: String, _ dependencies: [Target.Dependency] = [],
  resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: [.byName(name: name), "Errors", "TestSupport"] + dependencies,
    path: "Tests/\(folder.rawValue)/\(name)Tests", resources: resources,
    swiftSettings: settings + [whole])
}

/// Targets of C, and libraries of the system, in `Sources/System`.
func system(_ name: String, pkgConfig: String, package: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

let package = Package(
  name: "uwbrig",
  products: [
    .executable(name: "uwbrig", targets: ["uwbrig"]),
    // What Benchmarks/ measures, and what a program of one's own may build on.
    .library(
      name: "UWBRigParts",
      targets: [
        "WireFormat", "LabRuntime", "Journal", "Links", "UCI", "NearbyAccessory", "Statistics",
      ]),
    // What Fleet/ stands on.
    .library(name: "Leases", targets: ["Leases"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .plugin(name: "EmbedFiles", capability: .buildTool(), path: "Sources/Plugins/EmbedFiles"),
    .target(name: "CRigShims", path: "Sources/System/CRigShims"),
    .target(name: "CMemoryUse", path: "Sources/System/CMemoryUse"),
    system("CLibUSB", pkgConfig: "libusb-1.0", package: "libusb-1.0-0-dev"),
    system("CLibUDev", pkgConfig: "libudev", package: "libudev-dev"),
    system("CLibSystemd", pkgConfig: "libsystemd", package: "libsystemd-dev"),
    system("CLibCrypto", pkgConfig: "libcrypto", package: "libssl-dev"),
    system("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
    system("CYAML", pkgConfig: "yaml-0.1", package: "libyaml-dev"),
    system("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),
    library(.base, "Errors", []),
    library(.base, "Files", []),
    library(.base, "WireFormat", []),
    library(.base, "Notation", ["CYAML"]),
    library(.base, "Digests", ["CLibCrypto"]),
    library(.base, "LabRuntime", ["Errors", "CRigShims"]),
    library(.base, "Statistics", ["LabRuntime"]),
    library(.base, "Journal", ["Errors", "LabRuntime"]),
    library(.base, "JSONDocuments", ["Journal"]),
    library(.base, "FileGrammar", ["Files", "Journal", "Notation"]),
    library(.protocols, "UCI", ["WireFormat"], exclude: ["Definitions"]),
    library(.protocols, "NearbyAccessory", ["WireFormat"]),
    library(.protocols, "RangingOOB", ["WireFormat", "Digests", "UCI"]),
    library(.protocols, "Leases", []),
    library(.protocols, "Admission", ["Digests", "Errors", "Journal", "WireFormat"]),
    library(.protocols, "AttributeProtocol", ["WireFormat"]),
    library(.protocols, "BootProtocols", ["WireFormat", "Digests"]),
    library(
      .protocols, "FirmwareImages", ["BootProtocols", "WireFormat", "Digests", "CZlib"]),
    library(
      .protocols, "Dissection", ["UCI", "NearbyAccessory", "RangingOOB", "WireFormat"]),
    library(
      .transport, "Links",
      [
        "Errors", "LabRuntime", "Journal", "WireFormat", "Notation", "UCI", "NearbyAccessory",
        "CRigShims",
      ]),
    library(
      .transport, "Fleet",
      [
        "Admission", "Bluetooth", "Digests", "Errors", "Files", "Journal", "LabRuntime", "Links",
        "Notation", "WireFormat",
      ]),
    library(
      .transport, "Bluetooth",
      [
        "AttributeProtocol", "BootProtocols", "Errors", "Files", "Journal", "LabRuntime", "Links",
        "NearbyAccessory", "Notation", "WireFormat", "CLibSystemd", "CRigShims",
      ]),
    library(
      .hosts, "UCIHost",
      ["Errors", "Notation", "UCI", "Links", "LabRuntime", "WireFormat"]),
    library(
      .hosts, "NearbySession",
      [
        "Errors", "NearbyAccessory", "RangingOOB", "UCI", "UCIHost", "Links", "LabRuntime",
        "Notation", "WireFormat",
      ]),
    library(
      .hosts, "Console",
      [
        "Errors", "BootProtocols", "Journal", "LabRuntime", "Links", "NearbyAccessory", "Notation",
        "RangingOOB", "UCI",
        "UCIHost", "WireFormat",
      ]),
    library(
      .boards, "Boards",
      [
        "Files",
        "Errors", "BootProtocols", "FileGrammar", "FirmwareImages", "Links", "LabRuntime",
        "Journal", "WireFormat", "Notation", "NearbyAccessory", "UCI", "CRigShims", "CLibUSB",
        "CLibUDev",
      ],
      embeds: true),
    library(
      .boards, "Flashing",
      [
        "Files",
        "Errors", "BootProtocols", "FirmwareImages", "Boards", "Links", "LabRuntime", "WireFormat",
        "Journal",
        "Notation", "CLibUSB",
      ]),
    library(
      .boards, "Inspection",
      [
        "Errors", "UCIHost", "Flashing", "Boards", "Dissection", "BootProtocols", "NearbyAccessory",
        "RangingOOB",
        "UCI", "Links", "LabRuntime", "WireFormat",
      ]),
    library(.virtual, "Room", ["LabRuntime"]),
    library(
      .virtual, "VirtualBoards",
      [
        "Files",
        "Errors", "Notation",
        "Journal", "LabRuntime", "WireFormat", "UCI", "NearbyAccessory", "RangingOOB",
        "BootProtocols", "Links", "Room",
      ]),
    library(
      .rig, "RigFile",
      [
        "Boards", "BootProtocols", "FileGrammar", "FirmwareImages", "Flashing", "Journal", "Links",
        "NearbyAccessory", "NearbySession", "Notation", "Room", "UCI", "VirtualBoards",
        "WireFormat",
      ],
      embeds: true),
    library(
      .rig, "Bench",
      [
        "Files", "Fleet",
        "Errors", "Bluetooth", "Boards", "BootProtocols", "FirmwareImages", "Flashing",
        "Inspection", "Journal",
        "LabRuntime", "Links", "NearbyAccessory", "NearbySession", "Notation", "RangingOOB", "Room",
        "UCI",
        "UCIHost", "VirtualBoards", "WireFormat", "RigFile",
      ]),
    library(
      .rig, "AttachedBoards",
      [
        "Errors", "Bench", "Bluetooth", "Boards", "BootProtocols", "FirmwareImages", "Flashing",
        "Fleet", "Inspection", "Journal", "JSONDocuments", "LabRuntime", "Links", "NearbyAccessory",
        "Notation", "RigFile", "WireFormat",
      ]),
    library(
      .judge, "RunStore",
      ["Errors", "Statistics", "Files", "Journal", "JSONDocuments", "Notation", "CSQLite"]),
    library(
      .judge, "Watch",
      [
        "Bench", "BootProtocols", "Journal", "LabRuntime", "Links", "NearbyAccessory", "RangingOOB",
        "RigFile", "Room", "UCI", "Statistics", "WireFormat",
      ]),
    library(
      .judge, "Runner",
      [
        "Errors", "LabRuntime", "WireFormat", "Notation", "Journal", "UCI", "NearbyAccessory",
        "BootProtocols", "Links", "RangingOOB", "UCIHost", "RigFile", "Bench", "Flashing",
        "Watch",
      ]),
    library(
      .judge, "Conformance",
      [
        "Statistics",
        "Errors", "LabRuntime", "WireFormat", "Digests", "Journal", "UCI", "NearbyAccessory",
        "BootProtocols", "FirmwareImages", "Links", "RangingOOB", "Room", "UCIHost",
        "NearbySession", "RigFile", "Bench", "Runner",
      ]),
    library(
      .judge, "Scenarios",
      [
        "Statistics",
        "Errors", "BootProtocols", "LabRuntime", "WireFormat", "Journal", "NearbyAccessory",
        "RangingOOB", "Links", "NearbySession", "Notation", "Room", "RigFile", "Bench", "Runner",
        "Flashing",
        "FileGrammar",
      ],
      embeds: true),
    library(
      .judge, "Simulation",
      [
        "Statistics",
        "Files",
        "Errors", "BootProtocols", "CMemoryUse", "Digests", "LabRuntime", "WireFormat", "Notation",
        "Journal",
        "JSONDocuments", "RangingOOB", "UCI", "Links", "Room", "VirtualBoards", "RigFile", "Bench",
        "Runner", "Scenarios", "Watch",
      ],
      embeds: true),
    library(
      .judge, "Calibration",
      [
        "Bench", "BootProtocols", "Errors", "JSONDocuments", "Journal", "LabRuntime", "Links",
        "Notation", "RigFile",
        "Room", "Statistics", "UCI", "UCIHost", "WireFormat",
      ]),
    library(
      .documents, "Reports",
      [
        "Statistics",
        "Files",
        "Errors", "WireFormat", "LabRuntime", "Digests", "Dissection", "Journal", "JSONDocuments",
        "NearbyAccessory", "Notation", "RangingOOB", "Room", "RunStore", "UCI",
      ],
      embeds: true, exclude: ["Templates"]),
    library(
      .documents, "LivePage",
      ["Errors", "Journal", "LabRuntime", "Links", "Reports", "RunStore"]),
    library(
      .program, "Doctor",
      [
        "Errors", "Bluetooth", "Boards", "Files", "JSONDocuments", "Journal", "LabRuntime", "Links",
        "Notation",
      ]),
    library(
      .program, "Ranging",
      [
        "Statistics",
        "BootProtocols", "JSONDocuments", "Journal", "LabRuntime", "NearbyAccessory",
        "NearbySession", "Notation", "RangingOOB", "RigFile", "Bench", "Room", "UCI", "UCIHost",
      ]),
    library(
      .program, "ModelContext",
      ["CRigShims", "Errors", "Files", "Flashing", "Journal", "LabRuntime", "Notation"]),
    library(
      .program, "Terminal",
      [
        "CRigShims", "Files", "JSONDocuments", "Journal", "LabRuntime", "Links", "Notation",
        "Reports",
      ]),
    library(
      .program, "Settings",
      ["FileGrammar", "Files", "Journal", "Notation", "Runner", "Terminal"]),
    library(
      .program, "Printing",
      [
        "AttachedBoards", "Bench", "Bluetooth", "Boards", "BootProtocols", "CRigShims",
        "Calibration", "Console", "Dissection", "Errors", "FirmwareImages", "Flashing", "Fleet",
        "Inspection", "JSONDocuments", "Journal", "LabRuntime", "Links", "NearbyAccessory",
        "Notation", "Ranging", "RangingOOB", "Reports", "RigFile", "RunStore", "Statistics",
        "Terminal", "UCI", "UCIHost", "WireFormat",
      ]),
    library(
      .program, "Runs",
      [
        "AttachedBoards", "Bench", "Boards", "BootProtocols", "CRigShims", "Conformance", "Errors",
        "Files", "FirmwareImages", "Flashing", "JSONDocuments", "Journal", "LabRuntime", "Links",
        "Notation", "Printing", "Reports", "RigFile", "Room", "RunStore", "Runner", "Scenarios",
        "Settings", "Terminal", "WireFormat",
      ]),
    .executableTarget(
      name: "uwbrig",
      dependencies: [
        "Printing", "Runs", "Settings", "Terminal",
        "Calibration", "Digests", "Errors", "Files", "Fleet", "AttachedBoards",
        "Bluetooth",
        "CRigShims",
        "Console",
        "LabRuntime", "WireFormat",
        "Journal",
        "JSONDocuments", "UCI",
        "NearbyAccessory", "Links", "Dissection", "Room", "Boards", "BootProtocols", "Flashing",
        "UCIHost",
        "VirtualBoards",
        "Inspection", "RigFile", "Bench", "RunStore", "Runner", "Notation",
        "Conformance", "Scenarios", "Simulation", "Reports", "LivePage", "Doctor", "ModelContext",
        "Ranging",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/Program/uwbrig", exclude: ["Schemas"],
      swiftSettings: settings(of: "uwbrig"), plugins: ["EmbedFiles"]),
    .target(
      name: "TestSupport", dependencies: ["Digests", "Journal", "WireFormat", "Yams"],
      path: "Tests/Support/TestSupport",
      swiftSettings: settings),
    // A run in memory, which tests look at.
    .target(
      name: "Rehearsals", dependencies: ["Bench", "Journal", "LabRuntime", "RigFile", "Runner"],
      path: "Tests/Support/Rehearsals", swiftSettings: settings),
    // A server of the attribute protocol, which the client is tried against without a radio.
    .target(
      name: "AttributePeer", dependencies: ["AttributeProtocol", "WireFormat"],
      path: "Tests/Support/AttributePeer", swiftSettings: settings),
    // A chip behind a J-Link and a device in DFU mode, so that flashing them is tried without either.
    .target(
      name: "ProbeTargets",
      dependencies: [
        "BootProtocols", "CRigShims", "Errors", "LabRuntime", "Links", "VirtualBoards",
      ],
      path: "Tests/Support/ProbeTargets", swiftSettings: settings),
    .executableTarget(
      name: "virtual-jlink", dependencies: ["LabRuntime", "Links", "ProbeTargets"],
      path: "Tests/Support/virtual-jlink", swiftSettings: settings),
    .testTarget(
      name: "ProbeTargetsTests", dependencies: ["BootProtocols", "ProbeTargets"],
      path: "Tests/Support/ProbeTargetsTests", swiftSettings: settings),
    tests(.base, "WireFormat"),
    tests(.base, "Digests"),
    tests(.base, "Statistics", ["LabRuntime"]),
    tests(.base, "LabRuntime", ["CRigShims"]),
    tests(.base, "Journal", ["LabRuntime"]),
    tests(.base, "JSONDocuments", ["Journal"]),
    tests(.protocols, "UCI", ["WireFormat"], resources: [.copy("Vectors")]),
    tests(.protocols, "NearbyAccessory", ["WireFormat"], resources: [.copy("Vectors")]),
    tests(.protocols, "RangingOOB", ["UCI", "WireFormat"], resources: [.copy("Vectors")]),
    tests(.protocols, "AttributeProtocol", ["AttributePeer", "WireFormat"]),
    tests(.protocols, "Leases"),
    tests(.protocols, "Admission", ["Digests"]),
    tests(.protocols, "BootProtocols", ["ProbeTargets", "WireFormat", "Digests"]),
    tests(
      .protocols, "FirmwareImages", ["BootProtocols", "WireFormat", "Digests"],
      resources: [.copy("Fixtures")]),
    tests(
      .protocols, "Dissection", ["UCI", "NearbyAccessory", "RangingOOB", "WireFormat"],
      resources: [.copy("Vectors")]),
    tests(
      .transport, "Links",
      ["CRigShims", "LabRuntime", "Journal", "Notation", "UCI", "WireFormat"]),
    tests(
      .transport, "Bluetooth",
      ["AttributePeer", "AttributeProtocol", "CRigShims", "LabRuntime", "Links"]),
    tests(
      .hosts, "UCIHost",
      ["LabRuntime", "Links", "NearbySession", "Notation", "RangingOOB", "UCI", "WireFormat"]),
    tests(
      .hosts, "NearbySession",
      ["NearbyAccessory", "UCI", "UCIHost", "Links", "LabRuntime", "WireFormat", "Room"]),
    tests(
      .boards, "Flashing",
      [
        "AttributePeer", "AttributeProtocol", "Bluetooth", "BootProtocols", "CRigShims",
        "FirmwareImages", "Boards",
        "Links", "LabRuntime", "NearbyAccessory", "ProbeTargets", "VirtualBoards", "WireFormat",
      ]),
    tests(
      .boards, "Boards",
      ["BootProtocols", "Links", "LabRuntime", "Journal", "Notation", "WireFormat"]),
    tests(
      .boards, "Inspection",
      [
        "Boards", "BootProtocols", "Links", "LabRuntime", "NearbyAccessory", "Room",
        "VirtualBoards",
        "WireFormat",
      ]),
    tests(.virtual, "Room", ["LabRuntime"]),
    tests(
      .virtual, "VirtualBoards",
      [
        "LabRuntime", "WireFormat", "Digests", "UCI", "NearbyAccessory", "BootProtocols", "Links",
        "Room", "UCIHost",
      ]),
    tests(
      .rig, "RigFile",
      [
        "BootProtocols", "Journal", "Links", "Notation", "Room", "VirtualBoards", "WireFormat",
      ]),
    tests(
      .rig, "Bench",
      [
        "Boards", "BootProtocols", "CRigShims", "Flashing", "Journal", "LabRuntime", "Links",
        "NearbySession", "Notation", "RigFile", "Room", "UCI", "UCIHost", "WireFormat",
      ]),
    tests(.judge, "RunStore", ["Journal"]),
    tests(
      .judge, "Runner",
      [
        "LabRuntime", "Journal", "Links", "NearbyAccessory", "Notation", "RigFile", "Bench",
        "Rehearsals",
      ]),
    tests(
      .judge, "Conformance",
      [
        "BootProtocols", "LabRuntime", "Journal", "NearbySession", "RigFile", "Bench",
        "Rehearsals", "Runner", "Statistics", "UCIHost", "Yams",
      ],
      resources: [
        .copy("Counterexamples")
      ]),
    tests(
      .judge, "Scenarios",
      [
        "BootProtocols", "FileGrammar", "Journal", "Links", "Notation", "RigFile", "Bench",
        "Rehearsals", "Room", "Runner",
      ]),
    tests(
      .judge, "Simulation",
      [
        "LabRuntime", "Journal", "Links", "NearbyAccessory", "RigFile", "Bench", "Runner",
        "Conformance",
        "Notation", "Scenarios", "UCI", "VirtualBoards",
      ]),
    tests(
      .judge, "Calibration",
      [
        "Bench", "BootProtocols", "JSONDocuments", "Journal", "LabRuntime", "RigFile", "Room",
        "Statistics", "UCI", "VirtualBoards",
      ]),
    tests(
      .documents, "Reports",
      ["Journal", "JSONDocuments", "LabRuntime", "Room", "RunStore", "WireFormat"],
      resources: [.copy("Snapshots")]),
    tests(.program, "ModelContext", ["Journal"]),
    tests(.documents, "LivePage", ["Journal", "LabRuntime", "Links", "Reports"]),
    tests(
      .program, "uwbrig",
      [
        "AttachedBoards", "Bluetooth", "BootProtocols", "Boards", "Doctor", "FirmwareImages",
        "Flashing", "Fleet", "JSONDocuments", "Journal", "LabRuntime", "Links", "Printing",
        "RigFile",
      ],
      resources: [.copy("Snapshots"), .copy("Devices")]),
  ]
)

// The order of the folders: what depends on a later one is refused before anything is built.
let folders = Folder.allCases.map(\.rawValue)
let places: [String: Int] = package.targets.reduce(into: [:]) { places, target in
  let path = (target.path ?? "").split(separator: "/").map(String.init)
  guard path.count == 3, path[0] == "Sources" else { return }
  places[target.name] = folders.firstIndex(of: path[1])
}
for target in package.targets {
  for dependency in target.dependencies {
    guard case .byNameItem(let name, _) = dependency, let from = places[target.name],
      let to = places[name], to > from
    else { continue }
    fatalError(
      "\(target.name) in \(folders[from]) depends on \(name) in \(folders[to]), a later folder")
  }
}

// Fuzzing. Only `.ci/fuzz` sets the variable: the program links with libFuzzer alone, and neither a build
// nor the tests are to pay for it. `decoders` leaves out what needs most of the program; `fault` plants one.
if let fuzzing = Context.environment["UWBRIG_FUZZ"] {
  let decoders: [Target.Dependency] = [
    "AttributePeer", "AttributeProtocol", "BootProtocols", "CFuzzDriver", "Dissection",
    "FirmwareImages", "Journal",
    "NearbyAccessory",
    "RangingOOB", "UCI",
    "WireFormat",
  ]
  let files: [Target.Dependency] = [
    "Errors", "LabRuntime", "Links", "NearbySession", "Notation", "RigFile", "Bench", "Runner",
    "Scenarios",
  ]
  let isWhole = fuzzing == "all"
  package.targets += [
    .target(name: "CFuzzDriver", path: "Sources/System/CFuzzDriver"),
    .executableTarget(
      name: "Fuzz", dependencies: isWhole ? decoders + files : decoders, path: "Sources/Fuzz",
      exclude: ["seeds.py"] + (isWhole ? [] : ["Files"]),
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]
        + (isWhole ? [] : [.define("UWBRIG_FUZZ_DECODERS")])),
  ]
  if fuzzing == "fault" {
    package.targets.first { $0.name == "NearbyAccessory" }?.swiftSettings?.append(
      .define("UWBRIG_PLANTED_FAULT"))
  }
}
