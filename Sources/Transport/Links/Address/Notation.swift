// Whoever reads a link string reads the words and spans of time in it, and tells of faults in the same
// words: what Notation has is part of what Links offers.
@_exported public import Notation
