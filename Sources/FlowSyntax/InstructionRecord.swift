/// A processing instruction for this program, in the tree.
struct InstructionRecord: Sendable {
    /// The range from `<?` to after `?>`.
    var range: Range<Int32>
    /// The index of the following element; -1 if none follows.
    ///
    /// Only white space, comments and instructions may be in between.
    var element: Int32

    /// The start of an instruction for this program.
    static let opening: StaticString = "<?flowc"
}
