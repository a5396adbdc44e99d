public import UCI

/// A response: it begins with a status.
public protocol UCIResponseBody: UCIMessageBody {
  /// Whether the command was carried out.
  var status: UCIStatus { get }
  /// What the response says about a refusal beyond its status, in words.
  func refusal(in dialect: UCIDialect) -> String
}

extension UCIResponseBody {
  /// Nothing.
  public func refusal(in dialect: UCIDialect) -> String { "" }
}

/// A command, with the response that belongs to it.
public protocol UCICommandBody: UCIMessageBody {
  /// The layout of its response.
  associatedtype Response: UCIResponseBody
}

extension CoreDeviceResetResponse: UCIResponseBody {}
extension CoreDeviceResetCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = CoreDeviceResetResponse
}

extension CoreGetDeviceInfoResponse: UCIResponseBody {}
extension CoreGetDeviceInfoCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = CoreGetDeviceInfoResponse
}

extension CoreGetCapsInfoResponse: UCIResponseBody {}
extension CoreGetCapsInfoCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = CoreGetCapsInfoResponse
}

extension CoreSetConfigResponse: UCIResponseBody {
  /// The parameters that were refused.
  public func refusal(in dialect: UCIDialect) -> String {
    (failed ?? []).map { "\($0.id) \($0.status.name(in: dialect))" }.joined(separator: ", ")
  }
}
extension CoreSetConfigCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = CoreSetConfigResponse
}

extension CoreGetConfigResponse: UCIResponseBody {}
extension CoreGetConfigCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = CoreGetConfigResponse
}

extension CoreQueryUWBSTimestampResponse: UCIResponseBody {}
extension CoreQueryUWBSTimestampCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = CoreQueryUWBSTimestampResponse
}

extension SessionInitResponse: UCIResponseBody {}
extension SessionInitCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionInitResponse
}

extension SessionDeinitResponse: UCIResponseBody {}
extension SessionDeinitCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionDeinitResponse
}

extension SessionSetAppConfigResponse: UCIResponseBody {
  /// The parameters that were refused.
  public func refusal(in dialect: UCIDialect) -> String {
    (failed ?? []).map { "\($0.id) \($0.status.name(in: dialect))" }.joined(separator: ", ")
  }
}
extension SessionSetAppConfigCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionSetAppConfigResponse
}

extension SessionGetAppConfigResponse: UCIResponseBody {}
extension SessionGetAppConfigCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionGetAppConfigResponse
}

extension SessionGetCountResponse: UCIResponseBody {}
extension SessionGetCountCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionGetCountResponse
}

extension SessionGetStateResponse: UCIResponseBody {}
extension SessionGetStateCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionGetStateResponse
}

extension SessionUpdateControllerMulticastListResponse: UCIResponseBody {}
extension SessionUpdateControllerMulticastListCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionUpdateControllerMulticastListResponse
}

extension SessionStartResponse: UCIResponseBody {}
extension SessionStartCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionStartResponse
}

extension SessionStopResponse: UCIResponseBody {}
extension SessionStopCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionStopResponse
}

extension SessionGetRangingCountResponse: UCIResponseBody {}
extension SessionGetRangingCountCommand: UCICommandBody {
  /// The layout of its response.
  public typealias Response = SessionGetRangingCountResponse
}
