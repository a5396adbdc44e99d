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
  products: [],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
  ],
  targets: [
    // Floor 0
    .target(name: "CRigShims"),
    // Floor 1
    room("WireFormat", []),
    room("LabRuntime", ["CRigShims"]),
    // Floor 2
    room("Journal", ["LabRuntime"]),
    room("UCI", ["WireFormat"], exclude: ["Definitions"]),
    room("NearbyAccessory", ["WireFormat"]),
    // Floor 6
    room("RunStore", ["Journal"]),
    // Floor 3
    room("Links", ["LabRuntime", "Journal", "WireFormat", "UCI", "CRigShims"]),
    room("Dissection", ["UCI", "NearbyAccessory", "WireFormat"]),
    room("Room", ["LabRuntime"]),
    // Floor 4
    room("UCIHost", ["UCI", "Links", "LabRuntime", "WireFormat", "Journal"]),
    // Floor 5
    room(
      "NearbySession", ["NearbyAccessory", "UCI", "UCIHost", "Links", "LabRuntime", "WireFormat"]),
    tests("Links", ["LabRuntime", "Journal", "UCI", "WireFormat"]),
    tests("Room", ["LabRuntime"]),
    tests("UCIHost", ["UCI", "Links", "LabRuntime", "WireFormat"]),
    tests(
      "Dissection", ["UCI", "NearbyAccessory", "WireFormat"], resources: [.copy("Vectors")]),
    tests(
      "NearbySession", ["NearbyAccessory", "UCI", "UCIHost", "Links", "LabRuntime", "WireFormat"]),
    tests("WireFormat"),
    tests("LabRuntime"),
    tests("Journal", ["LabRuntime"]),
    tests("RunStore", ["Journal"]),
    tests("UCI", ["WireFormat"], resources: [.copy("Vectors")]),
    tests("NearbyAccessory", ["WireFormat"], resources: [.copy("Vectors")]),
  ]
)
