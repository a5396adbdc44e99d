import WireFormat

/// The UWB part of the accessory configuration data (accessory protocol §2.2).
public struct UWBConfigurationData: Hashable, Sendable {
  /// Version of the specification, bytes 0 to 3 of this part; it says which fields follow.
  public var version: SpecificationVersion
  /// Manufacturer of the chipset, bytes 4 to 7.
  public var manufacturerIdentifier: UInt32
  /// Model of the chipset, bytes 8 to 11.
  public var modelIdentifier: UInt32
  /// UWB middleware version, bytes 12 to 15, `a.b.c.d` with the low byte last.
  public var middlewareVersion: UInt32
  /// The side that the accessory takes, byte 16.
  public var role: RangingRole
  /// The accessory's short MAC address, bytes 17 and 18. Vendors differ in the order of the two
  /// bytes; this is their little-endian reading.
  public var sourceAddress: UInt16
  /// Greatest deviation of the accessory's clock in parts per million, bytes 19 and 20, from 1.1.
  /// Written only when the version has it.
  public var clockDrift: UInt16
  /// The requested round, bytes 21 to 31, from 2.0. Written only when the version has it.
  public var request: RangingRequest
  /// Bytes of this part behind the fields of its version.
  public var extra: [UInt8]

  /// The ranging round that an accessory asks the phone for, from 2.0 (AOSP, R4 interoperability
  /// note).
  public struct RangingRequest: Hashable, Sendable {
    /// Reserved, four bytes, zero.
    public var reserved: UInt32
    /// Hopping: 0 off, 1 on.
    public var hoppingMode: UInt8
    /// Slots in a round; 25 by default, at least 6 for deferred double-sided two-way ranging.
    public var slotsPerRound: UInt16
    /// Slot duration in RSTU (1200 RSTU are 1 ms); at least 2400, a multiple of 1200.
    public var slotDuration: UInt16
    /// Ranging interval in milliseconds; 200 by default.
    public var interval: UInt16

    /// A request; the defaults are those of release R4.
    public init(
      hoppingMode: UInt8 = 0, slotsPerRound: UInt16 = 25, slotDuration: UInt16 = 2400,
      interval: UInt16 = 200, reserved: UInt32 = 0
    ) {
      self.reserved = reserved
      self.hoppingMode = hoppingMode
      self.slotsPerRound = slotsPerRound
      self.slotDuration = slotDuration
      self.interval = interval
    }
  }

  /// A UWB part; what its version does not carry is left at the value that a reader gives it.
  public init(
    version: SpecificationVersion = .v1_1, manufacturerIdentifier: UInt32 = 0,
    modelIdentifier: UInt32 = 0, middlewareVersion: UInt32 = 0, role: RangingRole = .responder,
    sourceAddress: UInt16, clockDrift: UInt16 = 100, request: RangingRequest = RangingRequest(),
    extra: [UInt8] = []
  ) {
    self.version = version
    self.manufacturerIdentifier = manufacturerIdentifier
    self.modelIdentifier = modelIdentifier
    self.middlewareVersion = middlewareVersion
    self.role = role
    self.sourceAddress = sourceAddress
    self.clockDrift = version.layout.hasClockDrift ? clockDrift : 0
    self.request = version.layout.hasRoundRequest ? request : RangingRequest()
    self.extra = extra
  }

  /// Bytes of this part, the value of the wrapper's length byte.
  public var byteCount: Int { version.layout.accessoryLength + extra.count }

  init(reading bytes: RawSpan, at origin: Int) throws(WireError) {
    do throws(WireError) {
      self = try Self(reading: bytes)
    } catch {
      throw WireError(
        error.code, field: error.field, offset: error.offset + origin, found: error.found,
        allowed: error.allowed)
    }
  }

  private init(reading bytes: RawSpan) throws(WireError) {
    var reader = WireReader(bytes)
    let run = try reader.readRun(
      19,
      "SpecMajorVersion:2 SpecMinorVersion:2 ManufacturerId:4 ModelId:4 MiddlewareVersion:4 RANGING_ROLE:1 SOURCE_ADDRESS:2"
    )
    version = SpecificationVersion(run.integer(at: 0), run.integer(at: 2))
    manufacturerIdentifier = run.integer(at: 4)
    modelIdentifier = run.integer(at: 8)
    middlewareVersion = run.integer(at: 12)
    role = RangingRole(rawValue: run.integer(at: 16))
    sourceAddress = run.integer(at: 17)
    clockDrift = version.layout.hasClockDrift ? try reader.read(field: "ClockDrift") : 0
    request = RangingRequest()
    if version.layout.hasRoundRequest {
      request.reserved = try reader.read(field: "RFU2")
      request.hoppingMode = try reader.read(field: "REQUESTED_HOPPING_MODE")
      request.slotsPerRound = try reader.read(field: "REQUESTED_NUM_SLOTS_PER_RROUND")
      request.slotDuration = try reader.read(field: "REQUESTED_SLOT_DURATION")
      request.interval = try reader.read(field: "REQUESTED_RANGING_INTERVAL")
    }
    extra = reader.readRest()
  }

  /// Appends ``byteCount`` bytes: the fields of its version, then the extra bytes.
  func encode(into writer: inout WireWriter) {
    var run = writer.writeRun(19)
    run.put(version.major, at: 0)
    run.put(version.minor, at: 2)
    run.put(manufacturerIdentifier, at: 4)
    run.put(modelIdentifier, at: 8)
    run.put(middlewareVersion, at: 12)
    run.put(role.rawValue, at: 16)
    run.put(sourceAddress, at: 17)
    if version.layout.hasClockDrift { writer.write(clockDrift) }
    if version.layout.hasRoundRequest {
      writer.write(request.reserved)
      writer.write(request.hoppingMode)
      writer.write(request.slotsPerRound)
      writer.write(request.slotDuration)
      writer.write(request.interval)
    }
    writer.write(extra)
  }
}
