import LabRuntime
import NearbySession
import Room
import Runner
import Synchronization

/// A person who walks with a phone on a stage: the room knows where the phone is, and the phone is
/// told how it moved, as its own inertial sensors and camera would tell it.
final class PhoneWalk: DeviceMotion {
  private let poses = Mutex<[(at: LabInstant, pose: DevicePose)]>([])
  private let room: Room
  private let name: String
  private let lab: Lab
  /// Where the walk begins: the origin of the phone's own frame.
  let start: Position

  init(_ name: String, in room: Room, lab: Lab) {
    self.name = name
    self.room = room
    self.lab = lab
    start = room.position(of: name) ?? Position(0, 0, 0)
    put(start, yaw: 0)
  }

  /// The last pose that was taken up before a moment.
  func pose(at instant: LabInstant) -> DevicePose? {
    poses.withLock { poses in (poses.last { $0.at <= instant } ?? poses.first)?.pose }
  }

  /// Turns the phone on its spot, in degrees to the right.
  func turn(to yaw: Double) { put(room.position(of: name) ?? start, yaw: yaw) }

  /// Walks along a path, relative to the start, a step each 36 ms.
  func walk(_ path: [SIMD3<Double>], stage: PhoneStage) async throws {
    for step in path {
      put(Position(start.x + step.x, start.y + step.y, start.z + step.z), yaw: 0)
      try await stage.pause(.milliseconds(36), "a step of the walk")
    }
  }

  /// From the phone's own frame to the room's.
  func place(_ own: SIMD3<Double>) -> Position {
    Position(start.x + own.x, start.y + own.y, start.z + own.z)
  }

  private func put(_ position: Position, yaw: Double) {
    room.place(name, at: position, facing: Facing(yaw: yaw))
    let moved = SIMD3(position.x - start.x, position.y - start.y, position.z - start.z)
    let pose = DevicePose(position: moved, yaw: yaw * .pi / 180)
    let now = lab.now
    poses.withLock { $0.append((now, pose)) }
  }
}

extension PhoneStage {
  /// Lets time pass.
  func pause(_ span: Duration, _ label: String) async throws {
    do throws(LabError) { try await lab.sleep(for: span, label: label) } catch {
      throw CaseEnding.inconclusive("the case was ended")
    }
  }

  /// A square of that width with a wave up and down, in steps of five centimetres: rich enough for
  /// every direction.
  static func richPath(_ width: Double = 1) -> [SIMD3<Double>] {
    let perSide = Int(width / 0.05)
    let corners: [(from: SIMD3<Double>, to: SIMD3<Double>)] = [
      (SIMD3(0, 0, 0), SIMD3(width, 0, 0.4)), (SIMD3(width, 0, 0.4), SIMD3(width, width, -0.4)),
      (SIMD3(width, width, -0.4), SIMD3(0, width, 0.4)),
      (SIMD3(0, width, 0.4), SIMD3(0, 0, 0)),
    ]
    return corners.flatMap { side in
      (0..<perSide).map { side.from + (side.to - side.from) * (Double($0) / Double(perSide)) }
    }
  }

  /// An application with an accessory that asks for camera assistance.
  func assistedApplication(on phone: Phone) async throws -> AccessoryApplication {
    let application = AccessoryApplication(
      session: phone.makeSession(), channel: try await channel(to: "lock"), policy: .none,
      wishes: Self.cameraAssistance, onRelay: { self.context.noteRelay($0) })
    hire { await application.serve() }
    application.begin()
    return application
  }

  static var cameraAssistance: SessionWishes {
    var wishes = SessionWishes()
    wishes.cameraAssistance = true
    return wishes
  }
}
