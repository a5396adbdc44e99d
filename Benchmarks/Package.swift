// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Benchmarks",
  products: [
    .executable(name: "Benchmarks", targets: ["Benchmarks"]),
    .executable(name: "ServeBench", targets: ["ServeBench"]),
    .library(name: "ServeClock", type: .dynamic, targets: ["ServeClock"]),
  ],
  dependencies: [.package(name: "uwbrig", path: "..")],
  targets: [
    // Counts allocations by standing before the C library's own malloc.
    .target(name: "CInterposer"),
    // A client of `uwbrig virtual`, with a bare echo beside it, and what it preloads into the server.
    .target(name: "ServeClock", linkerSettings: [.linkedLibrary("dl")]),
    .executableTarget(
      name: "ServeBench",
      linkerSettings: [.linkedLibrary("m")]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CInterposer",
        .product(name: "UWBRigParts", package: "uwbrig"),
      ],
      swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
  ]
)
