public import Errors
import Glibc
import Links

/// How a device was made to start anew.
public enum RestartMethod: String, Sendable {
  case portReset = "port reset"
  /// The kernel let go of it and took it up again.
  case authorization = "authorization"
}

extension PowerControl {
  /// Makes a device start anew while its power stays on: by a reset of its port, and where that cannot
  /// be had, by taking it from the kernel and giving it back.
  ///
  /// - Parameter devicePath: the port that it is plugged into, such as `1-1.4`.
  /// - Returns: which of the two it was, once the device is there again.
  public func restart(_ devicePath: String) async throws(RigError) -> RestartMethod {
    guard let numbers = tree.numbers(of: devicePath) else {
      throw RigError(
        .notFound, devicePath, reason: "no device is there",
        advice: "`uwbrig boards` lists what is attached")
    }
    let interfaces = tree.interfaces(of: devicePath)
    let isReset = try await blocking(devicePath) {
      .success(HubRequests.reset(bus: numbers.bus, address: numbers.address))
    }
    if !isReset { try await reauthorize(devicePath) }
    let isBack = try await wait(PowerControl.longestReturn, for: devicePath) {
      // Its firmware may have come up with other interfaces; that it has some is what counts.
      tree.has(devicePath) && tree.interfaces(of: devicePath).isEmpty == interfaces.isEmpty
    }
    guard isBack else {
      throw RigError(
        .noEffect, devicePath, reason: "it has not come back within 10 s",
        advice: "Cut its power: uwbrig power BOARD cycle, or pull its plug")
    }
    return isReset ? .portReset : .authorization
  }

  private func reauthorize(_ devicePath: String) async throws(RigError) {
    let status = tree.authorize(devicePath, false)
    guard status == 0 else {
      throw RigError(
        status == EACCES || status == EPERM ? .notPermitted : .refused, devicePath,
        reason: "its port could not be reset, and its authorization not be taken away: "
          + SystemError.description(status),
        advice: "Install the rules (uwbrig udev install), or run it as root")
    }
    // It is given back whatever happens meanwhile: a board must not stay out of reach.
    let failure: RigError?
    do throws(RigError) {
      let isGone = try await wait(PowerControl.longestVanishing, for: devicePath) {
        tree.interfaces(of: devicePath).isEmpty
      }
      failure =
        isGone
        ? nil
        : RigError(
          .noEffect, devicePath, reason: "the kernel does not let go of it",
          advice: "Which program has it? `uwbrig boards` says so")
    } catch { failure = error }
    _ = tree.authorize(devicePath, true)
    if let failure { throw failure }
  }
}
