import UCI

extension UCIHooks {
  /// Takes another list of parameters than the one that was sent.
  mutating func changeParameters(
    _ change: @escaping @Sendable ([AppConfigTLV]) -> [AppConfigTLV]
  ) {
    onBody(SessionSetAppConfigCommand.self) { body, _ in
      var changed = body
      changed.tlvs = change(body.tlvs)
      return .take(changed.packet)
    }
  }

  /// Refuses lists with a parameter that is `bad`, and names that one.
  fileprivate mutating func refuse(_ bad: @escaping @Sendable (AppConfigTLV) -> Bool) {
    refuseLists { list in list.first(where: bad)?.id }
  }

  /// Refuses lists in which a parameter is found, and names that one.
  mutating func refuseLists(_ find: @escaping @Sendable ([AppConfigTLV]) -> AppConfigID?) {
    onBody(SessionSetAppConfigCommand.self) { body, _ in
      find(body.tlvs).map { bad in
        let failure = AppConfigFailure(id: bad, status: .invalidParam)
        return .say(SessionSetAppConfigResponse(status: .invalidParam, failed: [failure]).packet)
      }
    }
  }

  /// Refuses whole lists, and names no parameter.
  fileprivate mutating func rejectLists(
    where isBad: @escaping @Sendable (UCIPacket, UCIHistory) -> Bool
  ) {
    let refusal = SessionSetAppConfigResponse(status: .rejected, failed: []).packet
    onReceive(SessionSetAppConfigCommand.self, [.say(refusal)], where: isBad)
  }
}

extension AppConfigTLV {
  /// Whether the numbers of the value are inside the limits and among the values of the table.
  fileprivate var isInLimits: Bool {
    guard let definition = id.definition, let numbers = definition.numbers(of: value) else {
      return true
    }
    return numbers.allSatisfy { definition.range?.contains($0) ?? true }
  }

  fileprivate var isNamed: Bool {
    guard let definition = id.definition, !definition.values.isEmpty,
      let numbers = definition.numbers(of: value)
    else { return true }
    return numbers.allSatisfy { definition.valueName($0) != nil }
  }

  fileprivate var hasRightSize: Bool {
    guard let definition = id.definition, !definition.sizes.isEmpty else { return true }
    return definition.sizes.contains(value.count)
  }
}

extension UCIFault {
  static let parameters: [UCIFault] = [
    .init("configures-once", "A session that is IDLE takes no parameters any more.") {
      $0.rejectLists { _, history in history.sessions.contains { $0.state == .idle } }
    },
    .init("channel-configures-once", "A session that is IDLE takes no CHANNEL_NUMBER any more.") {
      $0.rejectLists { packet, history in
        let body = try? SessionSetAppConfigCommand(packet: packet, dialect: history.dialect)
        return history.sessions.contains { $0.state == .idle }
          && body?.tlvs.contains { $0.id == .channelNumber } == true
      }
    },
    .init("refuses-newer-parameters", "Parameters from 0x36 on are not known.") {
      $0.refuse { $0.id.rawValue >= 0x36 }
    },
    .init("largest-priority-refused", "The largest SESSION_PRIORITY is refused.") {
      $0.refuse { $0.id == .sessionPriority && $0.value == [100] }
    },
    .init("limits-not-checked", "Values beyond the limits of a parameter are taken and ignored.") {
      $0.changeParameters { list in list.filter(\.isInLimits) }
    },
    .init("values-not-checked", "Values that a parameter does not have are taken and ignored.") {
      $0.changeParameters { list in list.filter(\.isNamed) }
    },
    .init("sizes-not-checked", "Values of a wrong size are taken and ignored.") {
      $0.changeParameters { list in list.filter(\.hasRightSize) }
    },
    .init("names-every-parameter", "When one parameter is bad, all of the list are named.") {
      $0.onSend(SessionSetAppConfigResponse.self) { body, history in
        guard body.status == .invalidParam, let command = history.lastCommand,
          let sent = try? SessionSetAppConfigCommand(packet: command, dialect: history.dialect)
        else { return [body.packet] }
        let all = sent.tlvs.map { AppConfigFailure(id: $0.id, status: .invalidParam) }
        return [SessionSetAppConfigResponse(status: body.status, failed: all).packet]
      }
    },
    .init(
      "takes-good-parameters", "Of a list with unknown values the other parameters are taken."
    ) {
      $0.changeParameters { list in list.filter(\.isNamed) }
      $0.onSend(SessionSetAppConfigResponse.self) { body, history in
        guard body.status == .ok, let command = history.lastCommand,
          let sent = try? SessionSetAppConfigCommand(packet: command, dialect: history.dialect)
        else { return [body.packet] }
        let bad = sent.tlvs.filter { !$0.isNamed }.map {
          AppConfigFailure(id: $0.id, status: .invalidRange)
        }
        return bad.isEmpty
          ? [body.packet]
          : [SessionSetAppConfigResponse(status: .invalidParam, failed: bad).packet]
      }
    },
    .init("first-value-counts", "Of two values for a parameter the first one counts.") {
      $0.changeParameters { list in list.reversed() }
    },
    .init("reads-lists-to-their-end", "A list is read to its end, whatever its count.") {
      $0.onReceive(SessionSetAppConfigCommand.self) { packet, history in
        guard
          let rest = try? UCITLV.list(from: Array(packet.payload.dropFirst(5))),
          var body = try? SessionSetAppConfigCommand(packet: packet, dialect: history.dialect)
        else { return [.take(packet)] }
        body.tlvs = rest.map {
          AppConfigTLV(id: AppConfigID(rawValue: UInt8(clamping: $0.id)), value: $0.value)
        }
        body.trailing = []
        return [.take(body.packet)]
      }
    },
    .init("empty-list-refused", "A configuration without parameters is refused.") {
      $0.rejectLists { packet, _ in packet.payload.count == 5 }
    },
    .init(
      "get-app-config-unknown-ok", "An unknown application parameter reads as an empty value."
    ) {
      $0.onSend(SessionGetAppConfigResponse.self) { body, _ in
        body.status == .invalidParam
          ? [SessionGetAppConfigResponse(status: .ok, tlvs: body.tlvs ?? []).packet]
          : [body.packet]
      }
    },
    .init("get-app-config-all-empty", "Reading all application parameters gives an empty list.") {
      let empty = SessionGetAppConfigResponse(status: .ok, tlvs: []).packet
      $0.onReceive(SessionGetAppConfigCommand.self, [.say(empty)]) { packet, _ in
        packet.payload.last == 0 && packet.payload.count == 5
      }
    },
    .init("nothing-changes-while-active", "A session that ranges takes no parameter.") {
      $0.personality = { $0.changeableWhileActive = [] }
    },
  ]
}
