import Errors
import LabRuntime
import NearbySession
import Room
import Runner
import Synchronization

/// A person who walks with a phone on a rig: the room knows where the phone is, and the phone is
/// told how it moved, as its own inertial sensors and camera would tell it.
final class PhoneWalk: DeviceMotion {
  private let poses = Mutex<[(at: LabInstant, pose: DevicePose)]>([])
  private static let name = "phone"
  private let room: Room
  private let lab: Lab
  /// Where the walk begins: the origin of the phone's own frame.
  let start: Position

  init(_ rig: PhoneRig) throws {
    room = try rig.room()
    lab = rig.lab
    start = room.position(of: Self.name) ?? Position(0, 0, 0)
    put(start, yaw: 0)
  }

  func pose(at instant: LabInstant) -> DevicePose? {
    poses.withLock { poses in (poses.last { $0.at <= instant } ?? poses.first)?.pose }
  }

  /// Turns the phone on its spot, in degrees to the right.
  func turn(to yaw: Double) { put(room.position(of: Self.name) ?? start, yaw: yaw) }

  /// Walks a square of a metre with a wave up and down, in steps of five centimetres and 36 ms: a
  /// path that is rich enough for every direction.
  func walk(_ rig: PhoneRig) async throws {
    let corners: [SIMD3<Double>] = [
      SIMD3(0, 0, 0), SIMD3(1, 0, 0.4), SIMD3(1, 1, -0.4), SIMD3(0, 1, 0.4), SIMD3(0, 0, 0),
    ]
    for (from, to) in zip(corners, corners.dropFirst()) {
      for number in 0..<20 {
        put(place(from + (to - from) * (Double(number) / 20)), yaw: 0)
        try await rig.pause(.milliseconds(36), "a step of the walk")
      }
    }
  }

  /// From the phone's own frame to the room's.
  func place(_ own: SIMD3<Double>) -> Position {
    Position(start.x + own.x, start.y + own.y, start.z + own.z)
  }

  private func put(_ position: Position, yaw: Double) {
    room.place(Self.name, at: position, facing: Facing(yaw: yaw))
    let moved = SIMD3(position.x - start.x, position.y - start.y, position.z - start.z)
    let pose = DevicePose(position: moved, yaw: yaw * .pi / 180)
    let now = lab.now
    poses.withLock { $0.append((now, pose)) }
  }
}

extension PhoneRig {
  func pause(_ span: Duration, _ label: String) async throws {
    do throws(RigError) { try await lab.sleep(for: span, label: label) } catch {
      throw CaseEnding.inconclusive("the case was ended")
    }
  }
}

extension SessionOptions {
  static var camera: SessionOptions {
    var options = SessionOptions()
    options.cameraAssistance = true
    return options
  }
}
