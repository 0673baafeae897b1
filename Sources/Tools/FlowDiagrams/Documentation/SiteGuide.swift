import FlowDiagnostics
import FlowSyntax

/// The pages of a site that come from Markdown.
package struct SiteGuide: Sendable {
    /// A page as the Markdown program wrote it.
    package struct Page: Sendable {
        /// The path of the Markdown file in its folder.
        package let path: String
        /// Its content as HTML, in which raw HTML is left out.
        package let html: String

        package init(path: String, html: String) {
            self.path = path
            self.html = html
        }
    }

    static let title = "Guide"

    let pages: [RenderedPage]
    /// The other files to which pages refer, as sorted paths in the folder.
    package let attachments: [String]
    private let folders: Set<String>

    /// Prepares the pages of a folder.
    /// - Parameters:
    ///   - pages: the pages, sorted by path.
    ///   - resolver: resolves the links between pages and to other files.
    package init(_ pages: [Page], _ resolver: GuideLinks) {
        var attachments: Set<String> = []
        self.pages = pages.map { RenderedPage($0, resolver, &attachments) }
        self.attachments = attachments.sorted()
        folders = resolver.folders
    }

    /// The paths of two files in the folder that would have the same path in the site, with this path; nil if all differ.
    package var clash: (first: String, second: String, path: String)? {
        var files: [String: String] = [:]
        for (file, path) in pages.map({ ($0.path, GuideLinks.address(ofPage: $0.path)) })
            + attachments.map({ ($0, GuideLinks.address(ofFile: $0)) })
        {
            if let first = files.updateValue(file, forKey: path) { return (first, file, path) }
        }
        return nil
    }

    /// Returns the pages, and a list of pages for each folder without a page. Adds the pages' sections to the search.
    func files(in frame: SiteFrame, _ search: inout SearchIndex) -> [SiteFile] {
        var files: [SiteFile] = []
        for page in pages {
            let address = GuideLinks.address(ofPage: page.path)
            let trail = trail(to: page.path, isFolder: false)
            files.append(frame.page(address, title: page.title, trail + page.contents + page.body))
            for section in page.sections {
                let anchor = section.slug.isEmpty ? "" : "#" + URIReference.encoded(section.slug)
                let title = section.title.isEmpty ? page.title : section.title
                search.add(
                    title, kind: "guide", in: title == page.title ? "" : page.title,
                    at: URIReference.encoded(address) + anchor, text: section.text)
            }
        }
        let named = Set(files.map(\.path) + attachments.map(GuideLinks.address(ofFile:)))
        for folder in folders.sorted() {
            let address = GuideLinks.address(ofFolder: folder)
            guard !named.contains(address) else { continue }
            files.append(frame.page(address, title: Self.title(of: folder), contents(ofFolder: folder)))
        }
        return files
    }

    /// Returns the contents of the page of a folder: links to its inner folders and its pages.
    private func contents(ofFolder folder: String) -> HTML {
        let prefix = folder.isEmpty ? "" : folder + "/"
        let inner = folders.filter { $0.hasPrefix(prefix) && !$0.dropFirst(prefix.count).contains("/") && $0 != folder }
        var items = inner.sorted().map { path -> HTML in
            let name = String(path.dropFirst(prefix.count))
            return "<li><a href=\"\(URIReference.encoded(name))/index.html\">\(name)/</a></li>\n"
        }
        items += pages.filter { $0.folder == folder }.map { page -> HTML in
            let name = SourcePath.name(of: GuideLinks.address(ofPage: page.path))
            return "<li><a href=\"\(URIReference.encoded(name))\">\(page.title)</a></li>\n"
        }
        return
            "\(trail(to: folder, isFolder: true))<h1>\(Self.title(of: folder))</h1>\n<ul class=\"plain\">\n\(items.joined())</ul>\n"
    }

    /// Returns links to the parent folders of a page or a folder; empty for the first page of the guide.
    private func trail(to path: String, isFolder: Bool) -> HTML {
        let address = isFolder ? GuideLinks.address(ofFolder: path) : GuideLinks.address(ofPage: path)
        let outer = path.split(separator: "/").dropLast().map(String.init)
        guard address != "guide/index.html" else { return "" }
        let root = SiteAddress.root(from: address)
        var links: [HTML] = ["<a href=\"\(root)guide/index.html\">\(Self.title)</a>"]
        for length in outer.indices {
            let folder = outer[...length].joined(separator: "/")
            let target = URIReference.encoded(GuideLinks.address(ofFolder: folder))
            links.append("<a href=\"\(root)\(target)\">\(outer[length])</a>")
        }
        return "<nav class=\"trail\" aria-label=\"Folders\">\(links.joined(separator: " / "))</nav>\n"
    }

    /// Returns the name of a folder, or of the guide for the outermost one.
    private static func title(of folder: String) -> String {
        folder.split(separator: "/").last.map(String.init) ?? title
    }
}
