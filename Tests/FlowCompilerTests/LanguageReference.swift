import FlowSyntax
import TestSupport

/// The examples and the text of `Docs/Reference/Language.md`.
struct LanguageReference {
    /// A heading with what stands under it, up to the next heading.
    struct Section {
        /// The chapter: the nearest heading of the second level.
        var chapter: String
        var title: String
        var text = ""
        /// The example files in the order of writing.
        var examples: [(path: String, text: String)] = []

        /// The kind of document that the chapter is about.
        var kind: DocumentKind {
            chapter.contains("Service descriptions") ? .service : chapter.contains("Scenarios") ? .scenario : .flow
        }
    }

    /// The examples of a section, with the service descriptions before them, which all sections share.
    struct FileSet: Sendable {
        let title: String
        let files: [String: [UInt8]]
        /// The files that the section itself shows.
        let own: [String]
        /// Those of them that can be run.
        let roots: [String]
    }

    static func sections() throws -> [Section] {
        var sections = [Section(chapter: "", title: "")]
        var fence: String?
        let page = try PackageFiles.text("Docs/Reference/Language.md")
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            let last = sections.count - 1
            if line.hasPrefix("```") {
                fence = fence == nil ? String(line.dropFirst(3)) : nil
                guard let path = fence.flatMap(path) else { continue }
                sections[last].examples.append((path, ""))
            } else if let info = fence {
                guard path(info) != nil else { continue }
                sections[last].examples[sections[last].examples.count - 1].text += line + "\n"
            } else if line.hasPrefix("#") {
                let title = String(line.drop { $0 == "#" || $0 == " " })
                let chapter = line.hasPrefix("### ") ? sections[last].chapter : title
                sections.append(Section(chapter: chapter, title: title))
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
            for (path, bytes) in own where path.hasSuffix(".service.xml") { shared[path] = bytes }
            let files = shared.merging(own) { _, new in new }
            let roots = section.examples.filter { !$0.text.contains("abstract=\"true\"") }.map(\.path)
            return FileSet(title: section.title, files: files, own: section.examples.map(\.path), roots: roots)
        }
    }
}
