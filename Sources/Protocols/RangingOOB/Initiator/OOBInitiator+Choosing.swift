extension OOBInitiator {
  /// Configures every board once all have answered, or are not awaited any more.
  mutating func chooseWhenKnown(now: Duration, random: inout some RandomNumberGenerator) {
    guard state == .waiting,
      peers.allSatisfy({ $0.isDropped || $0.capabilities != nil })
    else { return }
    capabilitiesDue = nil
    let answered = peers.indices.filter { !peers[$0].isDropped }
    guard !answered.isEmpty else { return close(.noPeers) }
    // One per selection, the same towards all boards.
    let address = OOBInitiatorSettings.address(&random)
    var mismatch: UWBSelection.Mismatch?
    for peer in answered {
      guard let capabilities = peers[peer].capabilities else { continue }
      let chosen = settings.choose(
        for: capabilities, of: answered.count, address: address, mismatch: &mismatch,
        random: &random)
      if chosen.isEmpty { peers[peer].isDropped = true }
      if !chosen.isEmpty { configure(peer, chosen, now: now) }
    }
    if peers.allSatisfy(\.isDropped) { close(.capabilitiesMismatch(mismatch)) }
  }

  /// Sends the configuration, and starts the own radio at once: no answer is awaited.
  private mutating func configure(_ peer: Int, _ blocks: [ConfigurationBlock], now: Duration) {
    peers[peer].running = OOBTechnologySet(blocks.map(\.technology))
    send(settings.message(blocks, to: peers[peer].version), peer)
    let board = peers[peer].capabilities?.blocks.ultraWideband
    guard let board, let block = blocks.ultraWideband else {
      if state == .waiting { state = .ranging }
      return
    }
    state = .starting
    peers[peer].radioDue = now + settings.radioStart
    actions.append(.startRadio(block, board: board.address, peer: peer))
  }
}
