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

  /// Outcomes that were not what the same case on the same board is known to do: FLAKY ones, and,
  /// where it has passed too, every FAIL, ERROR and INCONCLUSIVE. What always fails is broken, not
  /// flaky.
  public var unstable: Int {
    let good = counts[.pass] + counts[.finding] + counts[.flaky]
    let bad = counts[.fail] + counts[.error] + counts[.inconclusive]
    return counts[.flaky] + (good > 0 ? bad : 0)
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
    /// The share of them; 0 of nothing is 0.
    public var rate: Double { counts.total == 0 ? 0 : Double(unstable) / Double(counts.total) }
    /// The Wilson score interval that holds the true share in 95 of 100 cases; of nothing, everything.
    public var interval: ClosedRange<Double> {
      ConfidenceInterval.share(unstable, of: counts.total)
    }
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
      let (left, right) = (one.interval.lowerBound, other.interval.lowerBound)
      if left != right { return left > right }
      return one.rate != other.rate ? one.rate > other.rate : one.name < other.name
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
    return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
