/// The key that the newest phone source makes of the session id that it sends beside it: the
/// generator of Java's library with the id as seed (Ranging OOB §5.2). Nothing secret.
public func seededSessionKey(sessionID: UInt32, count: Int) -> [UInt8] {
  let multiplier: UInt64 = 0x5_DEEC_E66D
  let mask: UInt64 = (1 << 48) - 1
  var state = (UInt64(bitPattern: Int64(Int32(bitPattern: sessionID))) ^ multiplier) & mask
  var bytes: [UInt8] = []
  while bytes.count < count {
    state = (state &* multiplier &+ 0xB) & mask
    let word = UInt32(truncatingIfNeeded: state >> 16)
    bytes += (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
  }
  return Array(bytes.prefix(count))
}
