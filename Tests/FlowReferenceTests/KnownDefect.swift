/// The flows of known defects in which the compiler differs from Docs/Semantics.md today, with the sentence that each is about.
/// A folder that no longer differs fails its test until it is taken off the list.
enum KnownDefect {
    static let sentences: [String: String] = [:]
}
