/// A public source of facts, by the name that it has in `source:` of cases.
public struct PublicSource: Sendable {
  /// The word in a source.
  public let name: String
  /// The repository, log or document, with its revision where it has one.
  public let place: String

  /// The sources; of no board among them is the recording our own.
  public static let all = [
    PublicSource(
      name: "DWM3001CDK",
      place:
        "logs of a DWM3001CDK with UCI of QM33 SDK 1.1.x, by EstebanMenti/i-mop-qorvo-uci-script"),
    PublicSource(name: "QM35", place: "logs of a QM35825 in Qorvo's public tools and forum"),
    PublicSource(
      name: "Qorvo host tools", place: "behaviour seen in sasodoma/uwb-ranging at aad72a0"),
    PublicSource(
      name: "pica", place: "source of google/pica at e6fd445, and what it answers when run"),
    PublicSource(
      name: "AOSP",
      place: "source of platform/external/uwb at ac50219 and packages/modules/Uwb at 25caf08"),
    PublicSource(name: "QNIQ", place: "source of Qorvo's Nearby Interaction demos, 2021 to 2025"),
    PublicSource(
      name: "Apple's sample",
      place: "Apple's accessory sample as in FindMyCat/ios-app at 5c7c1bf"),
    PublicSource(name: "STELLA", place: "source of Truesense-it/StellaUWB"),
    PublicSource(name: "CANVAS", place: "source of Ezurio/canvas_python_firmware"),
    PublicSource(name: "nrfuwb", place: "source of brian-level/nrfuwb at 3b96aeb"),
    PublicSource(
      name: "captures of iPhones",
      place: "files of iPhones in AhmedJHamdan/flutter_uwb, branch experimental/cross-os-uwb"),
    PublicSource(
      name: "R4 interoperability note",
      place: "a public note of others on Apple's preview R4, 2025-09-19"),
    PublicSource(name: "Qorvo forum", place: "threads of forum.qorvo.com"),
    PublicSource(
      name: "NCS", place: "source of nRF Connect SDK, Fast Pair precision finding, 2026"),
    PublicSource(name: "Atmosic", place: "Atmosic's public SDK, 2025 and 2026"),
    PublicSource(
      name: "multi-platform-uwb", place: "issues of dustedrob/multi-platform-uwb, #53 and #57"),
    PublicSource(
      name: "nrfutil", place: "nrfutil of PyPI, run against virtual boards in the tests"),
    PublicSource(
      name: "esptool", place: "esptool of PyPI, run against virtual boards in the tests"),
    PublicSource(
      name: "SPSDK", place: "NXP's SPSDK of PyPI, run against virtual boards in the tests"),
    PublicSource(name: "smp 4", place: "smp of PyPI, run against virtual boards in the tests"),
    PublicSource(name: "smpmgr", place: "smpmgr of PyPI, run against virtual boards in the tests"),
  ]

  /// Those that the source of a case names.
  public static func named(in source: String) -> [PublicSource] {
    all.filter { source.contains($0.name) }
  }
}
