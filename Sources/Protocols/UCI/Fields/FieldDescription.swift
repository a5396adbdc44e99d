/// One field of a message as the table of the protocol has it: name, place, and what it means.
public struct FieldDescription: Sendable {
  /// The kind of a field.
  public indirect enum Kind: Sendable {
    /// A little-endian unsigned integer.
    case unsigned
    /// A little-endian signed integer.
    case signed
    /// A byte that is to be one of ``FieldDescription/values``.
    case enumeration
    /// Bytes in wire order.
    case bytes
    /// An address, the low byte first.
    case address
    case text
    /// Major version in the first byte, minor and maintenance version in the halves of the second.
    case version
    case record([FieldDescription])
    case list(FieldDescription)
    /// One of several records.
    case choice(Choice)
  }

  /// How many bytes a field has, or how many elements a list.
  public enum Size: Hashable, Sendable {
    case bytes(Int)
    case field(String)
    /// The count that some bits of an earlier field choose; none where they choose nothing.
    case derived(from: String, mask: Int, shift: Int, values: [Int])
    /// One of these; the message does not say which.
    case unsaid([Int])
    case rest
    case parts
  }

  /// Records of which the values of earlier fields choose one.
  public struct Choice: Sendable {
    /// A record, and the values that choose it.
    public struct Case: Sendable {
      /// One for each field of ``Choice/by``.
      public let values: [Int]
      /// The fields of the record.
      public let fields: [FieldDescription]

      /// A record and its values.
      public init(_ values: [Int], _ fields: [FieldDescription]) {
        self.values = values
        self.fields = fields
      }
    }

    /// The fields whose values choose.
    public let by: [String]
    /// The records.
    public let cases: [Case]

    /// Records that the fields `by` choose from.
    public init(by: [String], _ cases: [Case]) {
      self.by = by
      self.cases = cases
    }
  }

  /// The value that an earlier field has where the field is present.
  public struct Condition: Hashable, Sendable {
    /// The name of the earlier field.
    public let field: String
    /// Its value.
    public let value: Int

    /// `field` has `value`.
    public init(_ field: String, equals value: Int) {
      self.field = field
      self.value = value
    }
  }

  /// The fields of bytes in the dialects of one vendor.
  public struct VendorRecord: Sendable {
    /// The vendor.
    public let vendor: UCIVendor
    /// The fields; the bytes hold them where they have exactly their size.
    public let fields: [FieldDescription]

    /// The record of a vendor.
    public init(_ vendor: UCIVendor, _ fields: [FieldDescription]) {
      self.vendor = vendor
      self.fields = fields
    }
  }

  /// The name, such as `session_token`.
  public let name: String
  /// Its content.
  public let kind: Kind
  /// Its bytes, or the elements of a list.
  public let size: Size
  /// The values that have names; of bytes that hold a list of parameters, their identifiers.
  public let values: (any FieldValues.Type)?
  /// The unit of the number divided by ``divisor``.
  public let unit: String?
  /// A negative one: the number is a magnitude.
  public let divisor: Int
  /// The number that means that there is no value.
  public let none: Int64?
  /// The least number that means something, where it is not the type's.
  public let least: Int64?
  /// The greatest number that means something, where it is not the type's.
  public let most: Int64?
  /// Its bits, where it does not fill its byte.
  public let bits: Int?
  /// What a sender puts there; reserved bits and bytes have it.
  public let constant: UInt8?
  /// The number that a person need not give.
  public let usual: UInt64?
  /// When the field is present; nil for always.
  public let condition: Condition?
  /// The fields of the bytes in the dialects of one vendor.
  public let vendorRecord: VendorRecord?

  // The tables have hundreds of these with a dozen defaults each, and inlined into all of them they cost the
  // compiler time: with this and messages that are `Equatable` alone, 107 s of processor became 70 (not
  // measured apart). It can go when `swift build -c release --target UCI` takes no longer without it.
  /// A field; what is left out it does not have.
  @inline(never) public init(
    _ name: String, _ kind: Kind, _ size: Size, values: (any FieldValues.Type)? = nil,
    unit: String? = nil, divisor: Int = 1, none: Int64? = nil, least: Int64? = nil,
    most: Int64? = nil, bits: Int? = nil, constant: UInt8? = nil, usual: UInt64? = nil,
    condition: Condition? = nil, vendorRecord: VendorRecord? = nil
  ) {
    self.name = name
    self.kind = kind
    self.size = size
    self.values = values
    self.unit = unit
    self.divisor = divisor
    self.none = none
    self.least = least
    self.most = most
    self.bits = bits
    self.constant = constant
    self.usual = usual
    self.condition = condition
    self.vendorRecord = vendorRecord
  }
}

/// The values of a byte that a table knows.
public protocol FieldValues: Sendable {
  static var values: [UInt8] { get }
  /// The values that vendors give a meaning, beside those that have names.
  static var vendorValues: [ClosedRange<UInt8>] { get }
  /// The name of a value as the vendor of `dialect` has it; nil for one that has none.
  static func name(of value: UInt8, in dialect: UCIDialect) -> String?
}

extension FieldValues {
  /// None.
  public static var vendorValues: [ClosedRange<UInt8>] { [] }

  /// No value has a name.
  public static func name(of value: UInt8, in dialect: UCIDialect) -> String? { nil }
}
