import JSONDocuments
import Journal
import TestSupport
import Testing

private struct Order: Document, Described {
  static let schema = "uwbrig.order/1"
  static let about = "An order."
  static let notes: [String: Note] = [
    "lossRate": "Of all that was sent.", "line": Note(least: 1), "state": "Where it stands.",
  ]

  enum State: String, Codable, CaseIterable { case open, done }
  enum Kind: String, Codable, CaseIterable { case order }
  struct Part: Codable {
    var name: String
    var parts: [Part] = []
  }
  struct Place: Codable { var x: Double }

  var zebra = "last by name, first by place"
  var kind = Kind.order
  var line = 1
  var count: UInt = 0
  var lossRate: Double?
  var state: State? = .open
  var place: Place?
  var parts: [Part] = []
  var counts = NamedValues([("PASS", 2), ("FAIL", 1)])
  @IfPresent var unit: String?
  @IfPresent var tags: [String]?
}

@Suite("Documents")
struct DocumentTests {
  private func schema() throws -> JSONValue { try DocumentSchema.of([Order.self]) }
  private func faults(_ value: JSONValue) throws -> [String] {
    SchemaValidator(try schema()).faults(value)
  }

  private var full: Order {
    Order(
      lossRate: 0.5, place: .init(x: 1), parts: [.init(name: "a", parts: [.init(name: "b")])],
      unit: "m", tags: ["t"])
  }

  @Test("members stand in the order of the properties, behind the name of the document")
  func order() {
    #expect(
      Order().json.members?.map(\.name) == [
        "schema", "zebra", "kind", "line", "count", "loss_rate", "state", "place", "parts",
        "counts",
      ])
    #expect(
      String(decoding: full.json.encoded, as: UTF8.self).hasSuffix(
        #""loss_rate":0.5,"state":"open","place":{"x":1.0},"#
          + #""parts":[{"name":"a","parts":[{"name":"b","parts":[]}]}],"#
          + #""counts":{"PASS":2,"FAIL":1},"unit":"m","tags":["t"]}"#))
  }

  @Test("what has no value is null, and left out only where the type says so")
  func absent() {
    var order = Order()
    order.state = nil
    #expect(order.json["loss_rate"] == .null)
    #expect(order.json["state"] == .null)
    #expect(order.json["place"] == .null)
    #expect(order.json["unit"] == nil)
  }

  @Test("numbers that JSON does not know are null, and those beyond 64 bits the largest")
  func numbers() {
    var order = Order(count: .max, lossRate: .nan)
    #expect(order.json["loss_rate"] == .null)
    #expect(order.json["count"] == .integer(.max))
    order.lossRate = 2
    #expect(order.json["loss_rate"] == .number(2))
  }

  @Test("the schema follows from the type")
  func rules() throws {
    let schema = try schema()
    let rules = schema["properties"]
    #expect(schema["title"]?.string == "uwbrig.order/1")
    #expect(schema["description"]?.string == "An order.")
    #expect(rules?["schema"]?["const"]?.string == "uwbrig.order/1")
    #expect(rules?["kind"]?["const"]?.string == "order")
    #expect(rules?["line"]?["minimum"] == .integer(1))
    #expect(rules?["count"]?["minimum"] == .integer(0))
    #expect(rules?["loss_rate"]?["type"] == .array([.string("number"), .string("null")]))
    #expect(rules?["loss_rate"]?["description"]?.string == "Of all that was sent.")
    #expect(rules?["state"]?["enum"] == .array([.string("open"), .string("done"), .null]))
    #expect(rules?["parts"]?["items"]?["$ref"]?.string == "#/$defs/part")
    #expect(schema["$defs"]?["part"]?["properties"]?["parts"]?["items"]?["$ref"] != nil)
    #expect(rules?["counts"]?["additionalProperties"]?["type"]?.string == "integer")
    let required = schema["required"]?.array?.compactMap(\.string)
    #expect(required?.contains("loss_rate") == true)
    #expect(required?.contains("unit") == false)
  }

  @Test("a document is as its schema says")
  func valid() throws {
    #expect(try faults(Order().json) == [])
    #expect(try faults(full.json) == [])
  }

  @Test(
    "a document without a member is refused", arguments: ["schema", "line", "loss_rate", "parts"])
  func missing(name: String) throws {
    let members = full.json.members ?? []
    #expect(try faults(.object(members.filter { $0.name != name })) != [])
  }

  @Test(
    "a document with another member, or another value, is refused",
    arguments: [
      ("more", .null), ("schema", .string("uwbrig.order/2")), ("kind", .string("round")),
      ("line", .integer(0)), ("line", .null), ("count", .integer(-1)),
      ("state", .string("lost")), ("unit", .integer(1)), ("tags", .array([.integer(1)])),
      ("parts", .array([.object([.init("name", .string("a"))])])),
      ("place", .object([.init("y", .number(1))])),
      ("counts", .object([.init("PASS", .string("two"))])),
    ] as [(String, JSONValue)])
  func changed(name: String, value: JSONValue) throws {
    var members = full.json.members ?? []
    if let index = members.firstIndex(where: { $0.name == name }) {
      members[index].value = value
    } else {
      members.append(.init(name, value))
    }
    #expect(try faults(.object(members)) != [])
  }

  private struct Noted: Document, Described {
    static let schema = "uwbrig.noted/1"
    static let about = "A document with a note about nothing."
    static let notes: [String: Note] = ["nmae": "Misspelt."]
    var name = ""
  }

  @Test("a note about a property that there is not is an error")
  func strayNote() {
    #expect(throws: DecodingError.self) { try DocumentSchema.of([Noted.self]) }
  }

  @Test("lines of several kinds are one of several in the schema")
  func kinds() throws {
    let rules = try DocumentSchema.of([Order.self, Order.self])["oneOf"]?.array
    #expect(rules?.count == 2)
    #expect(rules?.first?["properties"]?["kind"]?["const"]?.string == "order")
  }
}
