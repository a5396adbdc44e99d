import Dissection
import Journal
import NearbyAccessory
import Reports

/// Frames in words, for the documents of a run.
enum FrameWords {
  /// Names the fields of a frame by the firmware of its board.
  static let describer: FrameDescriber = { firmware, direction, bytes in
    switch firmware {
    case "uci": Dissection.uci(bytes).summary
    case "ni-accessory":
      Dissection.accessory(
        bytes, direction: direction == .in ? .accessoryToPhone : .phoneToAccessory
      ).summary
    default: nil
    }
  }
}
