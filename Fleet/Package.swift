// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// A package of its own, so that nobody compiles gRPC who has one bench.
let package = Package(
  name: "Fleet",
  products: [.executable(name: "uwbrig-fleet", targets: ["uwbrig-fleet"])],
  dependencies: [
    .package(name: "uwbrig", path: ".."),
    .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.3"),
    .package(url: "https://github.com/grpc/grpc-swift-nio-transport", from: "2.9.2"),
    .package(url: "https://github.com/grpc/grpc-swift-protobuf", from: "2.4.1"),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "uwbrig-fleet",
      dependencies: [
        .product(name: "Leases", package: "uwbrig"),
        .product(name: "GRPCCore", package: "grpc-swift-2"),
        .product(name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport"),
        .product(name: "GRPCProtobuf", package: "grpc-swift-protobuf"),
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ],
      swiftSettings: settings)
  ]
)
