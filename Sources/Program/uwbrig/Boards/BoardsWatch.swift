import AttachedBoards
import Boards
import Journal
import LabRuntime
import Printing
import RigFile
import Synchronization
import Terminal

/// `boards --watch`: the boards that are there, then every one that comes, changes or goes.
struct BoardsWatch {
  let options: CommonOptions
  let sources: BoardSources
  let rig: RigFile?

  /// Prints until a signal comes.
  func perform() throws -> ExitStatus {
    let lab = Lab.live(seed: 0)
    let ended = Mutex<ExitStatus?>(nil)
    let tree = USBTree.system
    try lab.run {
      try await HotPlugWatch.withWatch(tree, lab: lab) { watch in
        SignalHandler(lab).listen { signal in
          ended.withLock { $0 = ExitStatus(signal.exitStatus) }
          watch.close()
        }
        // With nothing to tell, a reader that goes away would not be noticed by writing.
        WorkerThread.start("output") {
          if StandardStreams.waitForLossOfOutput() { lab.post { watch.close() } }
        }
        var inventory = USBInventory([])
        var sources = sources
        while !Output.isClosed, let event = try? await watch.events.receive() {
          print(event, &inventory, &sources, tree.source)
        }
      }
    }
    return ended.withLock { $0 } ?? .done
  }

  private func print(
    _ event: HotPlugEvent, _ inventory: inout USBInventory, _ sources: inout BoardSources,
    _ source: USBTree.Source
  ) {
    switch event {
    case .present(let present, let time):
      inventory = present
      sources.forgetSeparated(inventory, remark: options.remark)
      let view = view(inventory, sources, source)
      if options.json {
        say(.present, time, view.entries)
      } else {
        BoardsCommand.say(view, options)
        options.remark("Watching; Ctrl-C ends it.")
      }
    case .added(let device, let time), .changed(let device, let time):
      let wasThere = if case .changed = event { true } else { false }
      // A terminal may make a board of what was none.
      let wasBoard =
        wasThere && view(inventory, sources, source).entry(with: device.path) != nil
      let others = inventory.devices.filter { $0.path != device.path }
      inventory = USBInventory(others + [device])
      let view = view(inventory, sources, source)
      tell(wasBoard ? .changed : .added, wasBoard ? "~" : "+", device, time, view)
    case .removed(let device, let time):
      // As it was last, and without a look at nodes that are gone.
      let view = view(inventory, sources, source)
      inventory = USBInventory(inventory.devices.filter { $0.path != device.path })
      tell(.removed, "-", device, time, view)
      sources.forgetSeparated(inventory, remark: options.remark)
    }
  }

  private func view(
    _ inventory: USBInventory, _ sources: BoardSources, _ source: USBTree.Source
  ) -> BoardsView {
    BoardsView(
      inventory, source: source, sources: sources.recalling(inventory), rig: rig,
      asksProbes: false)
  }

  private func tell(
    _ event: BoardsEventDocument.Event, _ sign: String, _ device: USBDevice, _ time: LabInstant,
    _ view: BoardsView
  ) {
    guard let entry = view.entry(with: device.path) else { return }
    if options.json {
      say(event, time, [entry])
    } else {
      Output.result(BoardsView.line(sign, entry, device.path, isGone: event == .removed))
    }
  }

  private func say(
    _ event: BoardsEventDocument.Event, _ time: LabInstant, _ entries: [BoardsView.Entry]
  ) {
    BoardsEventDocument(event, microseconds: time.microseconds, entries).printLine()
  }
}
