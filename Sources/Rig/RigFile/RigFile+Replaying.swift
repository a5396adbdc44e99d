public import Links

extension RigFile {
  /// The same bench with every board played from a recording, in virtual time.
  ///
  /// Hardware is left out: images, power, consoles, resets by a program.
  /// - Parameter recording: the folder of the recorded run.
  public func replaying(_ recording: String, mode: LinkAddress.ReplayMode = .strict) -> RigFile {
    var file = self
    (file.time, file.notAvailable) = (.virtual, [])
    file.boards = boards.map { board in
      var board = board
      board.recordedLink = board.recordedLink ?? board.link
      board.link = .replay(path: recording, mode)
      board.image = nil
      board.log = nil
      // Nothing happens: what followed the reset is in the recording.
      board.reset = board.reset.map { _ in .dtr }
      board.part = nil
      return board
    }
    return file
  }
}

extension RigBoard {
  /// The link as far as a case can do something with it: that of the recording, for a replay.
  public var playedLink: LinkAddress { recordedLink ?? link }
}
