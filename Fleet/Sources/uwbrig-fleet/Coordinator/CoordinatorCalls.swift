import GRPCCore
import GRPCNIOTransportHTTP2Posix
import GRPCProtobuf
import SwiftProtobuf

/// The calls of a labgrid coordinator, over one HTTP/2 connection: the coordinator knows a client by the
/// address that its connection comes from.
struct CoordinatorCalls: Sendable {
  typealias Client = GRPCClient<HTTP2ClientTransport.Posix>
  /// A coordinator waits 10 s for an exporter before it answers.
  private static let limit = Duration.seconds(12)
  private let client: Client

  init(_ client: Client) { self.client = client }

  func acquire(_ place: String) async throws {
    try await call("AcquirePlace", Labgrid_AcquirePlaceRequest.with { $0.placename = place })
  }

  /// Compare and release: does nothing where another owner has it.
  func release(_ place: String, from owner: String) async throws {
    try await call(
      "ReleasePlace",
      Labgrid_ReleasePlaceRequest.with {
        $0.placename = place
        $0.fromuser = owner
      })
  }

  func setTags(of place: String, _ tags: [String: String]) async throws {
    try await call(
      "SetPlaceTags",
      Labgrid_SetPlaceTagsRequest.with {
        $0.placename = place
        $0.tags = tags
      })
  }

  /// Answered in its turn, behind all that others have asked for.
  func probe() async throws { try await call("GetReservations", Labgrid_Nothing()) }

  func addPlace(_ name: String) async throws {
    try await call("AddPlace", Labgrid_AddPlaceRequest.with { $0.name = name })
  }

  func addMatch(_ pattern: String, to place: String) async throws {
    try await call(
      "AddPlaceMatch",
      Labgrid_AddPlaceMatchRequest.with {
        $0.placename = place
        $0.pattern = pattern
      })
  }

  /// What the coordinator shows, until it ends: `receive` is given each message.
  func clientStream(
    _ outgoing: AsyncStream<Labgrid_ClientInMessage>,
    _ receive: @Sendable @escaping (Labgrid_ClientOutMessage) async -> Void
  ) async throws {
    try await stream("ClientStream", outgoing, receive)
  }

  func exporterStream(
    _ outgoing: AsyncStream<Labgrid_ExporterInMessage>,
    _ receive: @Sendable @escaping (Labgrid_ExporterOutMessage) async -> Void
  ) async throws {
    try await stream("ExporterStream", outgoing, receive)
  }

  private func method(_ name: String, _ type: MethodDescriptor.RPCType) -> MethodDescriptor {
    MethodDescriptor(fullyQualifiedService: "labgrid.Coordinator", method: name, type: type)
  }

  private func call(_ name: String, _ request: some Message) async throws {
    var options = CallOptions.defaults
    options.timeout = Self.limit
    options.waitForReady = false
    try await unary(name, request, options)
  }

  private func unary<Request: Message>(
    _ name: String, _ request: Request, _ options: CallOptions
  ) async throws {
    try await client.unary(
      request: ClientRequest(message: request), descriptor: method(name, .unary),
      serializer: ProtobufSerializer<Request>(),
      deserializer: ProtobufDeserializer<Labgrid_Nothing>(), options: options
    ) { response in _ = try response.message }
  }

  private func stream<Outgoing: Message, Incoming: Message>(
    _ name: String, _ outgoing: AsyncStream<Outgoing>,
    _ receive: @Sendable @escaping (Incoming) async -> Void
  ) async throws {
    var options = CallOptions.defaults
    options.waitForReady = false
    try await client.bidirectionalStreaming(
      request: StreamingClientRequest { writer in
        for await message in outgoing { try await writer.write(message) }
      },
      descriptor: method(name, .bidirectionalStreaming),
      serializer: ProtobufSerializer<Outgoing>(), deserializer: ProtobufDeserializer<Incoming>(),
      options: options
    ) { response in for try await message in response.messages { await receive(message) } }
  }
}

extension CoordinatorCalls {
  /// Connects to `host:port` and runs `body`.
  static func connecting<Value: Sendable>(
    to address: CoordinatorAddress, _ body: @Sendable (CoordinatorCalls) async throws -> Value
  ) async throws -> Value {
    let transport = try HTTP2ClientTransport.Posix(
      target: address.target, transportSecurity: CoordinatorSecurity.transport,
      config: .defaults { config in
        // The least that the coordinator puts up with.
        config.connection.keepalive = .init(
          time: .seconds(10), timeout: .seconds(10), allowWithoutCalls: false)
      })
    return try await withGRPCClient(transport: transport) { client in
      try await body(CoordinatorCalls(client))
    }
  }
}

/// Where a coordinator is: `host:port`, or a host alone with labgrid's port.
struct CoordinatorAddress: Hashable, Sendable, CustomStringConvertible {
  static let usualPort = 20408
  let host: String
  let port: Int

  init?(_ text: String) {
    var text = text[...]
    if text.hasPrefix("grpc://") { text = text.dropFirst(7) }
    let colon = text.lastIndex(of: ":")
    if let colon, !text[text.index(after: colon)...].contains("]"),
      text.hasPrefix("[") || text.count(where: { $0 == ":" }) == 1
    {
      guard let port = Int(text[text.index(after: colon)...]), (1...65535).contains(port) else {
        return nil
      }
      self.port = port
      text = text[..<colon]
    } else {
      port = Self.usualPort
    }
    if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
    guard !text.isEmpty, !text.contains("/"), !text.contains(" ") else { return nil }
    host = String(text)
  }

  var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  var target: any ResolvableTarget {
    if host.contains(":") { return .ipv6(address: host, port: port) }
    if host.allSatisfy({ $0.isNumber || $0 == "." }) { return .ipv4(address: host, port: port) }
    return .dns(host: host, port: port)
  }
}
