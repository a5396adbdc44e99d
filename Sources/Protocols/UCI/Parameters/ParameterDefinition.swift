/// Some bits of a parameter with a meaning of their own.
public struct BitField: Hashable, Sendable {
  /// The name of the bits.
  public let name: String
  /// The lowest bit.
  public let shift: Int
  /// How many bits.
  public let width: Int

  /// Named bits.
  public init(_ name: String, shift: Int, width: Int) {
    self.name = name
    self.shift = shift
    self.width = width
  }
}

/// The definition of one parameter: its lengths, its values, its meaning.
public struct ParameterDefinition: Sendable {
  /// How the bytes of a value are to be read.
  public enum Kind: Hashable, Sendable {
    case unsigned
    case signed
    case bytes
    /// One or more addresses in wire order.
    case address
    /// Integers of `size` bytes each, one after the other.
    case packed(size: Int, signed: Bool)
  }

  /// The access to the parameter.
  public enum Access: Hashable, Sendable {
    case readWrite
    case readOnly
  }

  /// The identifier on the wire.
  public let id: UInt8
  /// The name, such as `CHANNEL_NUMBER`.
  public let name: String
  /// The lengths that a value may have, in bytes; empty when it varies or is not known.
  public let sizes: [Int]
  /// How a value is read.
  public let kind: Kind
  /// The lengths of one element, when the value is a list.
  public let elementSizes: [Int]
  /// The parameter that says how many elements the list has.
  public let countFrom: String?
  /// The value that holds when the host sets none; several numbers for a packed one.
  public let defaultValue: [Int64]
  /// The values allowed, where the limits are known.
  public let range: ClosedRange<Int64>?
  /// The unit, such as `RSTU` or `ms`.
  public let unit: String?
  /// The raw value is this many times the value in ``unit``.
  public let divisor: Int
  /// The access to it.
  public let access: Access
  /// Whether a session needs it before it leaves INIT.
  public let isMandatory: Bool
  /// The vendor whose parameter it is; nil for one of FiRa.
  public let vendor: UCIVendor?
  /// Names of values, in the order of the table.
  public let values: [NamedValue]
  /// Meanings of bits.
  public let bits: [BitField]
  /// Other names of the parameter.
  public let aliases: [String]

  /// A value that has a name.
  public struct NamedValue: Hashable, Sendable {
    /// The name, such as `TIME_SCHEDULED`.
    public let name: String
    /// The value.
    public let value: Int64
  }

  // Kept out of line for the compiler's time, as that of a field (FieldDescription.swift, which says how to
  // see when it can go).
  @inline(never) init(
    id: UInt8, name: String, sizes: [Int], kind: Kind = .unsigned, elementSizes: [Int] = [],
    countFrom: String? = nil, defaultValue: [Int64] = [], range: ClosedRange<Int64>? = nil,
    unit: String? = nil, divisor: Int = 1, access: Access = .readWrite, isMandatory: Bool = false,
    vendor: UCIVendor? = nil, values: KeyValuePairs<String, Int64> = [:], bits: [BitField] = [],
    aliases: [String] = []
  ) {
    self.id = id
    self.name = name
    self.sizes = sizes
    self.kind = kind
    self.elementSizes = elementSizes
    self.countFrom = countFrom
    self.defaultValue = defaultValue
    self.range = range
    self.unit = unit
    self.divisor = divisor
    self.access = access
    self.isMandatory = isMandatory
    self.vendor = vendor
    self.values = values.map { NamedValue(name: $0.key, value: $0.value) }
    self.bits = bits
    self.aliases = aliases
  }

  /// The name of a raw value; nil for one that has none.
  public func valueName(_ value: Int64) -> String? {
    values.first { $0.value == value }?.name
  }

  /// The raw value with a name, capitals or not; nil for a name that the parameter does not have.
  public func value(named name: String) -> Int64? {
    let wanted = name.uppercased()
    return values.first { $0.name == wanted }?.value
  }
}
