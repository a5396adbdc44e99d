import Journal

/// A place of a coordinator, as `uwbrig-fleet` reports it.
public struct FleetPlace: Codable, Hashable, Sendable {
  /// A resource that a place's patterns find.
  public struct Resource: Codable, Hashable, Sendable {
    /// The exporter that has it.
    public var exporter: String
    /// Its group there: one for each kit.
    public var group: String
    /// Its name in the group.
    public var name: String
    /// labgrid's class, such as `NetworkSerialPort`.
    public var `class`: String
    /// Whether it is plugged in.
    public var available: Bool
    /// Where it is served, once the place is held.
    public var host: String?
    /// The port of that host.
    public var port: Int?
    /// The rate of its line, in bits a second.
    public var speed: Int?
    /// `rfc2217` or `raw`.
    public var `protocol`: String?
    /// What the exporter says besides, such as `profile` and `chip`.
    public var extra: [String: String]

    /// Whether it is a serial port that is reached over the network.
    public var isPort: Bool { self.class == "NetworkSerialPort" }
  }

  /// Its name; with several coordinators `host:port/name`.
  public var name: String
  /// Where its coordinator is, `host:port`.
  public var coordinator: String
  /// What people wrote about it.
  public var comment: String
  /// The tags of the bench, without those of leases.
  public var tags: [String: String]
  /// Whether each of its patterns finds a resource that is there.
  public var complete: Bool
  /// Who holds it; nil for a place that is free.
  public var owner: String?
  /// Since when it is held, in seconds since 1970.
  public var since: Double?
  /// How many wait for it.
  public var waiting: Int
  /// What its patterns find.
  public var resources: [Resource]

  /// Whether it has these tags: of its own, or told by the exporter of one of its kits.
  public func has(_ wanted: [String: String]) -> Bool {
    wanted.allSatisfy { key, value in
      tags[key] == value || resources.contains { $0.available && $0.extra[key] == value }
    }
  }

  /// Reads a report; nil for one that is none.
  init?(_ json: JSONValue) {
    guard let name = json["name"]?.string else { return nil }
    self.name = name
    coordinator = json["coordinator"]?.string ?? ""
    comment = json["comment"]?.string ?? ""
    tags = json["tags"]?.texts ?? [:]
    complete = json["complete"]?.bool ?? false
    owner = json["owner"]?.string
    since = json["since"]?.number
    waiting = json["waiting"]?.integer.map { Int(clamping: $0) } ?? 0
    resources = json["resources"]?.array?.compactMap { Resource($0) } ?? []
  }
}

extension FleetPlace.Resource {
  init?(_ json: JSONValue) {
    guard let name = json["name"]?.string else { return nil }
    func number(_ key: String) -> Int? { json[key]?.integer.map { Int(clamping: $0) } }
    self.init(
      exporter: json["exporter"]?.string ?? "", group: json["group"]?.string ?? "", name: name,
      class: json["cls"]?.string ?? "", available: json["available"]?.bool ?? false,
      host: json["host"]?.string, port: number("port"), speed: number("speed"),
      protocol: json["protocol"]?.string, extra: json["extra"]?.texts ?? [:])
  }
}

extension JSONValue {
  /// An object of texts, by name.
  static func texts(_ texts: [String: String]) -> JSONValue {
    .object(texts.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })
  }

  /// The members that are texts.
  var texts: [String: String] {
    var texts: [String: String] = [:]
    for member in members ?? [] { texts[member.name] = member.value.string }
    return texts
  }
}

/// A resource that this program exports.
public struct FleetExport: Hashable, Sendable {
  /// The kit.
  public var group: String
  /// Its name in the kit.
  public var name: String
  /// The host and the port where it is served, as clients reach it.
  public var host: String
  /// The port of that host.
  public var port: UInt16
  /// The rate of its line, in bits a second.
  public var speed: Int
  /// What is told of it besides.
  public var extra: [String: String]
  /// Whether it is plugged in.
  public var isAvailable: Bool
  /// The key in ``extra`` of a port that clients alone get to whom the bench's owner has admitted.
  public static let admission = "admission"

  /// A serial port that is served by RFC 2217.
  public init(
    group: String, name: String, host: String, port: UInt16, speed: Int, extra: [String: String],
    isAvailable: Bool = true
  ) {
    self.group = group
    self.name = name
    self.host = host
    self.port = port
    self.speed = speed
    self.extra = extra
    self.isAvailable = isAvailable
  }

  var json: JSONValue {
    .object([
      .init("group", .string(group)), .init("name", .string(name)),
      .init("cls", .string("NetworkSerialPort")), .init("host", .string(host)),
      .init("port", .integer(Int64(port))), .init("speed", .integer(Int64(speed))),
      .init("protocol", .string("rfc2217")),
      .init("extra", .texts(extra)),
      .init("available", .bool(isAvailable)),
    ])
  }
}
