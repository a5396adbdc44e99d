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

/// One target of the house: a folder in `Sources` and, with `tests`, one in `Tests`.
func room(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [],
  exclude: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude, resources: resources,
    swiftSettings: settings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.byName(name: name)] + dependencies,
    resources: resources, swiftSettings: settings)
}

let package = Package(
  name: "uwbrig",
  products: [
    .executable(name: "uwbrig", targets: ["uwbrig"]),
    // What Benchmarks/ measures, and what a program of one's own may build on.
    .library(
      name: "UWBRigParts",
      targets: ["WireFormat", "LabRuntime", "Journal", "Links", "UCI", "NearbyAccessory"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
  ],
  targets: [
    // Floor 0
    .target(name: "CRigShims"),
    .target(name: "CMemoryUse"),
    .systemLibrary(
      name: "CLibUSB", pkgConfig: "libusb-1.0", providers: [.apt(["libusb-1.0-0-dev"])]),
    .systemLibrary(name: "CLibUDev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Floor 1
    room("WireFormat", []),
    room("Notation", ["Yams"]),
    room("Digests", [.product(name: "Crypto", package: "swift-crypto")]),
    room("LabRuntime", ["CRigShims"]),
    // Floor 2
    room("Journal", ["LabRuntime"]),
    room("UCI", ["WireFormat"], exclude: ["Definitions"]),
    room("NearbyAccessory", ["WireFormat"]),
    room("BootProtocols", ["WireFormat", "Digests"]),
    room("FirmwareImages", ["WireFormat", "Digests", "CZlib"]),
    // Floor 3
    room(
      "Boards",
      [
        "LabRuntime", "Journal", "WireFormat", "Notation", "NearbyAccessory", "CRigShims",
        "CLibUSB", "CLibUDev",
      ],
      resources: [
        .embedInCode("../../Rigs/boards/ai-thinker-bu03.yaml"),
        .embedInCode("../../Rigs/boards/ai-thinker-bu04.yaml"),
        .embedInCode("../../Rigs/boards/dwm1001-dev.yaml"),
        .embedInCode("../../Rigs/boards/dwm3000evb-nrf52833dk.yaml"),
        .embedInCode("../../Rigs/boards/dwm3000evb-nrf52840dk.yaml"),
        .embedInCode("../../Rigs/boards/dwm3001cdk.yaml"),
        .embedInCode("../../Rigs/boards/makerfabs-esp32-uwb.yaml"),
        .embedInCode("../../Rigs/boards/makerfabs-mauwb.yaml"),
        .embedInCode("../../Rigs/boards/mk-uwb-kit-sr150.yaml"),
        .embedInCode("../../Rigs/boards/murata-type2bp.yaml"),
        .embedInCode("../../Rigs/boards/murata-type2dk.yaml"),
        .embedInCode("../../Rigs/boards/qm33120wdk1.yaml"),
        .embedInCode("../../Rigs/boards/qm35825dk.yaml"),
        .embedInCode("../../Rigs/boards/qn9090dk.yaml"),
        .embedInCode("../../Rigs/boards/sr250-frdm-rw612.yaml"),
        .embedInCode("../../Rigs/board.schema.json"),
      ]),
    room(
      "Links",
      [
        "LabRuntime", "Journal", "WireFormat", "Notation", "UCI", "NearbyAccessory", "CRigShims",
      ]),
    room("Dissection", ["UCI", "NearbyAccessory", "WireFormat"]),
    room("Room", ["LabRuntime"]),
    // Floor 4
    room("UCIHost", ["UCI", "Links", "LabRuntime", "WireFormat", "Journal"]),
    room(
      "VirtualBoards",
      [
        "Journal", "LabRuntime", "WireFormat", "UCI", "NearbyAccessory", "BootProtocols", "Links",
        "Room",
      ]),
    room(
      "Flashing",
      [
        "BootProtocols", "FirmwareImages", "Boards", "Links", "LabRuntime", "WireFormat", "Journal",
        "Notation", "CLibUSB",
      ]),
    // Floor 5
    room(
      "NearbySession",
      ["NearbyAccessory", "UCI", "UCIHost", "Links", "LabRuntime", "Notation", "WireFormat"]),
    room(
      "Inspection",
      [
        "UCIHost", "Flashing", "Boards", "Dissection", "BootProtocols", "UCI", "Links",
        "LabRuntime", "WireFormat",
      ]),
    // Floor 6
    room(
      "Rig",
      [
        "LabRuntime", "WireFormat", "Journal", "UCI", "NearbyAccessory", "BootProtocols", "Links",
        "Boards", "Room", "VirtualBoards", "NearbySession", "Notation", "FirmwareImages",
        "Flashing",
        "Inspection",
      ],
      resources: [
        .embedInCode("../../Rigs/loopback.yaml"),
        .embedInCode("../../Rigs/bootloaders.yaml"),
        .embedInCode("../../Rigs/eight-accessories.yaml"),
        .embedInCode("../../Rigs/eight.yaml"),
        .embedInCode("../../Rigs/two-phones.yaml"),
        .embedInCode("../../Rigs/gatt.yaml"),
        .embedInCode("../../Rigs/loopback-pty.yaml"),
        .embedInCode("../../Rigs/dwm3001cdk-pair.yaml"),
        .embedInCode("../../Rigs/dwm3001cdk-accessory.yaml"),
        .embedInCode("../../Rigs/rig.schema.json"),
      ]),
    room("RunStore", ["Journal", .product(name: "GRDB", package: "GRDB.swift")]),
    // Floor 7
    room(
      "Runner",
      [
        "LabRuntime", "WireFormat", "Notation", "Journal", "UCI", "NearbyAccessory",
        "BootProtocols", "Links", "UCIHost", "Rig", "RunStore", "Flashing",
      ]),
    // Floor 8
    room(
      "Conformance",
      [
        "LabRuntime", "WireFormat", "Digests", "Journal", "UCI", "NearbyAccessory",
        "BootProtocols", "FirmwareImages", "Links", "Room", "UCIHost", "NearbySession", "Rig",
        "Runner",
      ]),
    room(
      "Scenarios",
      [
        "LabRuntime", "WireFormat", "Journal", "NearbyAccessory", "Links", "UCIHost",
        "NearbySession", "Notation", "Rig", "Runner", "Flashing",
      ],
      resources: [
        .embedInCode("../../Rigs/scenario.schema.json"),
        .embedInCode("../../Rigs/scenarios/bad-cable.yaml"),
        .embedInCode("../../Rigs/scenarios/eight-accessories.yaml"),
        .embedInCode("../../Rigs/scenarios/lost-and-found.yaml"),
        .embedInCode("../../Rigs/scenarios/power-cut.yaml"),
        .embedInCode("../../Rigs/scenarios/session-set-up.yaml"),
        .embedInCode("../../Rigs/scenarios/suspend-and-resume.yaml"),
        .embedInCode("../../Rigs/scenarios/timeout-and-retry.yaml"),
        .embedInCode("../../Rigs/scenarios/two-phones.yaml"),
        .embedInCode("../../Rigs/scenarios/walk-through-two-zones.yaml"),
      ]),
    // Floor 9
    room(
      "Simulation",
      [
        "CMemoryUse", "Digests", "LabRuntime", "WireFormat", "Notation", "Journal", "UCI", "Links",
        "Room", "VirtualBoards", "Rig", "Runner", "Conformance", "Scenarios",
      ],
      resources: [
        .embedInCode("../UCI/Definitions/uci.yaml"),
        .embedInCode("Mutation/Definitions/accessory.yaml"),
        .embedInCode("../../Rigs/mutation/equivalent-mutants.yaml"),
      ]),
    room(
      "Reports",
      [
        "WireFormat", "LabRuntime", "Digests", "Journal", "RunStore",
        .product(name: "Mustache", package: "swift-mustache"),
      ],
      resources: [
        .embedInCode("Schemas/events.json"), .embedInCode("Schemas/run.json"),
        .embedInCode("Schemas/run-result.json"), .embedInCode("Templates/report.mustache"),
        .embedInCode("Schemas/report.json"), .embedInCode("Schemas/report-list.json"),
        .embedInCode("Schemas/report-compare.json"), .embedInCode("Schemas/report-flakes.json"),
        .embedInCode("Schemas/report-prune.json"),
        .embedInCode("Templates/evidence.mustache"),
        .embedInCode("Templates/page.js"),
      ]),
    // Floor 10
    .executableTarget(
      name: "uwbrig",
      dependencies: [
        "CRigShims", "LabRuntime", "WireFormat", "Journal", "UCI", "NearbyAccessory", "Links",
        "Dissection", "Room", "Boards", "BootProtocols", "FirmwareImages", "Flashing", "UCIHost",
        "VirtualBoards",
        "Inspection", "Rig", "RunStore", "Runner", "Notation",
        "Conformance", "Scenarios", "Simulation", "Reports",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [
        .embedInCode("Schemas/list.json"), .embedInCode("Schemas/decode.json"),
        .embedInCode("Schemas/virtual.json"), .embedInCode("Schemas/rig-check.json"),
        .embedInCode("Schemas/range.json"), .embedInCode("Schemas/console.json"),
        .embedInCode("Schemas/power.json"), .embedInCode("Schemas/flash.json"),
        .embedInCode("Schemas/inspect.json"),
        .embedInCode("Schemas/doctor.json"), .embedInCode("Schemas/soak.json"),
        .embedInCode("Schemas/mutate.json"),
        .embedInCode("Schemas/udev-check.json"), .embedInCode("Schemas/udev-rules.json"),
        .embedInCode("Schemas/udev-install.json"), .embedInCode("Schemas/rig-init.json"),
        .embedInCode("Schemas/boards.json"), .embedInCode("Schemas/replay.json"),
        .embedInCode("Schemas/quarantine.json"), .embedInCode("Schemas/waivers.json"),
      ],
      swiftSettings: settings),
    // Tests
    tests("WireFormat"),
    tests("Digests"),
    tests("LabRuntime"),
    tests("Journal", ["LabRuntime"]),
    tests("UCI", ["WireFormat"], resources: [.copy("Vectors")]),
    tests("NearbyAccessory", ["WireFormat"], resources: [.copy("Vectors")]),
    tests("BootProtocols", ["WireFormat", "Digests"]),
    tests("FirmwareImages", ["WireFormat", "Digests"], resources: [.copy("Fixtures")]),
    tests(
      "Flashing",
      [
        "BootProtocols", "FirmwareImages", "Boards", "Links", "LabRuntime", "VirtualBoards",
        "WireFormat",
      ]),
    tests("Boards", ["LabRuntime", "Journal", "Notation", "WireFormat"]),
    tests("Links", ["CRigShims", "LabRuntime", "Journal", "UCI", "WireFormat"]),
    tests("Dissection", ["UCI", "NearbyAccessory", "WireFormat"], resources: [.copy("Vectors")]),
    tests("Room", ["LabRuntime"]),
    tests("UCIHost", ["UCI", "Links", "LabRuntime", "WireFormat"]),
    tests(
      "VirtualBoards",
      [
        "LabRuntime", "WireFormat", "Digests", "UCI", "NearbyAccessory", "BootProtocols", "Links",
        "Room", "UCIHost",
      ]),
    tests(
      "NearbySession",
      ["NearbyAccessory", "UCI", "UCIHost", "Links", "LabRuntime", "WireFormat", "Room"]),
    tests(
      "Inspection",
      [
        "Boards", "BootProtocols", "Links", "LabRuntime", "Room", "VirtualBoards", "WireFormat",
      ]),
    tests(
      "Rig",
      [
        "Boards", "CRigShims", "Flashing", "Journal", "LabRuntime", "Links", "NearbySession",
        "Room",
        "Yams",
      ]),
    tests("RunStore", ["Journal"]),
    tests("Runner", ["LabRuntime", "Journal", "Links", "NearbyAccessory", "Rig"]),
    tests(
      "Conformance", ["LabRuntime", "Journal", "NearbySession", "Rig", "Runner", "Yams"],
      resources: [
        .copy("Counterexamples")
      ]),
    tests(
      "Scenarios",
      ["BootProtocols", "LabRuntime", "Journal", "Links", "Rig", "Room", "Runner", "Yams"]),
    tests(
      "Simulation",
      [
        "LabRuntime", "Journal", "Links", "NearbyAccessory", "Rig", "Runner", "Conformance",
        "Notation", "Scenarios", "VirtualBoards",
      ]),
    tests(
      "Reports", ["Journal", "LabRuntime", "RunStore", "WireFormat"],
      resources: [.copy("Snapshots")]),
    tests(
      "uwbrig",
      ["BootProtocols", "Boards", "FirmwareImages", "Journal", "Links", "Notation", "Rig"],
      resources: [.copy("Snapshots"), .copy("Devices")]),
  ]
)

// The fuzz targets. Only `.ci/fuzz` sets the variable: they link with libFuzzer alone, and neither
// a build nor the tests are to pay for them.
if let fuzzing = Context.environment["UWBRIG_FUZZ"] {
  func fuzz(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
      name: "Fuzz" + name, dependencies: ["Fuzzing"] + dependencies,
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])])
  }
  package.targets += [
    .target(name: "CFuzzDriver"),
    room("Fuzzing", ["CFuzzDriver", "WireFormat"]),
    fuzz("Length16", ["WireFormat"]),
    fuzz("SLIP", ["WireFormat"]),
    fuzz("COBS", ["WireFormat"]),
    fuzz("HexLine", ["WireFormat"]),
    fuzz("Hexadecimal", ["WireFormat"]),
    fuzz("AccessoryMessage", ["NearbyAccessory", "WireFormat"]),
    fuzz("AccessoryConfigurationData", ["NearbyAccessory", "WireFormat"]),
    fuzz("ShareableConfigurationData", ["NearbyAccessory", "WireFormat"]),
    fuzz("AndroidBlobs", ["NearbyAccessory", "WireFormat"]),
    fuzz("AccessoryStateMachine", ["NearbyAccessory", "WireFormat"]),
    fuzz("ApplicationFlow", ["LabRuntime", "NearbyAccessory", "NearbySession", "WireFormat"]),
    fuzz("UCIStream", ["UCI"]),
    fuzz("UCIMessages", ["UCI", "WireFormat"]),
    fuzz("UCIParameters", ["UCI", "WireFormat"]),
    fuzz("UWBSubsystem", ["UCI"]),
    fuzz("Dissection", ["Dissection", "NearbyAccessory", "UCI"]),
    fuzz("JSON", ["Journal"]),
    fuzz("JournalReader", ["Journal"]),
    fuzz("LinkAddress", ["Links"]),
    fuzz("RigFile", ["Rig"]),
    fuzz("Filter", ["Runner"]),
  ]
  if fuzzing == "fault" {
    package.targets.first { $0.name == "NearbyAccessory" }?.swiftSettings?.append(
      .define("UWBRIG_PLANTED_FAULT"))
  }
}
