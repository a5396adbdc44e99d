/// A symmetric matrix of three rows: what the estimator needs of linear algebra.
struct SymmetricMatrix: Hashable, Sendable {
  var diagonal = SIMD3<Double>.zero
  /// The elements beside it: xy, xz, yz.
  var beside = SIMD3<Double>.zero

  /// Adds `weight` times the product of a vector with itself.
  mutating func add(_ vector: SIMD3<Double>, weight: Double) {
    diagonal += vector * vector * weight
    beside +=
      SIMD3(vector.x * vector.y, vector.x * vector.z, vector.y * vector.z) * weight
  }

  /// The solution of `self · x = right`; nil when there is none to speak of.
  ///
  /// Rows are scaled, so that the unit of the elements does not matter; the pivot is the largest.
  func solve(_ right: SIMD3<Double>) -> SIMD3<Double>? {
    var rows = [
      [diagonal.x, beside.x, beside.y, right.x], [beside.x, diagonal.y, beside.z, right.y],
      [beside.y, beside.z, diagonal.z, right.z],
    ]
    let scale = rows.flatMap { $0.prefix(3) }.reduce(0) { max($0, $1.magnitude) }
    guard scale.isFinite, scale > 0 else { return nil }
    for column in 0..<3 {
      let pivot =
        (column..<3).max { rows[$0][column].magnitude < rows[$1][column].magnitude } ?? column
      rows.swapAt(column, pivot)
      guard rows[column][column].magnitude > scale * 1e-12 else { return nil }
      for row in 0..<3 where row != column {
        let factor = rows[row][column] / rows[column][column]
        for place in column..<4 { rows[row][place] -= factor * rows[column][place] }
      }
    }
    let solution = SIMD3(
      rows[0][3] / rows[0][0], rows[1][3] / rows[1][1], rows[2][3] / rows[2][2])
    return solution.isFinite ? solution : nil
  }

  /// The inverse; nil when there is none to speak of.
  var inverse: SymmetricMatrix? {
    guard let x = solve(SIMD3(1, 0, 0)), let y = solve(SIMD3(0, 1, 0)),
      let z = solve(SIMD3(0, 0, 1))
    else { return nil }
    return SymmetricMatrix(diagonal: SIMD3(x.x, y.y, z.z), beside: SIMD3(y.x, z.x, z.y))
  }

  /// Eigenvalues with their directions, the largest first; by rotations of Jacobi.
  var axes: [(value: Double, direction: SIMD3<Double>)] {
    var values = [
      [diagonal.x, beside.x, beside.y], [beside.x, diagonal.y, beside.z],
      [beside.y, beside.z, diagonal.z],
    ]
    var vectors: [SIMD3<Double>] = [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
    for _ in 0..<30 {
      for (p, q) in [(0, 1), (0, 2), (1, 2)] where values[p][q].magnitude > 1e-15 {
        let tilt = (values[q][q] - values[p][p]) / (2 * values[p][q])
        let tangent =
          (tilt < 0 ? -1 : 1) / (tilt.magnitude + (tilt * tilt + 1).squareRoot())
        let cosine = 1 / (tangent * tangent + 1).squareRoot()
        let sine = tangent * cosine
        for k in 0..<3 {
          let (kp, kq) = (values[k][p], values[k][q])
          values[k][p] = cosine * kp - sine * kq
          values[k][q] = sine * kp + cosine * kq
        }
        for k in 0..<3 {
          let (pk, qk) = (values[p][k], values[q][k])
          values[p][k] = cosine * pk - sine * qk
          values[q][k] = sine * pk + cosine * qk
        }
        let (vp, vq) = (vectors[p], vectors[q])
        vectors[p] = vp * cosine - vq * sine
        vectors[q] = vp * sine + vq * cosine
      }
    }
    return (0..<3).map { (values[$0][$0], vectors[$0]) }.sorted { $0.0 > $1.0 }
  }
}

extension SIMD3<Double> {
  var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
  var length: Double { (self * self).sum().squareRoot() }
}
