/// Why nothing could be looked at or mended.
package struct DoctorError: Error, CustomStringConvertible {
  /// What failed, why, and what to do.
  package let description: String

  init(_ description: String) { self.description = description }
}
