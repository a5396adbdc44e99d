public import LabRuntime

/// Where a body stood and looked, and since when.
public struct Stance: Hashable, Sendable {
  /// Where it stood.
  public var position: Position
  /// Where it looked.
  public var facing: Facing
  /// Since when.
  public var since: LabInstant
}

/// The last stances of a body, oldest first.
struct Trail {
  /// At ten steps a second, the last minutes.
  static let longest = 4096

  private var stances: [Stance] = []
  /// Where the ring begins once it is full.
  private var first = 0

  mutating func note(_ stance: Stance) {
    if let last = stances.indices.last, self[last].since == stance.since {
      stances[(first + last) % stances.count] = stance
    } else if stances.count < Self.longest {
      stances.append(stance)
    } else {
      stances[first] = stance
      first = (first + 1) % stances.count
    }
  }

  private subscript(_ index: Int) -> Stance { stances[(first + index) % stances.count] }

  /// The stance at a moment; nil where it is forgotten, or was not yet taken.
  func stance(at instant: LabInstant) -> Stance? {
    var (low, high) = (0, stances.count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].since <= instant { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? self[low - 1] : nil
  }
}
