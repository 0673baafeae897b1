import FlowSyntax
import FlowDiagnostics

/// Finds what the links of Markdown pages mean in a site.
package struct GuideLinks: Sendable {
    /// The folder with the Markdown files, as a path from the working directory.
    private let folder: String
    private let pages: Set<String>
    /// The folders of pages, with the empty path for the outermost one.
    let folders: Set<String>
    /// By path of a flow's file: the address of the flow's folder.
    private let flows: [String: String]
    private let sourceURL: String
    private let isFile: @Sendable (String) -> Bool

    /// Creates links for pages.
    /// - Parameters:
    ///   - folder: the folder with the Markdown files.
    ///   - pages: the paths of the files in it.
    ///   - flows: the flows of the site.
    ///   - sourceURL: the text before a file's path in links to the source; empty for no links.
    ///   - isFile: returns whether a path names a file that the site may contain.
    package init(
        folder: String, pages: [String], flows: [FlowSite.Flow], sourceURL: String,
        isFile: @escaping @Sendable (String) -> Bool
    ) {
        self.folder = SourcePath.normalized(folder)
        self.pages = Set(pages)
        var folders: Set<String> = [""]
        for page in pages {
            let parts = page.split(separator: "/").dropLast()
            for length in parts.indices { folders.insert(parts[...length].joined(separator: "/")) }
        }
        self.folders = folders
        self.flows = Dictionary(flows.map { (SourcePath.normalized($0.file), $0.folder) }) { first, _ in first }
        self.sourceURL = sourceURL
        self.isFile = isFile
    }

    /// What a link leads to.
    enum Target: Equatable {
        /// An address as it is written in the page.
        case address(String)
        /// An address, and the path in the folder of the file that the site must contain at this address.
        case attachment(String, path: String)
        /// No part of the site and no source.
        case nothing
    }

    /// Returns what a link in a page leads to: an address as written, a part of the site, the source, or nothing.
    func target(of link: String, in page: String) -> Target {
        if link.isEmpty { return .nothing }
        let scalars = link.unicodeScalars
        let end = scalars.firstIndex { $0 == "?" || $0 == "#" } ?? scalars.endIndex
        if end == scalars.startIndex || link.hasPrefix("//") || Self.hasScheme(link) { return .address(link) }
        let fragment = scalars.firstIndex(of: "#").map { String(link[$0...]) } ?? ""
        let file = Self.decoded(String(link[..<end]))
        let root = SiteAddress.root(from: Self.address(ofPage: page))
        // The path begins at the working directory, because `..` can lead out of the folder of all pages.
        let path = SourcePath.resolved(file, relativeTo: folder + "/" + page)
        if let flow = flows[path] { return .address(root + URIReference.encoded(flow) + "index.html") }
        if let inner = inner(path) {
            if pages.contains(inner) {
                return .address(root + URIReference.encoded(Self.address(ofPage: inner)) + fragment)
            }
            if folders.contains(inner) {
                return .address(root + URIReference.encoded(Self.address(ofFolder: inner)) + fragment)
            }
            // The author of a page may not know what hidden files and folders contain.
            if isFile(path), !inner.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
                return .attachment(root + URIReference.encoded(Self.address(ofFile: inner)) + fragment, path: inner)
            }
        }
        // An absolute path says nothing about the address of the source.
        if sourceURL.isEmpty || path.hasPrefix("/") { return .nothing }
        return .address(sourceURL + URIReference.encoded(path) + link[end...])
    }

    /// Returns whether a link begins with the scheme of a URL.
    private static func hasScheme(_ link: String) -> Bool {
        let bytes = link.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let first = bytes.first else { return false }
        func isLetter(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        return isLetter(first) && bytes[..<colon].allSatisfy { isLetter($0) || "0123456789+.-".utf8.contains($0) }
    }

    /// Converts a path from the working directory to a path in the folder. Returns nil if it is outside of the folder.
    private func inner(_ path: String) -> String? {
        if path == folder { return "" }
        if folder == "." { return path.hasPrefix("../") || path.hasPrefix("/") ? nil : path }
        return path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : nil
    }

    // MARK: Addresses

    /// Returns the path of a page in the site. The page of a folder is `README.md` or `index.md`.
    static func address(ofPage path: String) -> String {
        let name = SourcePath.name(of: path)
        let folder = String(path.dropLast(name.count))
        if ["readme.md", "index.md"].contains(name.lowercased()) { return "guide/" + folder + "index.html" }
        return "guide/" + folder + name.dropLast(".md".count) + ".html"
    }

    /// Returns the path in the site of a file that is not a page.
    package static func address(ofFile path: String) -> String { "guide/" + path }

    /// Returns the path of a folder's page in the site.
    static func address(ofFolder path: String) -> String { "guide/" + (path.isEmpty ? "" : path + "/") + "index.html" }

    /// Returns a text with its percent-encoded bytes decoded.
    private static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
