import WireFormat

extension PhoneExchange {
  /// Takes one input at the instant `now` and gives what follows from it, in order.
  public mutating func handle(_ input: Input, now: Duration) -> [Output] {
    switch input {
    case .start: start(now)
    case .configure(let blob): configure(blob, now)
    case .stop: stop(now)
    case .received(let bytes): receive(bytes, now)
    case .deadline: deadline(now)
    case .linkDown: linkDown()
    }
    defer { outputs.removeAll() }
    return outputs
  }

  private mutating func start(_ now: Duration) {
    if mayRun { sendStop() }
    outputs.append(.send(.initialize()))
    enter(.awaitingConfiguration, until: now + limits.answer)
  }

  private mutating func configure(_ blob: [UInt8], _ now: Duration) {
    guard accessoryConfiguration != nil, state != .awaitingConfiguration else {
      outputs.append(.refused(reason: "no accessory configuration data is known; start first"))
      return
    }
    outputs.append(.send(.configureAndStart(blob)))
    mayRun = true
    enter(.awaitingStart, until: now + limits.start)
  }

  private mutating func stop(_ now: Duration) {
    sendStop()
    enter(.awaitingStop, until: now + limits.stop)
  }

  private mutating func sendStop() {
    outputs.append(.send(.stop()))
    openStops = min(openStops + 1, 1000)
    mayRun = false
  }

  private mutating func receive(_ bytes: [UInt8], _ now: Duration) {
    let message: AccessoryMessage
    do throws(WireError) {
      message = try AccessoryMessage.decode(bytes, direction: .accessoryToPhone)
    } catch {
      return violate(.malformed(error))
    }
    switch message {
    case .accessoryConfigurationData(let blob): received(configuration: blob)
    case .didStart(let trailing):
      checkBody(message, trailing)
      guard state == .awaitingStart else { return violate(.unexpected(.didStart, state)) }
      // Messages keep their order: no stop from before this start can be answered any more.
      openStops = 0
      enter(.started)
      outputs.append(.accessoryStarted)
    case .didStop(let trailing):
      checkBody(message, trailing)
      receivedDidStop()
    default:
      if vendorIdentifiers.contains(message.identifier) {
        outputs.append(.vendorMessage(message))
      } else {
        violate(.foreignIdentifier(message.identifier))
      }
    }
  }

  private mutating func received(configuration blob: [UInt8]) {
    guard !blob.isEmpty else { return violate(.emptyConfiguration) }
    guard state == .awaitingConfiguration else {
      return violate(.unexpected(.accessoryConfigurationData, state))
    }
    accessoryConfiguration = blob
    enter(.configured)
    outputs.append(.deliverAccessoryConfiguration(blob))
  }

  /// A stop that is still open is answered first; without one, an accessory may end by itself.
  private mutating func receivedDidStop() {
    if openStops > 0 {
      openStops -= 1
      outputs.append(.accessoryStopped)
      if state == .awaitingStop { rest() }
    } else if mayRun {
      mayRun = false
      outputs.append(.accessoryStopped)
      rest()
    } else {
      violate(.unexpected(.didStop, state))
    }
  }

  private mutating func deadline(_ now: Duration) {
    guard let due = nextDeadline, now >= due else { return }
    outputs.append(.timedOut(state))
    // An accessory that was told to start may still do so: a stop goes before the next start.
    rest()
  }

  private mutating func linkDown() {
    accessoryConfiguration = nil
    openStops = 0
    mayRun = false
    enter(.idle)
  }

  /// Nothing is waited for; a known configuration stays good for a retry.
  private mutating func rest() {
    enter(accessoryConfiguration == nil ? .idle : .configured)
  }

  private mutating func checkBody(_ message: AccessoryMessage, _ trailing: [UInt8]) {
    guard !trailing.isEmpty else { return }
    violate(.unexpectedBody(message.identifier, bytes: trailing.count))
  }

  private mutating func violate(_ violation: Violation) { outputs.append(.violation(violation)) }

  private mutating func enter(_ next: State, until deadline: Duration? = nil) {
    state = next
    nextDeadline = deadline
  }
}
