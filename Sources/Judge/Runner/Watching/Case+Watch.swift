import BootProtocols
import Journal
import RigFile
import Watch

extension Case {
  /// The suite of the rules of the frame watch.
  public static let watchSuite = "watch"

  /// The rules of the frame watch as cases: for lists, filters and excuses. No plan has them, since they
  /// are held in every case.
  public static let watchRules = WatchRule.all.map(Case.init(of:))

  /// A rule of the frame watch.
  init(of rule: WatchRule) {
    let boards: Boards =
      switch rule.firmware {
      case .niAccessory: .accessory
      case .rangingOOB: .rangingOOB
      default: .uci
      }
    self.init(
      rule.id, suite: Self.watchSuite, rule.title, requirement: rule.requirement,
      source: rule.source, boards: boards,
      tags: ["watch"]
    ) { _ in
      throw CaseEnding.rigFault("the frame watch is no case that runs")
    }
  }

  /// Why the frame watch suspends the rules that yield to it while the case runs; nil for a case that
  /// sends nothing but what a board can read.
  public var provocation: String? {
    tags.first(where: Self.provokingTags.contains).map { "it is a case of \($0)" }
  }

  /// Tags of cases that send what is no message, or send it so that nothing can be expected of what is
  /// made of it.
  private static let provokingTags = ["malformed", "fuzz", "survival"]
}
