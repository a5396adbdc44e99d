internal import CZlib

/// Unpacks a run of bytes that was packed with deflate (RFC 1951), through zlib.
///
/// The only unsafe code of the module. Both buffers stand still while zlib works on them, and it is
/// given their exact sizes.
enum Inflate {
  /// The unpacked bytes where they are exactly `count`; nil where they are not, or where the packed
  /// bytes are damaged or not used up. Memory for `count` bytes is taken, whatever is packed.
  static func bytes(_ packed: [UInt8], count: Int) -> [UInt8]? {
    guard count >= 0, count < Int(Int32.max), packed.count < Int(Int32.max) else { return nil }
    var input = packed
    // One byte more, so that data that is too long shows, and there is a buffer at all.
    var output = [UInt8](repeating: 0, count: count + 1)
    let produced = unsafe input.withUnsafeMutableBufferPointer { input -> Int? in
      unsafe output.withUnsafeMutableBufferPointer { output -> Int? in
        var stream = unsafe z_stream()
        // Negative window bits: no zlib header, as in a zip file.
        guard
          unsafe inflateInit2_(&stream, -15, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
            == Z_OK
        else { return nil }
        defer { _ = unsafe inflateEnd(&stream) }
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = UInt32(input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = UInt32(output.count)
        guard unsafe inflate(&stream, Z_FINISH) == Z_STREAM_END, unsafe stream.avail_in == 0 else {
          return nil
        }
        return unsafe output.count - Int(stream.avail_out)
      }
    }
    guard produced == count else { return nil }
    output.removeLast()
    return output
  }
}
