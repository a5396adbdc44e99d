import Synchronization

/// Phones that can tell each other over Bluetooth that a session has ended, as the system does behind
/// the application's back. It is best effort: a word may be lost.
public final class PhoneNeighbourhood: Sendable {
  private let phones = Mutex<[Phone]>([])
  private let losesWords: Bool

  /// A neighbourhood without phones; one that loses words leaves a peer to its timeout.
  public init(losesWords: Bool = false) { self.losesWords = losesWords }

  func join(_ phone: Phone) { phones.withLock { $0.append(phone) } }

  /// The abilities of the phone that has a session of that token; nil when none of them has.
  func model(of token: DiscoveryToken) -> PhoneModel? {
    phones.withLock { $0 }.first { phone in
      phone.withState { state in state.entries.contains { $0.machine.token == token } }
    }?.settings.model
  }

  func leave(_ phone: Phone) { phones.withLock { $0.removeAll { $0 === phone } } }

  /// The session of `token` has ended; `peer` is whom it ranged with.
  func ended(_ token: DiscoveryToken, peer: DiscoveryToken) {
    guard !losesWords else { return }
    for phone in phones.withLock({ $0 }) { phone.peerEnded(token, own: peer) }
  }
}
