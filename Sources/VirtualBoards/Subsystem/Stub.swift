public import LabRuntime
public import Links
public import Room
public struct UCIMisbehaviour: Sendable { public var name = ""
  public static let all: [UCIMisbehaviour] = []
  public static func named(_ n: String) -> UCIMisbehaviour? { nil } }
public final class VirtualSubsystem: Sendable {
  public struct Settings: Sendable { public init(name: String, personality: String = "fira2-qorvo", misbehaviour: UCIMisbehaviour? = nil) {} }
  public init(lab: Lab, room: Room, settings: Settings) throws(VirtualBoardError) {}
  public func serve(_ listener: any LinkListener) async {}
}
