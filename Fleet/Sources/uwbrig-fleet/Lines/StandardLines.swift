import FoundationEssentials
import Glibc
import Synchronization

/// Standard input and output, a JSON object a line.
enum StandardLines {
  /// Nobody sends more than this in one line.
  private static let longest = 1 << 22
  private static let output = Mutex(())

  static func say(_ report: Report) {
    guard var line = try? JSONEncoder().encode(report) else { return }
    line.append(0x0A)
    output.withLock { _ in
      line.withUnsafeBytes { bytes in
        var sent = 0
        while sent < bytes.count {
          let count = write(1, bytes.baseAddress.map { $0 + sent }, bytes.count - sent)
          if count > 0 { sent += count } else if errno != EINTR { return }
        }
      }
    }
  }

  /// Takes care of the signals that end a program; before any thread, which takes over what is blocked.
  static func blockSignals() {
    var signals = ending
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  private static var ending: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, number) }
    return signals
  }

  /// The orders, until the end of standard input or a signal.
  static func orders() -> AsyncStream<Result<Order, Failure>> {
    let (orders, continuation) = AsyncStream.makeStream(of: Result<Order, Failure>.self)
    Thread { read(into: continuation) }.start()
    Thread {
      var signals = ending
      var number: Int32 = 0
      sigwait(&signals, &number)
      continuation.finish()
    }.start()
    return orders
  }

  private static func read(into orders: AsyncStream<Result<Order, Failure>>.Continuation) {
    var rest: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(0, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0, rest.count < longest else { break }
      rest += buffer[..<count]
      while let end = rest.firstIndex(of: 0x0A) {
        let line = rest[..<end]
        rest = Array(rest[(end + 1)...])
        guard !line.isEmpty else { continue }
        do { orders.yield(.success(try JSONDecoder().decode(Order.self, from: Data(line)))) } catch
        {
          orders.yield(.failure(Failure("a line on standard input is no order: \(error)")))
        }
      }
    }
    orders.finish()
  }
}

/// A thread of its own: reading standard input blocks.
private struct Thread: @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func start() {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body))
    pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, box.toOpaque())
    pthread_detach(thread)
  }

  private final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
