public import Notation

/// All that is wrong in a rig file, in the order of its lines.
public typealias RigFileErrors = DocumentErrors
