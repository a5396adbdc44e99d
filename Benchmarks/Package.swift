// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "uwbrig", path: "..")],
  targets: [
    // Counts allocations by standing before the C library's own malloc.
    .target(name: "CInterposer"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CInterposer",
        .product(name: "UWBRigParts", package: "uwbrig"),
      ],
      swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
  ]
)
