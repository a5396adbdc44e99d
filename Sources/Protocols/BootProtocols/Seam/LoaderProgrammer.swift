internal import WireFormat

/// How a programmer goes about its work with a loader in ROM.
public struct LoaderOptions: Equatable, Sendable {
  /// Whether the flash is compared with what was written.
  public var verifies: Bool
  /// Whether the board is reset in the end.
  public var resets: Bool
  /// Nothing is written where the board holds the image already.
  public var skipsIfSame: Bool

  /// Verified and reset, and written whatever is there.
  public init(verifies: Bool = true, resets: Bool = true, skipsIfSame: Bool = false) {
    self.verifies = verifies
    self.resets = resets
    self.skipsIfSame = skipsIfSame
  }

  /// Nothing is changed, and the board stays in its loader.
  static let identifying = LoaderOptions(resets: false)
}

/// A programmer that ends once, and takes nothing afterwards.
protocol EndingProgrammer: BootProgrammer {
  var total: Int { get }
  /// Nothing is asked any more, and nothing is taken.
  mutating func end()
}

extension EndingProgrammer {
  var total: Int { 0 }

  mutating func fail(_ code: String, _ message: String, _ advice: String) -> [ProgrammerAction] {
    end()
    return [
      .failed(BootFailure(code: code, message: message, advice: advice, imageTouched: imageTouched))
    ]
  }

  mutating func finish() -> [ProgrammerAction] {
    end()
    return [.finished]
  }

  func progress(_ phase: String, _ done: Int = 0) -> [ProgrammerAction] {
    [.progress(BootProgress(phase: phase, done: done, total: total))]
  }

  /// The end for segments that lie on each other; nil where none do.
  mutating func failure(overlapping segments: [ImageSegment]) -> [ProgrammerAction]? {
    ImageSegment.overlap(segments).map { place in
      fail(
        "image", "two segments overlap at \(BootText.hex(place, digits: 8))",
        "merge the images into one")
    }
  }
}

/// A request as it goes over the line.
protocol LoaderRequest: Sendable {
  var stream: [UInt8] { get }
}

/// A request that is on its way, and how often it may still be sent.
struct AskedRequest<Request: LoaderRequest>: Sendable {
  var request: Request
  var timeout: Int
  var tries: Int
}

/// A programmer that has one request on its way, and sends it again when no answer comes.
protocol AskingProgrammer: EndingProgrammer {
  associatedtype Request: LoaderRequest
  /// Microseconds that an answer may take where nothing else is said.
  static var ordinaryTimeout: Int { get }
  var asked: AskedRequest<Request>? { get set }
}

extension AskingProgrammer {
  mutating func ask(
    _ request: Request, timeout: Int = ordinaryTimeout, tries: Int = 3
  ) -> [ProgrammerAction] {
    asked = AskedRequest(request: request, timeout: timeout, tries: tries)
    return [.send(request.stream), .expect(microseconds: timeout)]
  }

  /// The same request once more; nil when it was sent often enough.
  ///
  /// - Parameter filler: what ends a request that was left unfinished.
  mutating func repeated(behind filler: [UInt8] = []) -> [ProgrammerAction]? {
    guard var asked, asked.tries > 1 else { return nil }
    asked.tries -= 1
    self.asked = asked
    return [
      .pause(microseconds: 100_000), .discardInput, .send(filler + asked.request.stream),
      .expect(microseconds: asked.timeout),
    ]
  }
}
