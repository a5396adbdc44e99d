import CInterposer
import Glibc
import LabRuntime
import Links

/// Round trips over a pseudo-terminal with an echo in C behind it: ours (port, frames, lab) and plain
/// C, in turn.
func benchmarkPty(_ count: Int = 4000, bytes: Int = 16) {
  var path = [CChar](repeating: 0, count: 128)
  guard interposer_echo_pty(&path, path.count) >= 0 else {
    print("no pseudo-terminal to be had")
    return
  }
  let slave = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  var own: [Double] = []
  var plain: [Double] = []
  for _ in 0..<8 {
    let descriptor = interposer_open_raw(slave)
    guard descriptor >= 0 else { return print("the terminal does not open") }
    for _ in 0..<count / 8 {
      plain.append(Double(interposer_round_trip(descriptor, bytes)) / 1000)
    }
    close(descriptor)
    own += (try? ownRoundTrips(slave, count / 8, bytes)) ?? []
  }
  print("\nPseudo-terminal round trip, \(bytes) bytes, µs (\(own.count) each, in turn)")
  for (name, times) in [("uwbrig: SerialPort, FrameLink, live lab", own), ("plain C", plain)] {
    print(
      padded(name, 44)
        + "p50 \(number(percentile(times, 0.5)))  p99 \(number(percentile(times, 0.99)))")
  }
  print(
    padded("ratio", 44) + "p50 \(number(percentile(own, 0.5) / percentile(plain, 0.5)))  "
      + "p99 \(number(percentile(own, 0.99) / percentile(plain, 0.99)))")
}

private func ownRoundTrips(_ path: String, _ count: Int, _ bytes: Int) throws -> [Double] {
  let lab = Lab.live(seed: 0)
  return try lab.run {
    let port = SerialPort(lab, path: path, parameters: .standard)
    let frames = FrameLink(
      try await port.open(), cutter: StreamCutter(.length16), lab: lab)
    defer { frames.close() }
    let message = [UInt8](repeating: 0x55, count: bytes - 2)
    var times: [Double] = []
    for _ in 0..<count {
      let start = interposer_now_ns()
      try await frames.send(message)
      _ = try await frames.receive(until: lab.now.advanced(by: .seconds(5)))
      times.append(Double(interposer_now_ns() - start) / 1000)
    }
    return times
  }
}
