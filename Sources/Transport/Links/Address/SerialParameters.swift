/// How a terminal device is set up; what is nil is left to the board's profile.
public struct SerialParameters: Sendable, Hashable {
  /// Who says when to stop sending.
  public enum FlowControl: String, Sendable, Hashable, CaseIterable {
    case none
    /// The RTS and CTS lines.
    case rtscts
    /// XON and XOFF characters in the stream.
    case xonxoff
  }

  /// Bits a second.
  public var baud: Int?
  /// Flow control.
  public var flow: FlowControl?
  /// State of the DTR line while the port is open.
  public var dtr: Bool?
  /// State of the RTS line while the port is open.
  public var rts: Bool?

  /// What a port gets when neither the rig file nor a profile says otherwise: 115200 baud, no flow
  /// control, both lines on.
  public static let standard = SerialParameters(
    baud: 115_200, flow: .some(.none), dtr: true, rts: true)

  /// Parameters; what is nil is left to the profile.
  public init(
    baud: Int? = nil, flow: FlowControl? = nil, dtr: Bool? = nil, rts: Bool? = nil
  ) {
    self.baud = baud
    self.flow = flow
    self.dtr = dtr
    self.rts = rts
  }

  /// These parameters, with what they leave open taken from `defaults`.
  public func filled(from defaults: SerialParameters) -> SerialParameters {
    SerialParameters(
      baud: baud ?? defaults.baud, flow: flow ?? defaults.flow, dtr: dtr ?? defaults.dtr,
      rts: rts ?? defaults.rts)
  }

  /// The part of a link string after the path: empty, or `?` and the parameters that are set.
  var query: String {
    var parts: [String] = []
    if let baud { parts.append("baud=\(baud)") }
    if let flow { parts.append("flow=\(flow.rawValue)") }
    if let dtr { parts.append("dtr=\(dtr ? "on" : "off")") }
    if let rts { parts.append("rts=\(rts ? "on" : "off")") }
    return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
  }
}
