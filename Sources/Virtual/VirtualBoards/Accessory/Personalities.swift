import NearbyAccessory

extension AccessoryPersonality {
  /// Qorvo's QANI firmware for DWM3001C-based kits (observed: QNIQ; capture A1).
  static let qorvo: AccessoryPersonality = {
    var personality = AccessoryPersonality(name: "qorvo-qani")
    personality.behaviour.initializeWhileActive = .answer
    personality.behaviour.acceptance = .qorvo
    // Starts with whatever source address it holds, zero after a reset.
    personality.behaviour.startsBeforeInitialize = true
    personality.behaviour.sameConfigureWhileActive = .reconfigure
    // Did-start on return from the call that starts, whether the radio runs or not.
    personality.behaviour.didStart = .immediately
    personality.behaviour.failedStartReport = .silent
    personality.behaviour.configurationLife = .untilDisconnect
    personality.configuration = { data in
      data.uwb.role = .initiator
    }
    personality.faults = { hooks in
      hooks.limitMessages(to: 64)
      hooks.radioRefusesOwnAddress = true
    }
    // The library of the time of 1.0, which no source shows: exactly its own version.
    personality.acceptanceOfOldest = SCDAcceptance(shapes: [.exact(.v1_0)])
    personality.secondCentral = .ignored
    return personality
  }()

  /// Truesense's StellaUWB on NXP SR040 (observed: STELLA, NXP).
  static let stella: AccessoryPersonality = {
    var personality = AccessoryPersonality(name: "nxp-stella")
    // The source address is drawn on each call, whatever runs.
    personality.behaviour.initializeWhileActive = .answerAnew
    personality.behaviour.android = .nxp(chip: [0xD4, 0x02])
    personality.behaviour.acceptance = .nxp
    personality.behaviour.sameConfigureWhileActive = .acknowledge
    // Says did-start, and goes on with the session that it has.
    personality.behaviour.otherConfigureWhileActive = .acknowledge
    personality.behaviour.failedStartReport = .silent
    personality.behaviour.configurationLife = .untilDisconnect
    personality.configuration = { data in
      data.uwb.manufacturerIdentifier = 0x0010_1132
      data.uwb.modelIdentifier = 0x0031_0246
      data.uwb.middlewareVersion = 0x0406_0000
      data.uwb.role = .initiator
      data.uwb.clockDrift = 100
    }
    personality.faults = { hooks in
      hooks.limitMessages(to: 128)
      hooks.radioRefusesOwnAddress = true
      // The loop that stops the session repeats for as long as stopping fails: after a start that
      // failed there is nothing to stop, and a watchdog ends the loop (inferred).
      hooks.onReceive(.stop) { message, history in history.startFailed ? [.die] : [.take(message)] }
      hooks.onReceive(.configureAndStart) { message, history in
        [.take(history.speaksAndroid ? message : copiedByStella(message))]
      }
      // The length is not checked: the buffer still holds the message before (inferred).
      let before = hooks.incoming
      hooks.incoming = { message, history in
        guard message.isEmpty, let stale = history.previous else { return before(message, history) }
        return before([stale.rawValue], history)
      }
    }
    personality.zeroedAfterStart = 50
    personality.writesValueIn = .v1_1
    personality.zeroesForOneSessionOnly = true
    return personality
  }()

  /// The copy that Stella's start makes of a configuration: as many bytes as the blob has, counted
  /// from the identifier, so that the last one stays behind (inferred: unless the layer below
  /// makes up for it).
  private static func copiedByStella(_ message: [UInt8]) -> [UInt8] {
    guard message.count > 5, Int(message[5]) + 6 == message.count else { return message }
    return message.dropLast() + [0]
  }

  /// nrfuwb on NXP SR150 (observed: NRFUWB, both versions that were read).
  static let nrfuwb: AccessoryPersonality = {
    var personality = AccessoryPersonality(name: "nrfuwb")
    personality.behaviour.answersInitializeWhileConfigured = false
    personality.behaviour.initializeWhileActive = .ignore
    personality.behaviour.acceptance = .nrfuwb
    personality.behaviour.startsBeforeInitialize = true
    personality.behaviour.sameConfigureWhileActive = .reconfigure
    personality.behaviour.android = .nxp(chip: [0x46, 0x01])
    // What is meant to say "stopped" says did-start, and the usual way to a stop says nothing.
    personality.behaviour.failedStartReport = .didStart
    personality.behaviour.ownEndReport = .didStart
    personality.behaviour.stopAnswer = .silent
    personality.behaviour.answersStopWhileIdle = false
    personality.behaviour.configurationLife = .untilStop
    personality.configuration = { data in
      data.uwb.manufacturerIdentifier = 0x1111
      data.uwb.modelIdentifier = 0x2222
      data.uwb.middlewareVersion = 0
      data.uwb.clockDrift = 100
    }
    personality.faults = { hooks in
      hooks.limitMessages(to: 256)
      hooks.radioRefusesOwnAddress = true
      hooks.radioStartUp = .milliseconds(40)
      // The test of the major version assigns it: every major version passes as 1.
      hooks.onReceive(.configureAndStart) { message, history in
        guard message.count >= 3, !history.speaksAndroid else { return [.take(message)] }
        return [.take([message[0], 1, 0] + message[3...])]
      }
    }
    personality.secondCentral = .takesOver
    return personality
  }()

  /// Ezurio's Canvas application for SR040 and SR150 (observed: CANVAS).
  static let canvas: AccessoryPersonality = {
    var personality = AccessoryPersonality(name: "canvas")
    personality.behaviour.initializeWhileActive = .answerAnew
    var android = AndroidDialect.nxp(
      chip: [0x46, 0x01], initialize: [AccessoryMessage.Identifier.initialize.rawValue, 0x01])
    android.readsBigEndian = true
    // Read big-endian, no blob of a little-endian phone has a version that it could be tested for.
    android.checksVersion = false
    personality.behaviour.android = android
    personality.behaviour.acceptance = .nxp
    personality.behaviour.sameConfigureWhileActive = .reconfigure
    personality.behaviour.failedStartReport = .silent
    personality.behaviour.configurationLife = .untilDisconnect
    personality.configuration = { data in
      data.uwb.manufacturerIdentifier = 0x0010_1132
      data.uwb.modelIdentifier = 0x0031_0146
      data.uwb.middlewareVersion = 0x0406_0000
      data.uwb.role = .initiator
      data.uwb.clockDrift = 100
    }
    personality.faults = { hooks in
      hooks.limitMessages(to: 64)
      hooks.radioRefusesOwnAddress = true
    }
    personality.secondCentral = .refused
    personality.zeroedAfterStart = 48
    personality.waitsForEncryption = true
    return personality
  }()

  /// The accessory side of Android's ranging test application (observed: AOSP).
  static let android: AccessoryPersonality = {
    var personality = AccessoryPersonality(name: "android-accessory")
    personality.specification = .v2_0
    personality.behaviour.initializeWhileActive = .answerAnew
    personality.behaviour.acceptance = SCDAcceptance(
      shapes: [.init(version: nil, length: nil, lengthByte: nil)], minimumLength: 28,
      lengthByteMustFit: false)
    personality.behaviour.sameConfigureWhileActive = .ignore
    personality.behaviour.otherConfigureWhileActive = .ignore
    personality.behaviour.failedStartReport = .silent
    personality.behaviour.stopAnswer = .whenRadioStopped
    personality.behaviour.answersStopWhileIdle = false
    personality.behaviour.configurationLife = .untilDisconnect
    personality.configuration = { data in
      data.preferredUpdateRate = .automatic
      data.uwb.manufacturerIdentifier = 0
      data.uwb.modelIdentifier = 0
      data.uwb.middlewareVersion = 0
      if data.uwb.version.layout.hasClockDrift { data.uwb.clockDrift = 200 }
      if data.uwb.version.layout.hasRoundRequest {
        data.uwb.request = .init(hoppingMode: 1, slotsPerRound: 6, interval: 240)
      }
    }
    personality.faults = { $0.radioRefusesOwnAddress = true }
    personality.advertisesBothServices = true
    return personality
  }()
}
