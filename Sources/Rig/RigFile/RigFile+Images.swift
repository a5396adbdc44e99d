extension RigFile {
  /// The same bench with an image that these boards get before a run.
  public func flashing(_ image: String, onto names: [String]) -> RigFile {
    var file = self
    for index in file.boards.indices where names.contains(file.boards[index].name) {
      file.boards[index].image = .init(
        file: image, method: file.boards[index].image?.method ?? "auto")
    }
    return file
  }
}
