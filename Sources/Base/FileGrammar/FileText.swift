import Files
import FoundationEssentials
import Glibc
import Journal
package import Notation

extension FileKind {
  /// The text of a file of this kind; nil where there is no file.
  ///
  /// Throws ``DocumentErrors`` for what cannot be read, is too long or is not UTF-8.
  package func text(of path: String) throws(DocumentErrors) -> String? {
    if let obstacle = InputFile.obstacle(path) {
      throw unreadable(path, found: obstacle, allowed: "a file with \(article) in it")
    }
    let bytes: [UInt8]
    do {
      bytes = try SystemFile(reading: path).read(upTo: YAMLDocument.largest + 1)
    } catch {
      guard error.code != .ENOENT, error.code != .ENOTDIR else { return nil }
      throw unreadable(path, found: "a file that cannot be read", allowed: "the path of \(words)")
    }
    guard bytes.count <= YAMLDocument.largest else {
      throw unreadable(
        path, found: "more bytes", allowed: "at most \(YAMLDocument.largest) bytes")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw unreadable(path, found: "bytes that are not UTF-8", allowed: "YAML in UTF-8")
    }
    return text
  }

  /// The refusal of a file as a whole.
  package func unreadable(_ path: String, found: String, allowed: String) -> DocumentErrors {
    let findings = Findings(file: path)
    findings.fault(found: found, allowed: allowed)
    return DocumentErrors(findings)
  }
}
