import Boards
import BootProtocols
import FirmwareImages
import Flashing
import JSONDocuments

struct FlashDocument: Document, Described {
  static let schema = "uwbrig.flash/1"
  static let about = "What `uwbrig flash --json` prints: an object a line."
  static let notes: [String: Note] = [
    "bytes": Note(least: 0), "done": Note(least: 0), "total": Note(least: 0),
  ]

  enum Event: String, Codable, CaseIterable {
    case plan, progress, note, done
    case alreadyThere = "already-there"
    case failed
  }

  struct Stage: Codable, Described {
    static let notes: [String: Note] = ["bytes": Note(least: 0)]

    struct Segment: Codable {
      var address: UInt32
      var bytes: UInt
    }

    var what: String
    var detail: String
    var bytes: Int
    var segments: [Segment]
  }

  struct Finding: Codable {
    var severity: ImageFinding.Severity
    var code: String
    var sentence: String
    var advice: String
  }

  var event: Event
  var board: String
  @IfPresent var link: String?
  @IfPresent var method: String?
  @IfPresent var image: String?
  @IfPresent var format: String?
  @IfPresent var bytes: Int?
  @IfPresent var stages: [Stage]?
  @IfPresent var verification: String?
  @IfPresent var preserves: String?
  @IfPresent var findings: [Finding]?
  @IfPresent var profile: String?
  @IfPresent var device: String?
  @IfPresent var afterwards: String?
  @IfPresent var entry: String?
  @IfPresent var erases: String?
  @IfPresent var text: String?
  @IfPresent var phase: String?
  @IfPresent var done: Int?
  @IfPresent var total: Int?
  @IfPresent var seconds: Double?
  @IfPresent var verified: Bool?
  @IfPresent var code: String?
  @IfPresent var message: String?
  @IfPresent var touched: Bool?
  @IfPresent var advice: String?
  @IfPresent var command: String?
}

extension FlashDocument {
  init(
    _ plan: FlashOutline, _ findings: [ImageFinding], for board: String, _ attached: AttachedTarget?
  ) {
    self.init(
      event: .plan, board: board, link: plan.route, method: plan.method, image: plan.image,
      format: plan.format.rawValue, bytes: plan.bytes, stages: plan.stages.map(Stage.init),
      verification: plan.verification, preserves: plan.preserves,
      findings: findings.map {
        Finding(severity: $0.severity, code: $0.code, sentence: $0.sentence, advice: $0.advice)
      }, profile: attached?.profile.name, device: attached?.description,
      afterwards: plan.afterwards,
      entry: plan.entry, erases: plan.erases)
  }
}

extension FlashDocument.Stage {
  fileprivate init(_ stage: FlashOutline.Stage) {
    self.init(
      what: stage.what, detail: stage.detail, bytes: stage.bytes,
      segments: stage.segments.map { Segment(address: $0.address, bytes: UInt($0.count)) })
  }
}

extension ImageFinding.Severity: Codable {}
