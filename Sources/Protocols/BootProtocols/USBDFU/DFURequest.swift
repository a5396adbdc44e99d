/// The class requests of USB DFU 1.1, all to the interface.
public enum DFURequest: UInt8, Sendable, CaseIterable {
  case detach = 0
  case download = 1
  case upload = 2
  case getStatus = 3
  case clearStatus = 4
  case getState = 5
  case abort = 6

  /// Whether data come from the device.
  public var isInput: Bool {
    switch self {
    case .upload, .getStatus, .getState: true
    case .detach, .download, .clearStatus, .abort: false
    }
  }
}

/// One control transfer: what stands in the setup packet, and the data that leave with it.
public struct DFUTransfer: Equatable, Sendable {
  /// bRequest.
  public var request: DFURequest
  /// wValue: the block of a transfer, the time-out of a detach.
  public var value: UInt16
  /// The bytes of the data stage; empty for requests that read.
  public var data: [UInt8]
  /// wLength of requests that read.
  public var length: Int

  /// A transfer; `length` counts for requests that read, and the data for all others.
  public init(_ request: DFURequest, value: UInt16 = 0, data: [UInt8] = [], length: Int = 0) {
    self.request = request
    self.value = value
    self.data = data
    self.length = request.isInput ? min(max(0, length), 0xFFFF) : data.count
  }

  /// bmRequestType: class, interface, and the direction.
  public var requestType: UInt8 { request.isInput ? 0xA1 : 0x21 }
}

/// How a control transfer ended.
public enum DFUTransferResult: Equatable, Sendable {
  /// Done; what came back, or nothing.
  case completed([UInt8])
  case stalled
  /// The device left the bus, or did not answer in time.
  case gone
}

/// The states of a device.
public enum DFUState: UInt8, Sendable, CaseIterable {
  case applicationIdle = 0
  case applicationDetach = 1
  case idle = 2
  case downloadSync = 3
  case downloadBusy = 4
  case downloadIdle = 5
  case manifestSync = 6
  case manifest = 7
  case manifestWaitReset = 8
  case uploadIdle = 9
  case error = 10
}

/// Why a device is in its error state.
public enum DFUError: UInt8, Sendable, CaseIterable {
  case none = 0
  case target = 1
  case file = 2
  case write = 3
  case erase = 4
  case checkErased = 5
  case program = 6
  case verify = 7
  case address = 8
  case notDone = 9
  case firmware = 10
  case vendor = 11
  case usbReset = 12
  case powerOnReset = 13
  case unknown = 14
  case stalledPacket = 15

  /// In words.
  public var words: String {
    switch self {
    case .none: "no error"
    case .target: "the file is not for this device"
    case .file: "the file fails a check of the vendor's"
    case .write: "the memory could not be written"
    case .erase: "the memory could not be erased"
    case .checkErased: "the memory is not blank after erasing"
    case .program: "programming the memory failed"
    case .verify: "the memory does not hold what was written"
    case .address: "the address is outside the memory or protected"
    case .notDone: "the download ended before all was there"
    case .firmware: "the firmware is damaged, and the device cannot leave DFU"
    case .vendor: "an error of the vendor's"
    case .usbReset: "the bus was reset unexpectedly"
    case .powerOnReset: "the power failed unexpectedly"
    case .unknown: "something unknown went wrong"
    case .stalledPacket: "a request was not expected"
    }
  }
}

/// The answer to GETSTATUS: six bytes.
public struct DFUStatus: Equatable, Sendable {
  /// A byte, for devices that number errors of their own.
  public var error: UInt8
  /// The time in milliseconds before the device may be asked again.
  public var pollMilliseconds: Int
  /// The state that the request led to.
  public var state: DFUState
  /// The index of a string that explains the error, or 0.
  public var string: UInt8

  /// A status as a device gives it.
  public init(error: UInt8 = 0, pollMilliseconds: Int = 0, state: DFUState, string: UInt8 = 0) {
    self.error = error
    self.pollMilliseconds = min(max(0, pollMilliseconds), 0xFF_FFFF)
    self.state = state
    self.string = string
  }

  /// From a reply, or nil where it is none.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= 6, let state = DFUState(rawValue: bytes[4]) else { return nil }
    let poll = Int(bytes[1]) | Int(bytes[2]) << 8 | Int(bytes[3]) << 16
    self.init(error: bytes[0], pollMilliseconds: poll, state: state, string: bytes[5])
  }

  /// The six bytes.
  public var bytes: [UInt8] {
    [error] + BootWords.bytes(UInt32(pollMilliseconds)).prefix(3) + [state.rawValue, string]
  }
}
