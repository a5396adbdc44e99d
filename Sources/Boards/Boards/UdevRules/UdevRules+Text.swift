extension UdevRules {
  func lines(mark: String) -> [String] {
    heading
      + [
        "ACTION==\"remove\", GOTO=\"uwbrig_end\"",
        "SUBSYSTEM==\"usb\", ENV{DEVTYPE}==\"usb_device\", GOTO=\"uwbrig_usb\"",
        "SUBSYSTEM==\"tty\", KERNEL==\"ttyACM[0-9]*|ttyUSB[0-9]*\", GOTO=\"uwbrig_tty\"",
        "SUBSYSTEM==\"hidraw\", GOTO=\"uwbrig_hidraw\"",
        "GOTO=\"uwbrig_end\"", "", "LABEL=\"uwbrig_usb\"", "",
      ] + identities.flatMap { described($0) + [rule($0, "ATTR", mark)] }
      + [
        "", "ENV{UWBRIG_RULES}!=\"?*\", GOTO=\"uwbrig_end\"",
        "GROUP=\"\(deviceGroup)\", MODE=\"0660\", TAG+=\"uaccess\", ENV{ID_MM_DEVICE_IGNORE}=\"1\"",
        "# A board that is put to sleep loses what it was sent.",
        "TEST==\"power/control\", ATTR{power/control}=\"on\"", "GOTO=\"uwbrig_end\"", "",
        "LABEL=\"uwbrig_tty\"", "",
      ] + identities.map { rule($0, "ATTRS", mark) }
      + [
        "", "ENV{UWBRIG_RULES}!=\"?*\", GOTO=\"uwbrig_end\"",
        "GROUP=\"\(terminalGroup)\", MODE=\"0660\", TAG+=\"uaccess\", ENV{ID_MM_PORT_IGNORE}=\"1\"",
        "ENV{ID_SERIAL_SHORT}==\"?*\", ENV{ID_USB_INTERFACE_NUM}==\"?*\", "
          + "SYMLINK+=\"uwbrig/$env{ID_SERIAL_SHORT}-if$env{ID_USB_INTERFACE_NUM}\"",
        "ENV{ID_SERIAL_SHORT}!=\"?*\", ENV{ID_PATH}==\"?*\", SYMLINK+=\"uwbrig/at-$env{ID_PATH}\"",
        "GOTO=\"uwbrig_end\"", "", "LABEL=\"uwbrig_hidraw\"", "",
        "# Hubs that switch the power of boards: YKUSH, YKUSH3, YKUSHXS.",
        "ATTRS{idVendor}==\"04d8\", ATTRS{idProduct}==\"f2f7|f11b|f0cd|efed\", "
          + "GROUP=\"\(deviceGroup)\", MODE=\"0660\", TAG+=\"uaccess\"",
        "", "LABEL=\"uwbrig_end\"",
      ]
  }

  private var heading: [String] {
    let text = """
      # Access to UWB kits for people at the machine and for CI runners, and no modem probing.
      #
      # Made from the board profiles by `uwbrig udev print`: change those, not this file.
      # `uwbrig udev install` puts it in place, `uwbrig udev check` tells whether it works. By hand,
      # as root:
      #
      #     cp 60-uwbrig.rules /etc/udev/rules.d/
      #     udevadm control --reload
      #     udevadm trigger --action=change -s usb -s tty -s hidraw
      #
      # - uaccess gives the device to the user at the machine. It has to be set before 73-seat-late
      #   turns it into an access list, hence the 60 in this file's name.
      # - A CI runner has no seat, so there uaccess does nothing: the group does it. USB devices go to
      #   \(deviceGroup), serial ports to \(terminalGroup).
      # - ModemManager sends AT commands to every new CDC ACM port, which a board takes for the beginning
      #   of a frame. It is told to leave the whole device alone, and each of its serial ports as well.
      # - /dev/uwbrig/SERIAL-ifNN is a serial port that keeps its name in whichever USB socket the board is.
      """
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      + leftOutLines + [""]
  }

  private var leftOutLines: [String] {
    guard !leftOut.isEmpty else { return [] }
    return [
      "#",
      "# Left out, since many other devices have these ids too (put the serial number of yours into",
      "# a profile of your own, with like: and serials:, and print the rules again):",
    ] + leftOut.map { "# - \(ids($0)) (\(plain($0.titles.joined(separator: ", "))))" }
  }

  private func described(_ identity: UdevIdentity) -> [String] {
    let note =
      identity.vendor == 0x1366
      ? [
        "# SEGGER's probes have too many product ids to list, and more with each firmware: the vendor",
        "# is what stays.",
      ] : []
    let trust = identity.confidence == .unverified ? " (ids not verified on a board)" : ""
    return ["# " + plain(identity.titles.joined(separator: ", ")) + trust] + note
  }

  private func ids(_ identity: UdevIdentity) -> String {
    identity.vendor.hexadecimal + ":" + (identity.product?.hexadecimal ?? "any product")
  }

  private func rule(_ identity: UdevIdentity, _ key: String, _ mark: String) -> String {
    var conditions = ["\(key){idVendor}==\"\(identity.vendor.hexadecimal)\""]
    if let product = identity.product {
      conditions.append("\(key){idProduct}==\"\(product.hexadecimal)\"")
    }
    if let name = identity.productName { conditions.append("\(key){product}==\"\(plain(name))\"") }
    if let serial = identity.serial { conditions.append("\(key){serial}==\"\(plain(serial))\"") }
    return conditions.joined(separator: ", ") + ", ENV{UWBRIG_RULES}=\"\(mark)\""
  }

  /// Text of a user's profile that neither ends a string nor a line, nor is a pattern of another kind.
  private func plain(_ text: String) -> String {
    String(
      text.map { character in
        character.isASCII && (character.isLetter || character.isNumber)
          || " -_.*?():/+,".contains(character) ? character : "?"
      })
  }
}
