import FoundationEssentials

/// What the program that started this one asks for: one JSON object a line on standard input.
struct Order: Decodable, Sendable {
  /// `list`, `acquire`, `release`, `free`, `export`, `resource`, `place`, `served`, `bye`.
  var `do`: String
  /// Names the request in its answers.
  var id: Int
  var places: [String]?
  /// Each is what one more place must have.
  var tags: [[String: String]]?
  /// A tag that has one value at all of them, such as `room`.
  var alike: String?
  /// How long to wait for places that others have; absent for not at all.
  var waitMs: Int?
  /// After how long what was acquired is given back in any case.
  var limitMs: Int?
  /// Of `free`: who is to lose the place.
  var owner: String?
  /// Of `export`: the name of the exporter.
  var exporter: String?
  var resources: [ExportedResource]?
  /// Of `served`: what was reported as `claimed` or `freed` with this number.
  var coordinator: String?
  var group: String?
  var resource: String?
  /// Of `place`: what is to be found at it.
  var match: String?
}

/// A resource as the exporting program describes it.
struct ExportedResource: Codable, Sendable {
  var group: String
  var name: String
  var cls: String
  var host: String?
  var port: Int?
  var speed: Int?
  var `protocol`: String?
  var extra: [String: String]
  var available: Bool
}

/// What this program says: one JSON object a line on standard output.
struct Report: Encodable, Sendable {
  var kind: String
  var id: Int?
  var owner: String?
  var coordinator: String?
  var reason: String?
  var place: String?
  var group: String?
  var resource: String?
  var ahead: Int?
  var since: Double?
  /// Of `waits`: seconds until it is likely to be had.
  var expected: Double?
  var places: [PlaceReport]?
  var down: [DownReport]?

  init(_ kind: String, id: Int? = nil) {
    self.kind = kind
    self.id = id
  }
}

struct DownReport: Encodable, Sendable {
  var coordinator: String
  var reason: String
}

struct PlaceReport: Encodable, Sendable {
  var name: String
  var coordinator: String
  var aliases: [String]
  var comment: String
  var tags: [String: String]
  var matches: [String]
  var complete: Bool
  var owner: String?
  var since: Double?
  var waiting: Int
  var resources: [ResourceReport]

  var ports: [String] { resources.map { "\($0.host ?? ""):\($0.port ?? 0)" } }
}

struct ResourceReport: Encodable, Sendable {
  var exporter: String
  var group: String
  var name: String
  var cls: String
  var available: Bool
  var host: String?
  var port: Int?
  var speed: Int?
  var `protocol`: String?
  var extra: [String: String]
}
