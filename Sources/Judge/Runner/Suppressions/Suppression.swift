public import Journal
public import RigFile

/// An entry of the quarantine or of the waivers: whose bad verdict does not count, and why.
public struct Suppression: Sendable, Hashable {
  /// Which list it stands in.
  public let list: Event.Suppression.List
  /// The file as it was named.
  public let file: String
  /// The line of the entry, from 1.
  public let line: Int
  /// The cases as they are written; nil for all.
  public let cases: String?
  /// The board; nil for all.
  public let board: String?
  /// Why.
  public let reason: String
  /// Where it is followed up.
  public let link: String
  /// Quarantine: when it is to be looked at again. Waiver: when it was accepted.
  public let date: CalendarDay
  /// Why the cases cannot be found, with what was probably meant; nil where they can.
  public let unknown: String?
  let filter: Filter

  /// Whether it is about an instance that a filter sees so.
  ///
  /// - Parameter helpers: boards that play along in it: what is said of a board is said of all cases
  ///   that it has a part in.
  public func matches(_ subject: FilterSubject, helpers: [String] = []) -> Bool {
    unknown == nil && board.map((subject.boards + helpers).contains) ?? true
      && filter.matches(subject)
  }

  /// The mark of a verdict that does not count.
  public var description: String { "\(reason) (\(link))" }

  /// What it is about.
  public var subject: String {
    switch (cases, board) {
    case (let cases?, let board?): "\(cases) on \(board)"
    case (let cases?, nil): cases
    case (nil, let board?): "everything on \(board)"
    case (nil, nil): "everything"
    }
  }
}

/// A day of the calendar, such as `2026-11-21`; days compare as they follow each other.
public struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The day as it is written.
  public let description: String

  /// Reads `2026-11-21`; nil for anything else, and for days that no month has.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month)
    else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...days[month - 1]).contains(day) else { return nil }
    description = text
  }

  /// Whether a day comes before another.
  public static func < (one: CalendarDay, other: CalendarDay) -> Bool {
    one.description < other.description
  }
}

/// The quarantine and the waivers of a run.
public struct Suppressions: Sendable, Hashable {
  /// The entries, quarantine first, in the order of their files.
  public let entries: [Suppression]
  /// The boards of the rig that can be the phone's radio.
  private let radios: [String]

  /// No entry.
  public static let none = Suppressions([])

  /// Entries of both lists, for the boards of a rig; without one, for boards that are judged.
  public init(_ entries: [Suppression], on file: RigFile? = nil) {
    self.entries = entries.filter { $0.list == .quarantine } + entries.filter { $0.list == .waiver }
    radios = (file?.boards ?? []).filter(\.isPhoneRadio).map(\.name)
  }

  /// Why an instance is in quarantine; nil when it is not.
  func quarantine(of instance: Instance) -> String? { first(.quarantine, instance) }

  /// Why a FAIL of an instance is accepted; nil when it is not.
  func waiver(of instance: Instance) -> String? { first(.waiver, instance) }

  /// Whether a verdict of an instance does not count: none of one in quarantine does, and no FAIL of
  /// one that is waived.
  func suppresses(_ instance: Instance, _ verdict: Verdict) -> Bool {
    verdict != .skip && quarantine(of: instance) != nil
      || verdict == .fail && waiver(of: instance) != nil
  }

  private func first(_ list: Event.Suppression.List, _ instance: Instance) -> String? {
    entries.isEmpty
      ? nil : entries.first { $0.list == list && applies($0, to: instance) }?.description
  }

  private func applies(_ entry: Suppression, to instance: Instance) -> Bool {
    entry.matches(
      instance.subject, helpers: Schedule.radios(of: instance.case, among: radios))
  }

  /// The events of the entries, given the instances that run.
  func events(for instances: [Instance]) -> [Event.Suppression] {
    entries.map { entry in
      Event.Suppression(
        list: entry.list, cases: entry.cases, board: entry.board, reason: entry.reason,
        link: entry.link, date: entry.date.description,
        matches: instances.count { applies(entry, to: $0) })
    }
  }

  /// A line for each entry that applies to no instance of a plan.
  public func remarks(about plan: Plan) -> [String] {
    entries.compactMap { entry in
      if let unknown = entry.unknown { return unknown }
      guard !plan.instances.contains(where: { applies(entry, to: $0) }) else { return nil }
      return "\(entry.file):\(entry.line): warning: the \(entry.list.rawValue) of "
        + "\(entry.subject) matches no case of this rig"
    }
  }
}
