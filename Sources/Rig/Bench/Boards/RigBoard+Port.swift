public import Boards
import Errors
public import LabRuntime
public import Links
public import RigFile

extension RigBoard {
  /// The terminal of this machine that the board, or its log, is behind; nil for another link.
  ///
  /// - Parameters:
  ///   - address: one of the board's links; its own by default.
  ///   - directory: the rig file's folder.
  ///   - profiles: what is known of the boards' ports.
  public func terminal(
    _ lab: Lab, at address: LinkAddress? = nil, directory: String, profiles: ProfileLibrary?
  ) -> (any LinkSource)? {
    let profile = profiles.map { PortProfile($0, named: self.profile, firmware: firmware) }
    switch (address ?? link).relative(to: directory) {
    case .serial(let path, let parameters):
      return TerminalPort(lab, path: path, parameters: parameters, profile: profile)
    case .usb(let selector, let interface, let parameters):
      return USBPort(
        lab, selector: selector, interface: interface, parameters: parameters, profile: profile)
    default: return nil
    }
  }
}
