public import Journal
import Statistics

/// How often a case ended how on its boards.
public struct LedgerCell: Sendable, Equatable {
  /// The id of the case with its parameter.
  public var `case`: String
  /// Its boards, with port and firmware.
  public var boards: [Outcome.Board]
  /// Outcomes by verdict.
  public var counts = VerdictCounts()

  /// A cell with nothing in it.
  public init(case id: String, boards: [Outcome.Board]) {
    self.case = id
    self.boards = boards
  }

  /// Outcomes that were not what the same case on the same board is known to do: FLAKY ones, and,
  /// where it has passed too, every FAIL, ERROR and INCONCLUSIVE. What always fails is broken, not
  /// flaky.
  public var unstable: Int {
    let good = counts[.pass] + counts[.finding] + counts[.flaky]
    let bad = counts[.fail] + counts[.error] + counts[.inconclusive]
    return counts[.flaky] + (good > 0 ? bad : 0)
  }
}

/// A share with what chance allows: the Wilson score interval at 95 %.
public struct Share: Sendable, Equatable {
  /// How often it happened.
  public let count: Int
  /// Out of how many.
  public let total: Int

  /// A share of a total.
  public init(_ count: Int, of total: Int) {
    self.count = max(0, min(count, total))
    self.total = max(0, total)
  }

  /// The observed share; 0 of nothing is 0.
  public var rate: Double { total == 0 ? 0 : Double(count) / Double(total) }

  /// The interval that holds the true share in 95 of 100 cases; of nothing, everything.
  public var interval: ClosedRange<Double> {
    ConfidenceInterval.share(count, of: total)
  }
}

/// Where the flakiness lives: outcomes added up by one property.
public struct FlakeTable: Sendable, Equatable {
  /// The key of the sums.
  public enum Dimension: String, Sendable, CaseIterable {
    /// The case, with its parameter.
    case `case`
    case board
    case port
    case firmware
  }

  /// One value of the property.
  public struct Row: Sendable, Equatable {
    /// The value.
    public var name: String
    /// Outcomes by verdict.
    public var counts = VerdictCounts()
    /// Outcomes that were not what is known of the case on the board.
    public var unstable = 0
    /// The share of them.
    public var share: Share { Share(unstable, of: counts.total) }
  }

  /// The key of the sums.
  public let dimension: Dimension
  /// The values, the flakiest first: by the lower end of the interval, so that one bad outcome of
  /// two does not outrank ten of a hundred.
  public let rows: [Row]

  /// Adds up the cells of a ledger. An outcome on two boards counts for both.
  public init(_ cells: [LedgerCell], by dimension: Dimension) {
    self.dimension = dimension
    var rows: [Row] = []
    var places: [String: Int] = [:]
    for cell in cells {
      for name in Self.names(cell, dimension) {
        let place = places[name] ?? rows.count
        if place == rows.count {
          places[name] = place
          rows.append(Row(name: name))
        }
        rows[place].counts += cell.counts
        rows[place].unstable += cell.unstable
      }
    }
    self.rows = rows.sorted { one, other in
      let (left, right) = (one.share, other.share)
      if left.interval.lowerBound != right.interval.lowerBound {
        return left.interval.lowerBound > right.interval.lowerBound
      }
      return left.rate != right.rate ? left.rate > right.rate : one.name < other.name
    }
  }

  private static func names(_ cell: LedgerCell, _ dimension: Dimension) -> [String] {
    let names =
      switch dimension {
      case .case: [cell.case]
      case .board: cell.boards.map(\.name)
      case .port: cell.boards.map { $0.port.isEmpty ? "unknown" : $0.port }
      case .firmware: cell.boards.map { $0.firmware.isEmpty ? "unknown" : $0.firmware }
      }
    var distinct: [String] = []
    for name in names where !distinct.contains(name) { distinct.append(name) }
    return distinct
  }
}
