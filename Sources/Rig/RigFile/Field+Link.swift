import Links
import Notation

extension Field {
  func link(_ allowed: String = "a link") -> LinkAddress? {
    guard let text = string(allowed) else { return nil }
    do {
      return try LinkAddress(parsing: text)
    } catch {
      fault(
        found: error.found, allowed: error.allowed, suggestion: error.suggestion,
        offset: error.offset + (isPlain ? 0 : 1))
      return nil
    }
  }
}
