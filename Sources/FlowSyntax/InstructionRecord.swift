/// A processing instruction `<?flowc …?>` in the tree.
struct InstructionRecord: Sendable {
    /// The range from `<?` to after `?>`.
    var range: Range<Int32>
    /// The index of the following element; -1 if none follows.
    ///
    /// Only white space, comments and instructions may be in between.
    var element: Int32

    /// The start of every such instruction.
    static let opening: StaticString = "<?flowc"
}
