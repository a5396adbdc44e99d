/// Where an object stands in the world of the AR session: a place without an orientation of its own.
public struct WorldTransform: Hashable, Sendable {
  /// Metres, in the frame of the phone's path.
  public var position: SIMD3<Double>

  /// The columns of the matrix.
  public var columns: [SIMD4<Double>] {
    [
      SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0),
      SIMD4(position.x, position.y, position.z, 1),
    ]
  }
}
