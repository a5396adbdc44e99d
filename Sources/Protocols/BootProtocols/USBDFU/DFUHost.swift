public import WireFormat

/// Actions that a DFU host asks of the device's owner, carried out in order.
public enum DFUHostAction: Equatable, Sendable {
  /// A control transfer, whose result is given to ``DFUHost/completed(_:)``; always the last.
  case transfer(DFUTransfer)
  /// Nothing is done for so long: what the device asked for.
  case pause(microseconds: Int)
  /// A reset of the bus, with which the device starts what was written.
  case resetBus
  case progress(BootProgress)
  case finished
  case failed(BootFailure)
}

/// Downloads an image into a device in DFU mode, plain or with ST's extension, as a pure value.
public struct DFUHost: Sendable {
  enum Step: Equatable, Sendable {
    case erase(UInt32)
    case point(UInt32)
    case block(segment: Int, offset: Int, number: UInt16)
    /// Back to idle, from where an upload may begin.
    case settle
    case upload(segment: Int, offset: Int, number: UInt16)
    /// The empty block that ends a download.
    case end
  }

  enum Stage: Equatable, Sendable {
    case idle, over
    /// Whatever state the device was left in, it is brought to idle.
    case entering(tries: Int)
    case transferring(Int)
    case polling(Int, times: Int)
    /// A transfer was refused, and the status says why.
    case explaining(Int)
  }

  let descriptor: DFUDescriptor
  let memory: DfuSeMemory?
  let segments: [ImageSegment]
  /// Whether what was written is uploaded and compared, where the device can.
  let verifies: Bool
  let total: Int
  var plan: [Step] = []
  var stage = Stage.idle
  var touched = false
  var written = 0
  var verified = 0

  /// For a plain device the segments' bytes follow each other, whatever their addresses; a DfuSe
  /// device wants its memory, from the name of its alternate setting.
  public init(
    segments: [ImageSegment], descriptor: DFUDescriptor, memory: DfuSeMemory? = nil,
    verifies: Bool = true
  ) {
    self.segments = ImageSegment.sorted(segments)
    self.descriptor = descriptor
    self.memory = memory
    self.verifies = verifies
    self.total = self.segments.reduce(0) { $0 + $1.bytes.count }
  }

  /// The request that brings an application into DFU mode, and whether a reset of the bus has to
  /// follow because the device does not leave by itself.
  public static func detach(
    _ descriptor: DFUDescriptor
  ) -> (request: DFUTransfer, needsBusReset: Bool) {
    let wait = UInt16(clamping: descriptor.detachMilliseconds)
    return (DFUTransfer(.detach, value: wait), !descriptor.detachesItself)
  }

  /// Starts. Called once, before anything else.
  public mutating func begin() -> [DFUHostAction] {
    do throws(BootFailure) {
      plan = try makePlan()
    } catch {
      stage = .over
      return [.failed(error)]
    }
    stage = .entering(tries: 0)
    return [.transfer(Self.askStatus)]
  }

  /// Takes how the last transfer ended.
  public mutating func completed(_ result: DFUTransferResult) -> [DFUHostAction] {
    switch stage {
    case .idle, .over: return []
    case .entering(let tries): return enter(tries, result)
    case .transferring(let index): return transferred(index, result)
    case .polling(let index, let times): return polled(index, times, result)
    case .explaining(let index):
      guard case .completed(let bytes) = result, let status = DFUStatus(bytes) else {
        return refused("the device refused a request \(words(index)) and does not say why")
      }
      return refused(status, words(index))
    }
  }

  static let askStatus = DFUTransfer(.getStatus, length: 6)

  private mutating func enter(_ tries: Int, _ result: DFUTransferResult) -> [DFUHostAction] {
    guard tries < 8 else {
      return fail(
        "protocol", "the device does not become idle",
        "unplug it, plug it in and repeat the command")
    }
    stage = .entering(tries: tries + 1)
    guard result != .gone else { return vanished("before the transfer") }
    // The answer to a request that brings no status is followed by the question for it.
    guard case .completed(let bytes) = result, let status = DFUStatus(bytes) else {
      return [.transfer(Self.askStatus)]
    }
    switch status.state {
    case .idle: return perform(0)
    case .error: return [.transfer(DFUTransfer(.clearStatus))]
    case .applicationIdle, .applicationDetach:
      return fail(
        "protocol", "the device runs its application and is not in DFU mode",
        "detach it first, or hold its boot button while you plug it in")
    default:
      return [.pause(microseconds: pause(status)), .transfer(DFUTransfer(.abort))]
    }
  }

  private mutating func transferred(
    _ index: Int, _ result: DFUTransferResult
  ) -> [DFUHostAction] {
    guard plan.indices.contains(index) else { return finish() }
    switch result {
    case .gone: return plan[index] == .end ? finish() : vanished(words(index))
    case .stalled:
      stage = .explaining(index)
      return [.transfer(Self.askStatus)]
    case .completed(let bytes):
      switch plan[index] {
      case .upload(let segment, let offset, _): return compare(index, segment, offset, bytes)
      case .settle: return perform(index + 1)
      case .erase, .point, .block, .end:
        stage = .polling(index, times: 0)
        return [.transfer(Self.askStatus)]
      }
    }
  }

  private mutating func polled(
    _ index: Int, _ times: Int, _ result: DFUTransferResult
  ) -> [DFUHostAction] {
    guard plan.indices.contains(index) else { return finish() }
    let isEnd = plan[index] == .end
    guard case .completed(let bytes) = result, let status = DFUStatus(bytes) else {
      // A device that starts its application does not stay to say so.
      return isEnd ? finish() : vanished(words(index))
    }
    switch status.state {
    case .error: return refused(status, words(index))
    case .downloadIdle where !isEnd: return done(index)
    case .idle where isEnd: return perform(index + 1)
    case .manifestWaitReset where isEnd: return [.resetBus] + finish()
    case .manifest where isEnd && descriptor.isDfuSe:
      return [.pause(microseconds: pause(status))] + finish()
    default: break
    }
    guard times < 20_000 else {
      return fail(
        "no-answer", "the device stays busy \(words(index))",
        "unplug it, plug it in and repeat the command")
    }
    stage = .polling(index, times: times + 1)
    return [.pause(microseconds: pause(status)), .transfer(Self.askStatus)]
  }

  /// The pause that the device asks for, between 1 ms and five minutes.
  private func pause(_ status: DFUStatus) -> Int {
    min(max(1, status.pollMilliseconds), 300_000) * 1000
  }

  private mutating func done(_ index: Int) -> [DFUHostAction] {
    guard case .block(let segment, let offset, _) = plan[index] else { return perform(index + 1) }
    written += chunk(segment, offset).count
    return [.progress(BootProgress(phase: "write", done: written, total: total))]
      + perform(index + 1)
  }

  private mutating func compare(
    _ index: Int, _ segment: Int, _ offset: Int, _ bytes: [UInt8]
  ) -> [DFUHostAction] {
    let wanted = chunk(segment, offset)
    // A plain device may give more than was written: the rest of its memory.
    guard Array(bytes.prefix(wanted.count)) == wanted else {
      return fail(
        "verify", "the device does not hold what was sent, from byte \(verified) on",
        "flash it again; if it fails at the same place, its memory is worn")
    }
    verified += wanted.count
    return [.progress(BootProgress(phase: "verify", done: verified, total: total))]
      + perform(index + 1)
  }

  func chunk(_ segment: Int, _ offset: Int) -> [UInt8] {
    guard segments.indices.contains(segment) else { return [] }
    return Array(segments[segment].bytes.dropFirst(offset).prefix(descriptor.transferSize))
  }

  mutating func finish() -> [DFUHostAction] {
    stage = .over
    return [.finished]
  }

  mutating func fail(_ code: String, _ message: String, _ advice: String) -> [DFUHostAction] {
    stage = .over
    return [
      .failed(BootFailure(code: code, message: message, advice: advice, imageTouched: touched))
    ]
  }

  private mutating func vanished(_ place: String) -> [DFUHostAction] {
    fail(
      "no-answer", "the device left the bus \(place)",
      "plug it in again in DFU mode and repeat the command")
  }

  private mutating func refused(_ status: DFUStatus, _ place: String) -> [DFUHostAction] {
    let name = DFUError(rawValue: status.error)?.words ?? "error \(status.error)"
    return refused("the device refused \(place): \(name)")
  }

  private mutating func refused(_ message: String) -> [DFUHostAction] {
    fail(
      "refused", message,
      touched
        ? "put the device into DFU mode and flash it again"
        : "check that the image is for this device and that it is not protected")
  }
}
