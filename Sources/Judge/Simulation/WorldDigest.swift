import Digests
import WireFormat

/// A world in one line, by which two processes compare it.
public struct WorldDigest: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Which world.
  public let place: Soak.Place
  /// The SHA-256 of its journal, in hexadecimal.
  public let journal: String
  /// Bytes of the journal.
  public let bytes: Int
  /// Jobs that came into the world from outside.
  public let foreign: Int

  init(_ place: Soak.Place, _ ending: World.Ending) {
    self.place = place
    journal = Hexadecimal.encode(MessageDigest.sha256(ending.journal))
    bytes = ending.journal.count
    foreign = ending.foreignEnqueues
  }

  /// `seed 7 part 1 of 2: 4813 bytes, 0 foreign, e3b0…`
  public var description: String {
    "seed \(place.seed) part \(place.part) of \(place.parts): \(bytes) bytes, \(foreign) foreign, "
      + journal
  }

  /// By seed, then by part.
  public static func < (left: WorldDigest, right: WorldDigest) -> Bool { left.place < right.place }
}
