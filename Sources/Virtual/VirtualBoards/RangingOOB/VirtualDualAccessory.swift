import Errors
public import LabRuntime
public import Links
import RangingOOB
public import Room

/// An accessory for both kinds of phone behind one link: the accessory protocol and Ranging OOB, with
/// one radio in a room (Ranging OOB §11).
public final class VirtualDualAccessory: VirtualBoard {
  private let lab: Lab
  private let room: Room
  private let accessory: VirtualAccessory.Settings
  private let oob: VirtualOOBAccessory.Settings

  /// An accessory without a connection; both halves have one name. Put a body of it in the room.
  public init(
    lab: Lab, room: Room, accessory: VirtualAccessory.Settings, oob: VirtualOOBAccessory.Settings
  ) {
    self.lab = lab
    self.room = room
    self.accessory = accessory
    self.oob = oob
  }

  /// Serves the accessory, one connection after the other, until the listener is closed or the task
  /// is cancelled; then its radio is off.
  public func serve(_ listener: any LinkListener) async {
    var board = HostedDualAccessory(
      accessory: HostedAccessory(lab: lab, room: room, settings: accessory),
      oob: HostedOOBAccessory(room: room, settings: oob))
    let clock = BoardClock(drift: accessory.clockDrift)
    await BoardHost(lab: lab, clock: clock).serve(listener, &board)
  }
}

/// Both halves of such an accessory: a message goes to the one whose it is, and a session of one ends
/// that of the other, since there is one radio.
private struct HostedDualAccessory: HostedBoard {
  var accessory: HostedAccessory
  var oob: HostedOOBAccessory

  var nextDeadline: LabInstant? {
    [accessory.nextDeadline, oob.nextDeadline].compactMap(\.self).min()
  }

  var isDeadFor: Duration? { accessory.isDeadFor ?? oob.isDeadFor }

  func makeCutter() -> any FrameCutter { accessory.makeCutter() }

  mutating func connected(at now: LabInstant) {
    accessory.connected(at: now)
    oob.connected(at: now)
  }

  mutating func disconnected(at now: LabInstant) {
    accessory.disconnected(at: now)
    oob.disconnected(at: now)
  }

  mutating func received(_ frame: [UInt8], at now: LabInstant) {
    let wasRanging = (accessory: accessory.isRanging, oob: oob.isActive)
    if OOBMessage.isOfPhone(frame) {
      oob.received(frame, at: now)
      if wasRanging.accessory, oob.isActive, !oob.keepsOtherSession {
        accessory.endSession(at: now)
      }
    } else {
      accessory.received(frame, at: now)
      if wasRanging.oob, accessory.isRanging, !oob.keepsOtherSession { oob.endSession(at: now) }
    }
  }

  mutating func passTime(to now: LabInstant) {
    accessory.passTime(to: now)
    oob.passTime(to: now)
  }

  mutating func nextToSend(at now: LabInstant) -> [UInt8]? {
    accessory.nextToSend(at: now) ?? oob.nextToSend(at: now)
  }

  mutating func reboot(at now: LabInstant) {
    accessory.reboot(at: now)
    oob.reboot(at: now)
  }

  mutating func powerOff() {
    accessory.powerOff()
    oob.powerOff()
  }
}
