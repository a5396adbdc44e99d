package import Journal
package import LabRuntime

/// Tells what coordinators say of places, whenever it changes, until it is cancelled: an object with
/// `places`, each with name, state, holder and kits in words, and `down`, what could not be asked.
package typealias FleetSource =
  @Sendable (_ lab: Lab, _ tell: @escaping @Sendable (JSONValue) -> Void) async -> Void
