import UCI

extension UCIHooks {
  /// Changes what is answered to a change of the controlees, by the layout of FiRa 2.x.
  fileprivate mutating func changeMulticast(
    _ change: @escaping @Sendable (UCIStatus, [MulticastResult]) -> (UCIStatus, [MulticastResult])
  ) {
    onSend(SessionUpdateControllerMulticastListResponse.self) { body, _ in
      let (status, list) = change(body.status, body.list ?? [])
      return [SessionUpdateControllerMulticastListResponse(status: status, list: list).packet]
    }
  }

  /// Turns one refusal of a controlee into OK.
  fileprivate mutating func forgive(_ refusals: [UCIMulticastStatus]) {
    changeMulticast { status, list in
      guard list.contains(where: { refusals.contains($0.status) }) else { return (status, list) }
      return (.ok, list.map { MulticastResult(shortMAC: $0.shortMAC, status: .ok) })
    }
  }
}

extension UCIFault {
  /// Faults of SESSION_UPDATE_CONTROLLER_MULTICAST_LIST.
  static let multicast: [UCIFault] = [
    .init("multicast-without-results", "A change of controlees has no results.") {
      $0.changeMulticast { status, _ in (status, []) }
    },
    .init("multicast-never-removes", "Controlees cannot be removed.") {
      let refusal = SessionUpdateControllerMulticastListResponse(status: .rejected, list: []).packet
      $0.onReceive(SessionUpdateControllerMulticastListCommand.self, [.say(refusal)]) { packet, _ in
        packet.payload.dropFirst(4).first == UCIMulticastAction.remove.rawValue
      }
    },
    .init("multicast-adds-twice", "A controlee that is there is added with OK.") {
      $0.forgive([.addressAlreadyPresent])
    },
    .init("multicast-removes-nobody", "A controlee that is not there is removed with OK.") {
      $0.forgive([.addressNotFound])
    },
    .init("multicast-without-end", "A session takes a thousand controlees.") {
      $0.personality = { $0.maximumControlees = 1000 }
    },
    .init("multicast-anywhere", "Controlees are added to any session with OK.") {
      $0.changeMulticast { status, list in
        [.rejected, .errorSessionNotConfigured].contains(status) ? (.ok, list) : (status, list)
      }
    },
    .init(
      "multicast-any-action", "An action on controlees that does not exist is answered with OK."
    ) {
      $0.changeMulticast { status, list in (status == .syntaxError ? .ok : status, list) }
    },
    .init(
      "multicast-never-counted", "The number of controlees reads as 2, whatever their list holds."
    ) {
      $0.onSend(SessionGetAppConfigResponse.self) { body, _ in
        guard let tlvs = body.tlvs else { return [body.packet] }
        let changed = tlvs.map { tlv in
          tlv.id == .numberOfControlees ? AppConfigTLV(id: tlv.id, value: [2]) : tlv
        }
        return [SessionGetAppConfigResponse(status: body.status, tlvs: changed).packet]
      }
    },
    .init("multicast-keys-unchecked", "Controlees are taken with and without keys.") {
      $0.forgive([.subSessionKeyNotFound, .subSessionKeyNotApplicable])
    },
    .init("multicast-silent", "A change of controlees is not notified.") {
      $0.onSend(SessionUpdateControllerMulticastListNotification.self) { _, _ in [] }
    },
    .init("multicast-twice", "A change of controlees is notified twice.") {
      $0.onSend(SessionUpdateControllerMulticastListNotification.self) { body, _ in
        [body.packet, body.packet]
      }
    },
    .init("multicast-keeps-going", "A session without controlees goes on.") {
      $0.omit(SessionStatusNotification.self) { body, _ in
        body.reasonCode == .errorInvalidNumOfControlees
      }
    },
    .init("multicast-all-or-nothing", "One controlee that is refused has all refused with it.") {
      $0.changeMulticast { status, list in
        guard let fault = list.first(where: { $0.status != .ok })?.status else {
          return (status, list)
        }
        return (status, list.map { MulticastResult(shortMAC: $0.shortMAC, status: fault) })
      }
    },
  ]
}
