import Journal
import Notation

/// What the boards on TCP imitate.
package struct ServedPersonalities {
  package private(set) var uci = VirtualSubsystem.personalities.first ?? ""
  package private(set) var accessory = VirtualAccessory.personalities.first ?? ""

  /// The one name of the arguments goes to the boards that know it, of those that are served.
  package init(_ name: String?, servesUCI: Bool, servesAccessories: Bool) throws {
    guard let name else { return }
    let boards = servesUCI ? VirtualSubsystem.personalities : []
    let accessories = servesAccessories ? VirtualAccessory.personalities : []
    if boards.contains(name) { uci = name }
    if accessories.contains(name) { accessory = name }
    let known = boards + accessories
    guard !known.contains(name) else { return }
    if known.isEmpty {
      throw Failure(
        .usage, "--personality is for boards on TCP; those of a rig file name their own")
    }
    throw Failure(.usage, "--personality: " + NearestName.refusal(of: name, expected: known))
  }
}
