/// The AR session that an application shares with a session, as far as the framework looks at it
/// (Apple's headers: setARSession).
public struct ARSessionSettings: Hashable, Sendable {
  /// The reference of the world's axes.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// Gravity alone: what camera assistance needs.
    case gravity
    case gravityAndHeading
    case camera
  }

  /// The reference of the world's axes.
  public var alignment = Alignment.gravity
  /// The world is shared with other devices.
  public var isCollaborative = false
  /// The user's face is followed too.
  public var tracksFace = false
  /// The session goes on with a world of an earlier one.
  public var hasInitialWorldMap = false
  /// The delegate lets the session find its world again after an interruption.
  public var relocalizes = false

  /// A session as camera assistance needs it.
  public init() {}

  /// Why camera assistance cannot use it; nil when it can.
  var fault: String? {
    if alignment != .gravity { return "the AR session is aligned to \(alignment.rawValue)" }
    if isCollaborative { return "the AR session is collaborative" }
    if tracksFace { return "the AR session tracks the user's face" }
    if hasInitialWorldMap { return "the AR session has an initial world map" }
    if relocalizes { return "the AR session relocalizes" }
    return nil
  }
}
