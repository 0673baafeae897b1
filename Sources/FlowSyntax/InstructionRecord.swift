/// What the tree keeps of a processing instruction that is meant for this program.
struct InstructionRecord: Sendable {
    /// From the `<?` to behind the `?>`.
    var range: Range<Int32>
    /// The index of the element that follows with only white space, comments and instructions between, -1 if none does.
    var element: Int32

    /// How an instruction for this program begins.
    static let opening: StaticString = "<?flowc"
}
