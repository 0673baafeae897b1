/// A node in the syntax tree of a pattern.
indirect enum PatternNode: Sendable {
    /// Matches one scalar of a set.
    case scalar(ScalarSet)
    /// Matches the nodes one after another. An empty sequence matches the empty text.
    case sequence([PatternNode])
    /// Matches one of the nodes.
    case alternatives([PatternNode])
    /// Matches a node a number of times. If `atMost` is nil, the number is unlimited.
    case repeated(PatternNode, atLeast: Int, atMost: Int?)
}
