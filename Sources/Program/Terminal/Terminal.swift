import CRigShims
import FoundationEssentials
import Glibc

/// What the program knows about the terminals that it writes to.
package enum Terminal {
  package enum Stream: Int32 {
    case output = 1
    case error = 2
  }

  /// True when the stream is a terminal.
  package static func isInteractive(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

  /// Columns of the terminal: `COLUMNS` where it is set, else what the terminal says; nil where
  /// the stream is no terminal.
  package static func width(_ stream: Stream) -> Int? {
    if let columns = environment("COLUMNS").flatMap({ Int($0) }), (20...10_000).contains(columns) {
      return columns
    }
    let width = Int(rig_terminal_width(stream.rawValue))
    return width >= 20 ? width : nil
  }

  /// True when the stream's terminal can move its cursor.
  package static func canRedraw(_ stream: Stream) -> Bool { isInteractive(stream) && !isDumb }

  package static func isColoured(_ stream: Stream, _ choice: ColorChoice) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto: canRedraw(stream) && (environment("NO_COLOR") ?? "").isEmpty
    }
  }

  private static var isDumb: Bool { ["", "dumb"].contains(environment("TERM") ?? "") }

  private static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }
}
