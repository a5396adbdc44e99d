public import Foundation

/// A page of the documentation that is made from the program's own tables.
public enum DocumentationPage {
  /// The page as it is and as it should be; with `UWBRIG_UPDATE_SNAPSHOTS` it is written first.
  public static func compare(
    _ name: String, with text: String
  ) throws -> (written: String, made: String) {
    let url = Checkout.documentation.appending(path: name)
    if ProcessInfo.processInfo.environment["UWBRIG_UPDATE_SNAPSHOTS"] != nil {
      try Data(text.utf8).write(to: url)
    }
    return ((try? String(contentsOf: url, encoding: .utf8)) ?? "", text)
  }

  /// A row of a table; what would end a cell is escaped.
  public static func row(_ cells: [String]) -> String {
    "| "
      + cells.map {
        $0.replacing("|", with: "\\|").replacing("\n", with: " ").replacing("<", with: "&lt;")
      }.joined(separator: " | ") + " |"
  }

  /// A table with these columns.
  public static func table(_ columns: [String], _ rows: [[String]]) -> [String] {
    [row(columns), "|" + String(repeating: "---|", count: columns.count)] + rows.map(row)
  }
}
