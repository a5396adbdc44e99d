import BootProtocols

extension DFUDevice {
  /// The status for GETSTATUS, and the work that it starts or finds done.
  mutating func status(at now: UInt64) -> DFUStatus {
    switch state {
    case .downloadSync, .manifestSync:
      guard let work else {
        state = state == .downloadSync ? .downloadIdle : .idle
        break
      }
      return begin(work, at: now)
    case .downloadBusy:
      if now < busyUntil {
        // Asked before the time was over.
        fail(.stalledPacket)
      } else {
        finish()
      }
    case .manifest:
      guard now < busyUntil else {
        manifested()
        break
      }
      let left = Int(clamping: (busyUntil - now) / 1000 + 1)
      return DFUStatus(error: error.rawValue, pollMilliseconds: left, state: state)
    default: break
    }
    return DFUStatus(error: error.rawValue, state: state)
  }

  private mutating func begin(_ work: Work, at now: UInt64) -> DFUStatus {
    let milliseconds = duration(of: work)
    busyUntil = now &+ UInt64(milliseconds) * 1000
    state = work == .manifest ? .manifest : .downloadBusy
    let asked = max(0, milliseconds - behaviour.impatience)
    if milliseconds == 0, work != .manifest {
      finish()
      return DFUStatus(error: error.rawValue, state: state)
    }
    return DFUStatus(error: error.rawValue, pollMilliseconds: asked, state: state)
  }

  private func duration(of work: Work) -> Int {
    func bounded(_ milliseconds: Int) -> Int { min(max(0, milliseconds), 0xFF_FFFF) }
    return switch work {
    case .write: bounded(behaviour.writeMilliseconds)
    case .erasePage: bounded(behaviour.eraseMilliseconds)
    case .eraseAll:
      bounded(bounded(behaviour.eraseMilliseconds) * (flash.bytes.count / flash.pageSize))
    case .setPointer: 0
    case .manifest: bounded(behaviour.manifestMilliseconds)
    }
  }

  /// The work is over; what it did is there now.
  private mutating func finish() {
    defer { work = nil }
    state = .downloadIdle
    switch work {
    case .write(let data, let address):
      let number = blocksWritten
      blocksWritten += 1
      if !descriptor.isDfuSe { erasePages(at: address, count: data.count) }
      if number == behaviour.failingWrite { return fail(.program) }
      if !flash.write(data, at: address) { fail(.address) }
    case .erasePage(let address):
      if flash.read(address, count: 1) == nil { return fail(.address) }
      if !flash.erase(address, count: 1) { fail(.erase) }
    case .eraseAll: _ = flash.erase(flash.base, count: flash.bytes.count)
    case .setPointer(let address):
      if flash.read(address, count: 0) == nil { return fail(.address) }
      pointer = address
    case .manifest, nil: break
    }
  }

  /// A plain device erases each page as the download comes to it.
  private mutating func erasePages(at address: UInt32, count: Int) {
    guard address >= flash.base else { return }
    let offset = Int(address - flash.base)
    let end = min(offset + count, flash.bytes.count)
    let first = (offset + flash.pageSize - 1) / flash.pageSize * flash.pageSize
    guard first < end else { return }
    _ = flash.erase(flash.base + UInt32(truncatingIfNeeded: first), count: end - first)
  }

  private mutating func manifested() {
    work = nil
    state = descriptor.survivesManifestation ? .idle : .manifestWaitReset
  }
}
