import Errors
import Journal
import LabRuntime
import RigFile
import RunStore

extension RunDirectory {
  /// The folder that was asked for, else one below the folder of the runs.
  init(out: String?, _ record: RunRecord) throws(RigError) {
    if let out {
      try self.init(create: out, record: record)
    } else {
      try self.init(in: Self.runs, record: record)
    }
  }

  /// Keeps the rig beside the journal, which it makes: both together are a recording.
  func begin(_ file: RigFile, _ lab: Lab) throws(RigError) -> Journal {
    try write(Array(file.text.utf8), named: Self.rigName)
    let sink = try FileSink(path: events, mode: lab.isSimulated ? .buffered : .live)
    return Journal(now: { lab.now }, sink: sink)
  }
}
