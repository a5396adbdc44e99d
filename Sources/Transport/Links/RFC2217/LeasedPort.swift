public import Errors
public import LabRuntime
import Synchronization

/// A port of another machine that this program has for a while.
///
/// When such a link ends, that tells nothing of the board, unless the server of the port says that it was
/// the port that ended: the lease may be lost, the server or the network gone. A run must not take that
/// for a fault of the board.
public final class LeasedPort: LinkSource {
  /// Where the port is at the moment: a server may come back with another number.
  public struct Endpoint: Hashable, Sendable {
    /// The host of the server.
    public var host: String
    /// Its port.
    public var port: UInt16
    /// Whether it speaks RFC 2217; otherwise it passes bytes.
    public var isRemotePort: Bool
    /// The rate of the line; nil for the usual one.
    public var speed: Int?
    /// Whether it is for clients alone that the bench's owner has admitted.
    public var isGuarded: Bool

    /// A place in the network.
    public init(
      host: String, port: UInt16, isRemotePort: Bool, speed: Int?, isGuarded: Bool = false
    ) {
      self.isGuarded = isGuarded
      self.host = host
      self.port = port
      self.isRemotePort = isRemotePort
      self.speed = speed
    }
  }

  /// `labgrid:` and the place.
  public let name: String
  private let lab: Lab
  private let locate: @Sendable () throws(RigError) -> Endpoint
  private let enter: @Sendable (any Link) async throws(RigError) -> any Link
  /// How long a bench that was there may be away; a coordinator gives a kit that has come back to its
  /// holder within 15 s.
  private static let absence = Duration.seconds(20)
  /// The link that was opened last.
  private let latest = Mutex<LeasedLink?>(nil)
  /// Whether the bench was waited for, and did not come.
  private let isGone = Mutex(false)

  /// A port by the name of its lease.
  ///
  /// - Parameters:
  ///   - locate: where the port is now; throws where the lease is lost.
  ///   - enter: goes through the admission of a bench that has one.
  public init(
    _ lab: Lab, name: String, locate: @escaping @Sendable () throws(RigError) -> Endpoint,
    enter: @escaping @Sendable (any Link) async throws(RigError) -> any Link = {
      link throws(RigError) in link
    }
  ) {
    self.enter = enter
    self.lab = lab
    self.name = name
    self.locate = locate
  }

  /// Connects to where the port is now. A bench that was there and is away is waited for, once.
  public func open() async throws(RigError) -> any Link {
    let end = lab.now.advanced(by: Self.absence)
    while true {
      do throws(RigError) {
        let link = try await connect()
        latest.withLock { $0 = link }
        isGone.withLock { $0 = false }
        return link
      } catch {
        let wasThere = latest.withLock { $0 != nil } && !isGone.withLock { $0 }
        // A port that the bench says is closed is the board's matter.
        let ends: [RigError.Code] = [.endedHere, .refused, .cancelled, .closed]
        guard wasThere, !ends.contains(error.code) else { throw error }
        guard lab.now < end else {
          isGone.withLock { $0 = true }
          throw RigError(
            error.code, error.context,
            reason: "\(error.reason); it was waited for \(Self.absence / .seconds(1)) s",
            advice: error.advice)
        }
        try await lab.sleep(for: .milliseconds(500), label: "\(name) to be back")
      }
    }
  }

  /// Why nothing that came, or did not come, over the link tells of the board: the lease is lost, or the
  /// server does not answer a question of its own; nil where both are well.
  public func fault(within limit: Duration) async -> RigError? {
    do throws(RigError) { _ = try locate() } catch { return error }
    guard let link = latest.withLock({ $0 }) else { return nil }
    return await link.fault(within: limit)
  }

  private func connect() async throws(RigError) -> LeasedLink {
    let end: Endpoint
    do throws(RigError) { end = try locate() } catch { throw error.endedHere(name) }
    do throws(RigError) {
      guard end.isRemotePort else {
        return LeasedLink(
          try await TCPClient(lab: lab, host: end.host, port: end.port).open(), name: name,
          locate: locate)
      }
      let port = RemotePort(
        lab: lab, host: end.host, port: end.port, parameters: SerialParameters(baud: end.speed),
        enter: end.isGuarded ? enter : nil)
      return LeasedLink(try await port.open(), name: name, locate: locate)
    } catch {
      throw RigError(
        error.code, name,
        reason: "the bench at \(end.host) port \(end.port) cannot be used: \(error.reason)",
        advice: error.advice)
    }
  }
}

extension RigError {
  /// The same end, as one that the infrastructure has brought about.
  fileprivate func endedHere(_ name: String) -> RigError {
    RigError(.endedHere, name, reason: reason, advice: advice)
  }
}

/// A link that ends in a leased port. Where its server passes bytes alone, nothing is known of a line.
final class LeasedLink: LineWrapper {
  let name: String
  let inner: any Link
  private let locate: @Sendable () throws(RigError) -> LeasedPort.Endpoint

  init(
    _ link: any Link, name: String,
    locate: @escaping @Sendable () throws(RigError) -> LeasedPort.Endpoint
  ) {
    inner = link
    self.name = name
    self.locate = locate
  }

  func start(_ receive: @escaping @Sendable (LinkEvent) -> Void) {
    inner.start { [self] event in
      if case .closed(let error) = event {
        receive(.closed(judged(error)))
      } else {
        receive(event)
      }
    }
  }

  func send(_ bytes: [UInt8]) async throws(RigError) {
    do throws(RigError) { try await inner.send(bytes) } catch {
      throw error.code == .closed ? judged(error) : error
    }
  }

  func close() { inner.close() }

  /// Whose end it was.
  private func judged(_ error: RigError) -> RigError {
    do throws(RigError) { _ = try locate() } catch { return error.endedHere(name) }
    if (inner as? RemotePortLink)?.hasPortEnded == true { return error.at(name) }
    return RigError(
      .endedHere, name,
      reason: "the connection to the bench has ended, which tells nothing of the board: "
        + error.reason)
  }

  func fault(within limit: Duration) async -> RigError? {
    guard let port = inner as? RemotePortLink, !port.hasPortEnded else { return nil }
    do throws(RigError) {
      try await port.proveServer(within: limit)
      return nil
    } catch {
      return error.code == .cancelled
        ? nil : RigError(.endedHere, name, reason: "the bench does not answer: \(error.reason)")
    }
  }

  func setRate(_ baud: Int) async throws(RigError) {
    guard let line = inner as? any SerialLine else {
      throw RigError(
        .notAvailable, name, reason: "the server of the port passes bytes and sets no rate",
        advice: "Let it speak RFC 2217")
    }
    try await line.setRate(baud)
  }
}
