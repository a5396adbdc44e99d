public import Notation

/// One fault of a rig file, at the characters that are at fault.
public typealias RigFileError = DocumentError

/// All that is wrong in a rig file, in the order of its lines.
public typealias RigFileErrors = DocumentErrors
