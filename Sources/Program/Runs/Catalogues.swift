import Errors
import Journal
package import RunStore

/// Folders of runs, with errors for people.
package enum Catalogues {
  package static func read(_ folder: String) throws -> RunCatalogue {
    do throws(RigError) { return try RunCatalogue(folder) } catch {
      throw Failure(.usage, "\(error)")
    }
  }
}
