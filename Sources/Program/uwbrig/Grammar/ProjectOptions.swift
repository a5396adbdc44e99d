import ArgumentParser

/// Which settings of the project hold.
struct ProjectOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Also the settings of this profile of uwbrig.yaml. (default: UWBRIG_PROFILE)",
      valueName: "name"), completion: Completions.profiles)
  var profile: String?

  @Option(
    help: ArgumentHelp(
      "The project file, or none. (default: UWBRIG_CONFIG, else uwbrig.yaml here or above, within "
        + "the repository)", valueName: "file"), completion: Completions.yaml)
  var config: String?
}
