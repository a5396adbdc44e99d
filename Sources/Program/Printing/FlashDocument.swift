import Boards
import BootProtocols
package import FirmwareImages
package import Flashing
package import JSONDocuments

package struct FlashDocument: Document, Described {
  package static let schema = "uwbrig.flash/1"
  package static let about = "What `uwbrig flash --json` prints: an object a line."
  package static let notes: [String: Note] = [
    "bytes": Note(least: 0), "done": Note(least: 0), "total": Note(least: 0),
  ]

  package enum Event: String, Codable, CaseIterable {
    case plan, progress, note, done
    case alreadyThere = "already-there"
    case failed
  }

  package struct Stage: Codable, Described {
    package static let notes: [String: Note] = ["bytes": Note(least: 0)]

    struct Segment: Codable {
      var address: UInt32
      var bytes: UInt
    }

    package var what: String
    package var detail: String
    package var bytes: Int
    var segments: [Segment]
  }

  package struct Finding: Codable {
    package var severity: ImageFinding.Severity
    package var code: String
    package var sentence: String
    package var advice: String
  }

  package var event: Event
  package var board: String
  @IfPresent package var link: String?
  @IfPresent package var method: String?
  @IfPresent package var image: String?
  @IfPresent package var format: String?
  @IfPresent package var bytes: Int?
  @IfPresent var stages: [Stage]?
  @IfPresent package var verification: String?
  @IfPresent var preserves: String?
  @IfPresent package var findings: [Finding]?
  @IfPresent package var profile: String?
  @IfPresent package var device: String?
  @IfPresent package var afterwards: String?
  @IfPresent package var entry: String?
  @IfPresent package var erases: String?
  @IfPresent package var text: String?
  @IfPresent var phase: String?
  @IfPresent package var done: Int?
  @IfPresent package var total: Int?
  @IfPresent package var seconds: Double?
  @IfPresent package var verified: Bool?
  @IfPresent package var code: String?
  @IfPresent package var message: String?
  @IfPresent package var touched: Bool?
  @IfPresent package var advice: String?
  @IfPresent package var command: String?
}

extension FlashDocument {
  package init(
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
      segments: stage.segments.map {
        Segment(address: UInt32($0.lowerBound), bytes: UInt($0.count))
      })
  }
}

extension ImageFinding.Severity: Codable {}
