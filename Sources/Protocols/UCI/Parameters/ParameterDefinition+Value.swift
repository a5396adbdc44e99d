import WireFormat

extension ParameterDefinition {
  /// The numbers that a value holds: one, or several when it is packed.
  ///
  /// Nil for byte strings, addresses and values whose length the definition does not have. An
  /// unsigned number above the largest `Int64` is given as that.
  public func numbers(of value: [UInt8]) -> [Int64]? {
    guard sizes.isEmpty || sizes.contains(value.count) else { return nil }
    switch kind {
    case .bytes, .address: return nil
    case .unsigned: return Self.numbers(of: value, size: value.count, signed: false)
    case .signed: return Self.numbers(of: value, size: value.count, signed: true)
    case .packed(let size, let signed):
      return Self.numbers(of: value, size: size, signed: signed)
    }
  }

  /// The bytes of numbers; nil when the parameter holds no numbers, or others.
  ///
  /// - Parameters:
  ///   - numbers: one, or as many as a packed value has.
  ///   - size: which of ``sizes`` to use; the largest by default.
  public func bytes(of numbers: [Int64], size: Int? = nil) -> [UInt8]? {
    guard let total = size ?? sizes.max(), sizes.contains(total) else { return nil }
    var width = total
    switch kind {
    case .bytes, .address: return nil
    case .unsigned, .signed: break
    case .packed(let size, _): width = size
    }
    guard width > 0, width <= 8, numbers.count == total / width else { return nil }
    var writer = WireWriter(capacity: total)
    for number in numbers {
      writer.writeUnsigned(UInt64(bitPattern: number), count: width)
    }
    return writer.bytes
  }

  private static func numbers(of value: [UInt8], size: Int, signed: Bool) -> [Int64]? {
    guard size > 0, size <= 8, value.count % size == 0 else { return nil }
    return stride(from: 0, to: value.count, by: size).map { start in
      var raw: UInt64 = 0
      for index in 0..<size { raw |= UInt64(value[start + index]) << UInt64(8 * index) }
      guard signed else { return Int64(clamping: raw) }
      let unused = UInt64(64 - 8 * size)
      return Int64(bitPattern: raw << unused) >> Int64(unused)
    }
  }
}
