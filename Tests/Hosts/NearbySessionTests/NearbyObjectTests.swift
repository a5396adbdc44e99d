import LabRuntime
import Testing

@testable import NearbySession

@Suite("Objects nearby, zones and motion")
struct NearbyObjectTests {
  private func update(
    _ distance: Double = 2, azimuth: Double? = nil, elevation: Double? = nil
  ) -> NearbyEvent.Update {
    NearbyEvent.Update(
      distanceMetres: distance, azimuth: azimuth, elevation: elevation, sequence: 0, at: .zero)
  }

  @Test(
    "inside of the cone of view there is a direction, a unit vector; outside the distance alone")
  func cone() throws {
    let ahead = NearbyObject(update(azimuth: 0.3, elevation: 0.1), on: .first)
    let way = try #require(ahead.direction)
    #expect(((way * way).sum() - 1).magnitude < 1e-12)
    #expect(way.x > 0 && way.y > 0 && way.z > 0)
    let aside = NearbyObject(update(azimuth: 1.2), on: .first)
    #expect(aside.direction == nil && aside.distance == 2)
    let behind = NearbyObject(update(azimuth: 3.0), on: .first)
    #expect(behind.direction == nil && behind.distance == 2)
  }

  @Test("an obstacle narrows the cone")
  func obstacle() {
    var way = update(azimuth: 0.8)
    #expect(NearbyObject(way, on: .first).direction != nil)
    way.hasLineOfSight = false
    #expect(NearbyObject(way, on: .first).direction == nil)
    #expect(NearbyObject(way, on: .first).distance != nil)
  }

  @Test("a phone without antennas for it gives no direction, one without a chip gives nothing")
  func models() {
    #expect(NearbyObject(update(azimuth: 0), on: .second).direction == nil)
    #expect(NearbyObject(update(azimuth: 0), on: .second).distance == 2)
    #expect(NearbyObject(update(azimuth: 0), on: .none) == NearbyObject())
  }

  @Test("what is no number is absent", arguments: [Double.nan, .infinity, -1])
  func nonsense(_ value: Double) {
    #expect(NearbyObject(update(value), on: .first).distance == nil)
    #expect(NearbyObject(update(azimuth: .nan), on: .first).direction == nil)
  }

  static let zones = [
    Zone("near", enter: 1.5, leave: 1.8), Zone("around", enter: 3, leave: 3.3),
  ]

  @Test("a walk in and out enters and leaves each zone once")
  func walk() {
    var tracker = ZoneTracker(Self.zones)
    var events: [ZoneTracker.Event] = []
    let inward: [Double] = (0...100).map { 5 - 0.045 * Double($0) }
    let outward: [Double] = inward.reversed()
    for distance in inward + outward { events += tracker.update(distance) }
    #expect(
      events == [.entered("around"), .entered("near"), .left("near"), .left("around")])
    #expect(tracker.inside.isEmpty)
  }

  @Test("noise on the boundary does not flap, over 200 seeds")
  func noFlapping() {
    for seed in UInt64(0)..<200 {
      var random = LabRandom(seed: seed, stream: "boundary")
      var tracker = ZoneTracker(Self.zones)
      var changes = 0
      for _ in 0..<500 {
        // Ten centimetres to each side: three times what a room's noise does.
        let noise = Double(random.index(below: 2001)) / 10_000 - 0.1
        changes += tracker.update(1.5 + noise).count
      }
      #expect(changes <= 2, "seed \(seed): \(changes) changes")
    }
  }

  @Test("a round without distance changes nothing; removal leaves every zone")
  func removal() {
    var tracker = ZoneTracker(Self.zones)
    #expect(tracker.update(1) == [.entered("near"), .entered("around")])
    #expect(tracker.update(nil).isEmpty && tracker.update(.nan).isEmpty)
    #expect(tracker.inside == ["near", "around"])
    #expect(tracker.remove() == [.left("near"), .left("around")])
    #expect(tracker.remove().isEmpty)
  }

}
