/// The bytes as lower-case hexadecimal digits.
func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// The bytes that hexadecimal digits stand for.
func bytes(_ digits: String) -> [UInt8] {
  let values = digits.compactMap { $0.hexDigitValue }.map { UInt8($0) }
  return stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
}
