public import Foundation

/// The checkout that the tests were built from.
public enum Checkout {
  /// Its folder, which holds `Package.swift`.
  public static let root: URL = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while folder.path != "/",
      !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
    {
      folder.deleteLastPathComponent()
    }
    return folder
  }()

  /// The pages of the documentation.
  public static let documentation = root.appending(
    path: "Sources/Program/uwbrig/Documentation.docc")

  /// A file or folder of the checkout, by its path from the root.
  public static func at(_ path: String) -> URL { root.appending(path: path) }
}
