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
      name: "UWBRigParts", targets: ["WireFormat", "LabRuntime", "Links", "UCI", "NearbyAccessory"]),
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
    .systemLibrary(
      name: "CLibUSB", pkgConfig: "libusb-1.0", providers: [.apt(["libusb-1.0-0-dev"])]),
    .systemLibrary(name: "CLibUDev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Floor 1
    room("WireFormat", []),
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
      ["LabRuntime", "Journal", "WireFormat", "CRigShims", "CLibUSB", "CLibUDev", "Yams"]),
    room(
      "Links", ["LabRuntime", "Journal", "WireFormat", "UCI", "NearbyAccessory", "CRigShims"]),
    room("Dissection", ["UCI", "NearbyAccessory", "WireFormat"]),
    room("Room", ["LabRuntime"]),
    // Floor 4
    room("UCIHost", ["UCI", "Links", "LabRuntime", "WireFormat", "Journal"]),
    room(
      "VirtualBoards", ["LabRuntime", "WireFormat", "UCI", "NearbyAccessory", "Links", "Room"]),
    // Floor 5
    room(
      "NearbySession",
      ["NearbyAccessory", "UCI", "UCIHost", "Links", "LabRuntime", "WireFormat"]),
    // Floor 6
    room(
      "Rig",
      [
        "LabRuntime", "WireFormat", "Journal", "UCI", "NearbyAccessory", "Links", "Room",
        "VirtualBoards", "NearbySession", "Yams",
      ],
      resources: [
        .embedInCode("../../Rigs/loopback.yaml"),
        .embedInCode("../../Rigs/eight-accessories.yaml"),
        .embedInCode("../../Rigs/eight.yaml"),
        .embedInCode("../../Rigs/two-phones.yaml"),
        .embedInCode("../../Rigs/gatt.yaml"),
        .embedInCode("../../Rigs/loopback-pty.yaml"),
        .embedInCode("../../Rigs/dwm3001cdk-pair.yaml"),
        .embedInCode("../../Rigs/dwm3001cdk-accessory.yaml"),
        .embedInCode("../../Rigs/rig.schema.json"),
      ]),
    room("RunStore", ["Journal"]),
    // Floor 7
    room(
      "Runner",
      [
        "LabRuntime", "WireFormat", "Journal", "UCI", "NearbyAccessory", "Links", "UCIHost", "Rig",
      ]),
    // Floor 8
    room(
      "Conformance",
      [
        "LabRuntime", "WireFormat", "Journal", "UCI", "NearbyAccessory", "Links", "Room", "UCIHost",
        "NearbySession", "Rig", "Runner",
      ]),
    room(
      "Scenarios",
      [
        "LabRuntime", "WireFormat", "Journal", "NearbyAccessory", "Links", "UCIHost",
        "NearbySession", "Rig", "Runner",
      ],
      resources: [
        .embedInCode("../../Rigs/scenario.schema.json"),
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
      "Reports",
      [
        "WireFormat", "Journal", "RunStore",
        .product(name: "Mustache", package: "swift-mustache"),
      ],
      resources: [
        .embedInCode("Schemas/events.json"), .embedInCode("Schemas/run.json"),
        .embedInCode("Schemas/run-result.json"), .embedInCode("Templates/report.mustache"),
        .embedInCode("Templates/evidence.mustache"),
      ]),
    // Floor 10
    .executableTarget(
      name: "uwbrig",
      dependencies: [
        "CRigShims", "LabRuntime", "WireFormat", "Journal", "UCI", "NearbyAccessory", "Links",
        "Dissection", "Room", "UCIHost", "VirtualBoards", "Rig", "RunStore", "Runner",
        "Conformance", "Scenarios", "Reports",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [
        .embedInCode("Schemas/list.json"), .embedInCode("Schemas/decode.json"),
        .embedInCode("Schemas/virtual.json"), .embedInCode("Schemas/rig-check.json"),
        .embedInCode("Schemas/range.json"), .embedInCode("Schemas/console.json"),
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
    tests("FirmwareImages", ["WireFormat", "Digests"]),
    tests("Boards", ["LabRuntime", "Journal"]),
    tests("Links", ["LabRuntime", "Journal", "UCI", "WireFormat"]),
    tests("Dissection", ["UCI", "NearbyAccessory", "WireFormat"], resources: [.copy("Vectors")]),
    tests("Room", ["LabRuntime"]),
    tests("UCIHost", ["UCI", "Links", "LabRuntime", "WireFormat"]),
    tests(
      "VirtualBoards",
      ["LabRuntime", "WireFormat", "UCI", "NearbyAccessory", "Links", "Room", "UCIHost"]),
    tests(
      "NearbySession",
      ["NearbyAccessory", "UCI", "UCIHost", "Links", "LabRuntime", "WireFormat", "Room"]),
    tests("Rig", ["LabRuntime", "Journal", "Links", "NearbySession", "Room", "Yams"]),
    tests("RunStore", ["Journal"]),
    tests("Runner", ["LabRuntime", "Journal", "NearbyAccessory", "Rig"]),
    tests(
      "Conformance", ["LabRuntime", "Journal", "NearbySession", "Rig", "Runner", "Yams"],
      resources: [
        .copy("Counterexamples")
      ]),
    tests("Scenarios", ["LabRuntime", "Journal", "Rig", "Runner", "Yams"]),
    tests(
      "Reports", ["Journal", "LabRuntime", "RunStore", "WireFormat"],
      resources: [.copy("Snapshots")]),
    tests("uwbrig", ["Journal"], resources: [.copy("Snapshots")]),
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
    fuzz("PhoneExchange", ["NearbyAccessory", "WireFormat"]),
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
