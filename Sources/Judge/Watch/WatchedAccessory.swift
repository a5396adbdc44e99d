import LabRuntime
import Links
import NearbyAccessory
import RigFile
import WireFormat

/// An accessory as the watch follows it.
///
/// It is lenient where sources differ: an accessory may leave a message unanswered, answer late, and
/// end a session by itself. What it may not do is say what nothing has asked for.
struct WatchedAccessory: WatchedBoard {
  /// Something that was asked for and was not answered yet.
  private struct Request {
    let at: LabInstant
    /// Whether an answer has Apple's layout: dialects that begin with one more byte, or with another
    /// identifier, have their own.
    var isPlain = true
  }

  private let claims: RigBoard.Claims
  private let limits: RigLimits
  private let policy: AcceptancePolicy
  /// Cuts what goes past the framing, as far as frames can be found in it.
  private var outgoing: any FrameCutter
  private var isFirst = true
  private var initializes: [Request] = []
  private var starts: [Request] = []
  private var stops: [Request] = []
  /// Starts that a stop has called off: that they have failed may be told beside it.
  private var calledOff: [Request] = []
  /// It has said did-start, and not yet did-stop.
  private var isRanging = false
  private var identity: AccessoryIdentity?
  private var address: [UInt8] = []
  var ranges: [WatchedRange] { [] }
  var distanceRule: WatchRule { AccessoryRules.distance }

  init(_ board: RigBoard, limits: RigLimits) {
    claims = board.claims
    self.limits = limits
    outgoing = board.framing.map { StreamCutter($0) } ?? MessageCutter()
    var policy = AcceptancePolicy.complete
    policy.maximumClockDrift = UInt16(clamping: limits.driftMaximum)
    let interval = limits.intervalMinimum.inWholeMilliseconds
    policy.intervalBounds = interval...max(interval, limits.intervalMaximum.inWholeMilliseconds)
    self.policy = policy
  }

  /// Whether it may be configuration data that was asked for.
  func awaits(_ frame: [UInt8]) -> Bool {
    !initializes.isEmpty
      && frame.first == AccessoryMessage.Identifier.accessoryConfigurationData.rawValue
  }

  func isCalled(_ address: [UInt8]) -> Bool { address == self.address }

  mutating func opened(at now: LabInstant) {
    isFirst = true
    outgoing.reset()
  }

  mutating func sent(_ bytes: [UInt8], frame: [UInt8]?, at now: LabInstant) {
    if let frame { return ask(frame, at: now) }
    for case .frame(let frame) in outgoing.feed(bytes) { ask(frame, at: now) }
  }

  private mutating func ask(_ frame: [UInt8], at now: LabInstant) {
    guard let first = frame.first else { return }
    switch AccessoryMessage.Identifier(rawValue: first) {
    case .initialize:
      // 01 and 02 behind it ask some for the dialect of Android's phones.
      let asksForDialect = frame.count > 1 && [1, 2].contains(frame[1])
      initializes.append(Request(at: now, isPlain: !asksForDialect))
    case .communityAndroidInitialize, .nxpAndroidInitialize:
      initializes.append(Request(at: now, isPlain: false))
    case .configureAndStart, .communityAndroidConfigureAndStart: starts.append(Request(at: now))
    case .stop: stops.append(Request(at: now))
    default: break
    }
  }

  mutating func noise(_ reason: String, bytes: Int, at now: LabInstant) -> [Finding] {
    AccessoryRules.all.findings(
      in: AccessorySight(content: .noise(reason: reason, bytes: bytes), isFirst: isFirst))
  }

  mutating func forgetIdentity() { identity = nil }

  mutating func received(_ frame: [UInt8], at now: LabInstant) -> [Finding] {
    forgetOldRequests(at: now)
    var sight: AccessorySight
    do throws(WireError) {
      let message = try AccessoryMessage.decode(frame, direction: .accessoryToPhone)
      sight = AccessorySight(content: .message(message))
    } catch {
      sight = AccessorySight(content: .unreadable(error))
    }
    sight.frame = frame
    sight.isFirst = isFirst
    sight.vendorIDs = claims.vendorIDs ?? []
    if case .message(let message) = sight.content { take(message, &sight) }
    return AccessoryRules.all.findings(in: sight)
  }

  /// Answers come within their limits, and a good deal of what the rig itself may be late is allowed.
  private mutating func forgetOldRequests(at now: LabInstant) {
    func isOld(_ request: Request, _ limit: Duration) -> Bool {
      request.at.duration(to: now) > limit
    }
    while let first = stops.first, isOld(first, limits.stopAnswer * 2) { stops.removeFirst() }
    while let first = calledOff.first, isOld(first, limits.stopAnswer * 2) {
      calledOff.removeFirst()
    }
    while let first = starts.first, isOld(first, limits.removalTimeout) { starts.removeFirst() }
    while let first = initializes.first, isOld(first, limits.removalTimeout) {
      initializes.removeFirst()
    }
  }

  private mutating func take(_ message: AccessoryMessage, _ sight: inout AccessorySight) {
    switch message {
    case .accessoryConfigurationData(let body):
      sight.wasAsked = !initializes.isEmpty
      let isPlain = initializes.allSatisfy(\.isPlain)
      if !initializes.isEmpty { initializes.removeFirst() }
      guard isPlain else { break }
      do throws(WireError) {
        let data = try AccessoryConfigurationData.decode(body)
        sight.data = data
        sight.violations = policy.violations(of: data)
        sight.identity = identity
        identity = identity ?? AccessoryIdentity(data)
        let address = data.uwb.sourceAddress
        self.address = [
          UInt8(truncatingIfNeeded: address), UInt8(truncatingIfNeeded: address >> 8),
        ]
      } catch { sight.dataError = error }
    case .didStart:
      sight.wasAsked = !starts.isEmpty
      if !starts.isEmpty { starts.removeFirst() }
      isRanging = true
    case .didStop:
      // A start that fails is told by did-stop too.
      sight.wasAsked =
        isRanging || !stops.isEmpty || !starts.isEmpty || !calledOff.isEmpty
      if let stop = stops.first {
        calledOff += starts.filter { $0.at < stop.at }
        starts.removeAll { $0.at < stop.at }
        stops.removeFirst()
      } else if !isRanging, !calledOff.isEmpty {
        calledOff.removeFirst()
      } else if !isRanging, !starts.isEmpty {
        starts.removeFirst()
      }
      isRanging = false
    default: break
    }
    if message.identifier.isDefined(in: .accessoryToPhone) { isFirst = false }
  }
}

extension Duration {
  /// Milliseconds without a fraction, as far as the number goes.
  fileprivate var inWholeMilliseconds: UInt16 { UInt16(clamping: microseconds / 1000) }
}
