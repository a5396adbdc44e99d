package import JSONDocuments
package import Journal
import RigFile
import WireFormat

/// The values of boards before they were calibrated, so that they can be put back.
package struct CalibrationUndoDocument: Document {
  package static let schema = "uwbrig.calibration-undo/1"
  package static let about =
    "calibration-undo.json: the values of boards before `uwbrig calibrate` has changed any."

  /// A board with its values.
  package struct Board: Codable, Sendable {
    package var board: String
    package var values: [Value]
  }

  /// A value by its key.
  package struct Value: Codable, Sendable, Described {
    package static let notes: [String: Note] = [
      "value": "As a number; null for more than four bytes.",
      "bytes": "In hexadecimal, the lowest first.",
    ]
    package var key: String
    package var value: Int?
    package var bytes: String
  }

  package var rig: String
  package var quantity: CalibrationPlan.Quantity
  package var channel: Int
  package var antenna: Int
  package var boards: [Board]

  init(_ plan: CalibrationPlan, _ boards: [CalibratedBoard]) {
    rig = plan.file.name
    quantity = plan.settings.quantity
    channel = plan.settings.channel
    antenna = plan.settings.antenna
    self.boards = boards.map { board in
      Board(
        board: board.name,
        values: board.old.entries.map {
          Value(key: $0.key, value: $0.number, bytes: Hexadecimal.encode($0.bytes))
        })
    }
  }

  /// The document that was read; nil where it is none of this version.
  package init?(json: JSONValue) {
    guard json["schema"]?.string == Self.schema, let rig = json["rig"]?.string,
      let quantity = json["quantity"]?.string.flatMap(CalibrationPlan.Quantity.init(rawValue:)),
      let channel = json["channel"]?.integer, let antenna = json["antenna"]?.integer,
      let boards = json["boards"]?.array
    else { return nil }
    self.rig = rig
    self.quantity = quantity
    self.channel = Int(channel)
    self.antenna = Int(antenna)
    self.boards = boards.compactMap { board in
      guard let name = board["board"]?.string, let values = board["values"]?.array else {
        return nil
      }
      return Board(
        board: name,
        values: values.compactMap { value in
          guard let key = value["key"]?.string, let text = value["bytes"]?.string,
            let bytes = try? Hexadecimal.decode(text), !bytes.isEmpty
          else { return nil }
          return Value(
            key: key, value: bytes.count > 4 ? nil : UCILittleEndian.number(bytes), bytes: text)
        })
    }
  }

  /// The values of each board.
  package var values: [(board: String, old: CalibrationValues)] {
    boards.map { board in
      let entries = board.values.compactMap { value in
        (try? Hexadecimal.decode(value.bytes)).map { CalibrationValues.Entry(value.key, $0) }
      }
      return (board.board, CalibrationValues(entries))
    }
  }
}
