import LabRuntime
import Links
import RangingOOB
import RigFile
import WireFormat

/// What the rules of accessories for Android phones look at.
struct OOBSight: Sendable {
  enum Content: Sendable {
    /// Bytes that belong to no value.
    case noise(reason: String, bytes: Int)
    case message(OOBMessage)
    /// A value that no phone reads.
    case unreadable(WireError)
  }

  let content: Content
  /// Nothing that can be read came before on this link: a bridge may print a banner.
  var isFirst = false
  /// A request of its kind came at any time before.
  var wasAsked = true
  /// The highest version that was asked for.
  var highestVersion: UInt8 = OOBMessage.highestVersion
  /// What ultra-wideband could do when it was first asked for; nil where it never was before.
  var firstUWB: CapabilityBlock.UWB?

  var message: OOBMessage? { if case .message(let message) = content { message } else { nil } }
  /// What ultra-wideband can do, where it is told here.
  var uwb: CapabilityBlock.UWB? {
    if case .capabilitiesResponse(let content)? = message?.body {
      content.blocks.ultraWideband
    } else {
      nil
    }
  }
}

/// An accessory for Android phones as the watch follows it.
///
/// It is lenient where sources differ: answers may be late, twice, or not there at all.
struct WatchedOOB: WatchedBoard {
  /// Cuts what goes past the framing, as far as values can be found in it.
  private var outgoing: any FrameCutter
  private var isFirst = true
  private var asked: Set<OOBMessage.Kind> = []
  private var wantsMotion = false
  private var highestVersion: UInt8 = 0
  private var addresses: [[UInt8]] = []
  private var firstUWB: CapabilityBlock.UWB?
  var ranges: [WatchedRange] { [] }
  var distanceRule: WatchRule { OOBRules.distance }

  init(_ board: RigBoard) {
    outgoing = board.framing.map { StreamCutter($0) } ?? MessageCutter()
  }

  func isCalled(_ address: [UInt8]) -> Bool { addresses.contains(address) }

  mutating func opened(at now: LabInstant) {
    isFirst = true
    outgoing.reset()
  }

  mutating func sent(_ bytes: [UInt8], frame: [UInt8]?, at now: LabInstant) {
    if let frame { return ask(frame) }
    for case .frame(let frame) in outgoing.feed(bytes) { ask(frame) }
  }

  private mutating func ask(_ value: [UInt8]) {
    guard value.count >= OOBMessage.headerSize else { return }
    asked.insert(OOBMessage.Kind(rawValue: value[1]))
    highestVersion = max(highestVersion, value[0])
    if case .configurationRequest(let content)? =
      (try? OOBMessage.decode(value, tolerance: .board))?
      .body, content.motion == .supported
    {
      wantsMotion = true
    }
  }

  mutating func noise(_ reason: String, bytes: Int, at now: LabInstant) -> [Finding] {
    OOBRules.all.findings(
      in: OOBSight(content: .noise(reason: reason, bytes: bytes), isFirst: isFirst))
  }

  mutating func forgetIdentity() { firstUWB = nil }

  mutating func received(_ frame: [UInt8], at now: LabInstant) -> [Finding] {
    var sight: OOBSight
    do throws(WireError) {
      let message = try OOBMessage.decode(frame)
      sight = OOBSight(content: .message(message))
      sight.wasAsked = wasAsked(message.kind)
      if case .capabilitiesResponse(let content) = message.body {
        addresses = content.blocks.lazy.compactMap(\.ultraWideband).map(\.address)
        sight.firstUWB = firstUWB
        firstUWB = firstUWB ?? content.blocks.ultraWideband
      }
    } catch {
      // A version that is still to come was asked for, and may have more than is known.
      if isNewer(frame) { return [] }
      sight = OOBSight(content: .unreadable(error))
    }
    sight.isFirst = isFirst
    sight.highestVersion = min(highestVersion, OOBMessage.highestPlausibleVersion)
    if sight.message != nil { isFirst = false }
    return OOBRules.all.findings(in: sight)
  }

  private func isNewer(_ frame: [UInt8]) -> Bool {
    guard let version = frame.first, version > OOBMessage.highestVersion else { return false }
    return version <= min(highestVersion, OOBMessage.highestPlausibleVersion)
  }

  private func wasAsked(_ kind: OOBMessage.Kind) -> Bool {
    switch kind {
    case .capabilitiesResponse: asked.contains(.capabilitiesRequest)
    case .configurationResponse: asked.contains(.configurationRequest)
    case .stopResponse: asked.contains(.stopRequest)
    case .motion: wantsMotion
    default: true
    }
  }
}
