/// Where the events of a link go: to the one that started it; earlier ones are kept.
package struct EventOutlet: Sendable {
  private var receive: (@Sendable (LinkEvent) -> Void)?
  private var early: [LinkEvent] = []

  package init() {}

  /// The link is started; what is to be delivered first.
  package mutating func start(
    _ receive: @escaping @Sendable (LinkEvent) -> Void
  ) -> [LinkEvent] {
    self.receive = receive
    defer { early = [] }
    return early
  }

  /// An event has come; who is to be told, outside of any lock.
  package mutating func take(_ event: LinkEvent) -> (@Sendable (LinkEvent) -> Void)? {
    if receive == nil { early.append(event) }
    return receive
  }
}
