/// How the program ends; thrown by a verb that has said everything there is to say.
public struct ExitStatus: Error, Hashable {
  /// The exit status.
  public let code: Int32

  /// The status of a code.
  public init(_ code: Int32) { self.code = code }

  /// The status that a journal names.
  public init(clamping code: Int) { self.code = Int32(clamping: code) }

  /// Done; for `run`: something ran, and nothing is held against it.
  public static let done = ExitStatus(0)
  /// The answer is no; for `run`: at least one FAIL.
  public static let no = ExitStatus(1)
  /// A wrong argument, a rig file that is wrong in itself, or something that is not built.
  public static let usage = ExitStatus(2)
  /// The bench is at fault; for `run`: at least one ERROR or INCONCLUSIVE.
  public static let bench = ExitStatus(3)
  /// No case ran.
  public static let nothingRan = ExitStatus(4)
  /// An internal error, a hung case, or a document that could not be written.
  public static let internalError = ExitStatus(5)

  /// The strongest of several: 2, 130 or 143, 5, 1, 3, 4, 0.
  public static func strongest(_ statuses: [ExitStatus]) -> ExitStatus {
    let order: [Int32] = [2, 130, 143, 5, 1, 3, 4, 0]
    func rank(_ status: ExitStatus) -> Int { order.firstIndex(of: status.code) ?? 3 }
    return statuses.min { rank($0) < rank($1) } ?? .done
  }
}
