internal import CFlowResources

/// A list of text files that the C module embeds, each under its path.
package struct EmbeddedFiles: Sendable {
    private let first: @Sendable () -> UnsafePointer<EmbeddedFile>

    /// The service description and the flows that ship with the compiler.
    static let library = EmbeddedFiles(first: flowc_library)
    /// The pages of findings in Markdown, by code.
    package static let pages = EmbeddedFiles(first: flowc_pages)
    /// The files of new projects.
    static let templates = EmbeddedFiles(first: flowc_templates)

    private var files: some Sequence<EmbeddedFile> {
        sequence(first: first()) { $0 + 1 }.lazy.map(\.pointee).prefix { $0.path != nil }
    }

    /// The paths in the order of the list.
    package var paths: [String] { files.compactMap { $0.path.map { String(cString: $0) } } }

    /// Returns the content of a file, or nil if there is no such file.
    package subscript(path: String) -> String? {
        zip(paths, files).first { $0.0 == path }?.1.text.map { String(cString: $0) }
    }
}
