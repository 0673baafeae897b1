import FlowSyntax
import TestSupport

/// The examples and the text of the pages about the language.
struct LanguageReference {
    /// The page of a kind of document.
    static func page(of kind: DocumentKind) -> String {
        switch kind {
        case .service: "Docs/Reference/ServiceDescriptions.md"
        case .flow: "Docs/Reference/Language.md"
        case .scenario: "Docs/Reference/Scenarios.md"
        }
    }

    /// A heading with what stands under it, up to the next heading.
    struct Section {
        /// The kind of document that its page is about; nil for the tour.
        var kind: DocumentKind?
        var title: String
        var text = ""
        /// The example files in the order of writing.
        var examples: [(path: String, text: String)] = []
    }

    /// The examples of a section, with all that stand before them.
    struct FileSet: Sendable {
        let title: String
        let files: [String: [UInt8]]
        /// The files that the section itself shows.
        let own: [String]
        /// Those of them that can be run.
        let roots: [String]
    }

    static func sections() throws -> [Section] {
        let pages = [DocumentKind.service, .flow, .scenario].map { (kind: $0, path: page(of: $0)) }
        return try pages.flatMap { try sections(of: $0.path, $0.kind) }
            + sections(of: "Docs/Tutorial/LanguageTour.md", nil)
    }

    private static func sections(of page: String, _ kind: DocumentKind?) throws -> [Section] {
        var sections = [Section(kind: kind, title: "")]
        var fence: String?
        for line in try PackageFiles.text(page).split(separator: "\n", omittingEmptySubsequences: false) {
            let last = sections.count - 1
            if line.hasPrefix("```") {
                fence = fence == nil ? String(line.dropFirst(3)) : nil
                guard let path = fence.flatMap(path) else { continue }
                sections[last].examples.append((path, ""))
            } else if let info = fence {
                guard path(info) != nil else { continue }
                sections[last].examples[sections[last].examples.count - 1].text += line + "\n"
            } else if line.hasPrefix("#") {
                sections.append(Section(kind: kind, title: String(line.drop { $0 == "#" || $0 == " " })))
            } else {
                sections[last].text += line + "\n"
            }
        }
        return sections
    }

    /// The path in the info string of a block: `xml file=PATH`.
    private static func path(_ info: String) -> String? {
        info.hasPrefix("xml file=") ? String(info.dropFirst("xml file=".count)) : nil
    }

    static func fileSets() throws -> [FileSet] {
        var shared: [String: [UInt8]] = [:]
        return try sections().compactMap { section in
            guard !section.examples.isEmpty else { return nil }
            let own = section.examples.map { ($0.path, Array($0.text.utf8)) }
            shared.merge(own) { _, new in new }
            let roots = section.examples.filter { !$0.text.contains("abstract=\"true\"") }.map(\.path)
            return FileSet(title: section.title, files: shared, own: section.examples.map(\.path), roots: roots)
        }
    }
}
