import Boards

extension MissingPort {
  /// What brings the port back, with what to do where a command does not help.
  var mend: [Finding.Mend] {
    switch bound {
    case nil:
      (remedy.isEmpty ? [] : [.run(remedy)])
        + [
          .say(
            "Where the kernel has no such driver: Ubuntu's small kernels have it in another package.",
            "sudo apt-get install linux-modules-extra-$(uname -r)"),
          .say("Then plug the board in again."),
        ]
    case "usbfs"?:
      [
        .say("Who has it? A virtual machine, a debugger, brltty:", remedy),
        .say("End that program, and plug the board in again."),
      ]
    case let driver? where driver == wanted:
      [.say("Plug the board in again; what the kernel says of it tells more:", "sudo dmesg | tail")]
    case let driver?:
      [.say("Take it from that driver, and plug the board in again.", "sudo modprobe -r \(driver)")]
    }
  }
}
