/// A number on the wire that stands for something; any other is kept.
public protocol NamedNumber: RawRepresentable, Hashable, Sendable, CustomStringConvertible
where RawValue: FixedWidthInteger & UnsignedInteger & Sendable {
  /// The values that mean something, and their names.
  static var names: [(value: RawValue, name: String)] { get }
  /// Any number.
  init(rawValue: RawValue)
}

extension NamedNumber {
  /// The name, or the number where it has none.
  public var description: String {
    Self.names.first { $0.value == rawValue }?.name ?? "reserved \(rawValue)"
  }

  /// Whether the value means something.
  public var isKnown: Bool { Self.names.contains { $0.value == rawValue } }
}

/// A bit map: each bit stands for a number.
public protocol NumberBits: NamedNumber, ExpressibleByArrayLiteral {
  /// The number of bit 0.
  static var first: Int { get }
  /// The numbers that mean something.
  static var defined: Self { get }
}

extension NumberBits {
  /// None has a name.
  public static var names: [(value: RawValue, name: String)] { [] }

  /// The set of these numbers; what no bit stands for is left out.
  public init(_ numbers: some Sequence<Int>) {
    var bits: RawValue = 0
    for number in numbers where (0..<RawValue.bitWidth).contains(number - Self.first) {
      bits |= 1 << RawValue(number - Self.first)
    }
    self.init(rawValue: bits)
  }

  /// The set of these numbers.
  public init(arrayLiteral numbers: Int...) { self.init(numbers) }

  /// The numbers, in ascending order.
  public var numbers: [Int] {
    (0..<RawValue.bitWidth).filter { rawValue >> RawValue($0) & 1 == 1 }.map { $0 + Self.first }
  }

  /// Whether a number is among them.
  public func contains(_ number: Int) -> Bool { numbers.contains(number) }

  /// Whether there is one, and each means something.
  public var areDefined: Bool { rawValue != 0 && rawValue & ~Self.defined.rawValue == 0 }

  /// What is in both.
  public func intersection(_ other: Self) -> Self { Self(rawValue: rawValue & other.rawValue) }

  /// The numbers in words, without those of a row.
  public var description: String {
    numbers.isEmpty ? "none" : numbers.map { "\($0)" }.joined(separator: " ")
  }
}
