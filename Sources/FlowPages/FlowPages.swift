/// The documentation pages of findings, embedded in the program.
///
/// The folder `Pages` is a link to `Docs/Reference/Findings`. Each page is created when it is requested, so that the
/// program starts fast.
package enum FlowPages {
    /// Returns the page of a code in Markdown, or nil if the code has no page.
    package static func page(_ code: String) -> [UInt8]? { pages[code]?() }

    /// The codes that have a page, sorted by name.
    package static var codes: [String] { pages.keys.sorted() }
}
