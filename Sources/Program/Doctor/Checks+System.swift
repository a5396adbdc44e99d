import FoundationEssentials

extension Check {
  /// Every check, in the order in which faults are mended.
  package static let all: [Check] =
    [libraries, profiles] + usb + udev + access + programs + boards + bluetooth + limits

  static let libraries = Check(name: "libraries", title: "libusb and libudev") { examination in
    let libraries = examination.machine.libraries
    let missing = libraries.filter { $0.path == nil }
    guard !missing.isEmpty else {
      return .fine(libraries.compactMap(\.path).joined(separator: ", "))
    }
    return .found(
      missing.map {
        .fault(
          "\($0.name) is not on this computer: boards on USB cannot be found.",
          seen: ["no \($0.name).so in the library folders"],
          mend: [.run("sudo apt-get install \($0.package)")])
      })
  }

  static let profiles = Check(name: "profiles", title: "board profiles of your own") {
    let faults = $0.machine.profileFaults
    guard !faults.isEmpty else { return .fine("they can be read, or there are none") }
    return .fault(
      "A board profile of yours is wrong: none of yours is used.", seen: faults,
      mend: [.say("Correct the file; `uwbrig schema board` prints its shape.")])
  }

  static let usb: [Check] = [
    Check(name: "usb-bus", title: "USB of the kernel") { examination in
      let machine = examination.machine
      if let failure = machine.deviceFailure {
        return .fault(
          "What is attached to USB cannot be read.", seen: [failure],
          mend: [.say("Look at the permissions of /sys/bus/usb/devices.")])
      }
      guard machine.hasUSB else {
        return .fault(
          "The kernel has no USB: no board can be attached.", seen: ["no /sys/bus/usb/devices"],
          mend: [
            .say(
              "In a virtual machine, give it a USB controller and a kernel with USB (not a "
                + "\"cloud\" kernel)."),
            .say("Virtual boards need none of it:", "uwbrig run"),
          ])
      }
      return .fine("/sys/bus/usb/devices is there")
    },
    Check(name: "usb-nodes", title: "nodes of USB devices") { examination in
      let machine = examination.machine
      guard machine.hasUSB else { return .notApplicable("there is no USB") }
      guard !machine.hasUSBNodes else { return .fine("/dev/bus/usb is there") }
      let mend: [Finding.Mend] =
        machine.container == nil
        ? [.say("udev makes them: see that it runs.", "systemctl status systemd-udevd")]
        : [
          .say(
            "Give the container the devices, and let it use them:",
            "docker run -v /dev:/dev --device-cgroup-rule 'c 189:* rmw' --device-cgroup-rule "
              + "'c 166:* rmw' --device-cgroup-rule 'c 188:* rmw' …")
        ]
      return .fault(
        "There are no nodes for USB devices: debug probes cannot be opened.",
        seen: ["no /dev/bus/usb"] + machine.containerEvidence, mend: mend)
    },
  ]

  static let limits: [Check] = [
    Check(name: "open-files", title: "descriptors that a process may have") { examination in
      let (now, most) = (examination.machine.openFiles, examination.machine.openFilesMost)
      guard most < 512 else { return .fine("\(now), up to \(most)") }
      return .warning(
        "A process may have \(most) descriptors: a run with many boards will not do.",
        seen: ["Max open files \(now), hard limit \(most) (/proc/self/limits)"],
        mend: [.say("Raise the hard limit, for a systemd service with LimitNOFILE=4096.")])
    },
    Check(name: "inotify", title: "inotify instances that a user may have") { examination in
      guard let instances = examination.machine.inotifyInstances else {
        return .warning(
          "The kernel has no inotify: virtual boards do not see who opens their pseudo-terminals.",
          seen: ["no /proc/sys/fs/inotify"],
          mend: [.say("Use a kernel with CONFIG_INOTIFY_USER.")])
      }
      guard instances < 64 else { return .fine("\(instances)") }
      return .warning(
        "A user may have \(instances) inotify instances: virtual boards on pseudo-terminals need one each.",
        seen: ["/proc/sys/fs/inotify/max_user_instances is \(instances)"],
        mend: [.run("sudo sysctl fs.inotify.max_user_instances=128")])
    },
    Check(name: "pseudo-terminals", title: "pseudo-terminals") { examination in
      guard !examination.machine.hasPseudoTerminals else { return .fine("/dev/ptmx can be opened") }
      return .fault(
        "There are no pseudo-terminals: `uwbrig virtual` and rigs on pseudo-terminals do not run.",
        seen: ["/dev/ptmx and /dev/pts cannot both be used"],
        mend: [
          .say("Mount them:", "sudo mount -t devpts -o ptmxmode=0666,mode=0620 devpts /dev/pts")
        ])
    },
    Check(name: "clock", title: "the wall clock") { examination in
      let clock = examination.machine.clock
      // 2026 to 2100: before, this program was not there.
      guard !(1_767_225_600...4_102_444_800).contains(clock) else {
        return .fine(Date(timeIntervalSince1970: TimeInterval(clock)).formatted(.iso8601))
      }
      return .fault(
        "The clock is wrong: runs get wrong names, and certificates do not hold.",
        seen: ["it says " + Date(timeIntervalSince1970: TimeInterval(clock)).formatted(.iso8601)],
        mend: [.run("sudo timedatectl set-ntp true")])
    },
    Check(name: "disk", title: "room for runs") { examination in
      let disk = examination.machine.disk
      guard disk.isWritable else {
        return .fault(
          "Runs cannot be written.", seen: ["\(disk.path) is not writable for this user"],
          mend: [.say("Start in a folder of yours, or name one with --out DIR.")])
      }
      guard let free = disk.free else { return .notApplicable("the file system tells nothing") }
      let megabytes = free >> 20
      guard megabytes < 200 else { return .fine("\(megabytes) MiB free for \(disk.path)") }
      let finding = Finding(
        level: megabytes < 20 ? .fault : .warning,
        sentence: "There is little room for runs.",
        evidence: ["\(megabytes) MiB free for \(disk.path)"],
        mend: [.say("Remove old runs below out/, or name a folder elsewhere with --out DIR.")],
        repair: nil)
      return .found([finding])
    },
  ]
}

extension Machine {
  var containerEvidence: [String] { container.map { ["this is a container (\($0))"] } ?? [] }
}
