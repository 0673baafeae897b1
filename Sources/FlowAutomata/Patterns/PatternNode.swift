/// A pattern as it was read.
indirect enum PatternNode: Sendable {
    /// One scalar of a set.
    case scalar(ScalarSet)
    /// One behind the other; none is the empty text.
    case sequence([PatternNode])
    /// One of several.
    case alternatives([PatternNode])
    /// A number of times; without a greatest number, for ever.
    case repeated(PatternNode, least: Int, most: Int?)
}
