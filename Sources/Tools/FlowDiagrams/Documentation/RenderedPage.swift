import FlowSyntax
import FlowDiagnostics

/// A page from Markdown, with identifiers for its headings and with the site's links.
struct RenderedPage: Sendable {
    let path: String
    /// The text of the first heading that has one, or the name of the file.
    let title: String
    let body: HTML
    /// The parts of the page: the start, unless it is empty, and a part for each heading with a title or text.
    let sections: [Section]

    /// A heading with the text up to the next one.
    struct Section: Sendable {
        var title: String
        /// The identifier of the heading; empty for the start of the page.
        var slug = ""
        var level = 1
        /// The text below the heading.
        var text = ""
    }

    /// The path of the page's folder; empty for the outermost one.
    var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

    /// A list of the headings of the second level; empty if there are fewer than three.
    var contents: HTML {
        let headings = sections.filter { $0.level == 2 && !$0.title.isEmpty }
        guard headings.count > 2 else { return "" }
        let items = headings.map { "<li><a href=\"#\(URIReference.encoded($0.slug))\">\($0.title)</a></li>\n" as HTML }
        return """
            <details class="contents-of-page"><summary>On this page</summary>
            <ul>
            \(items.joined())</ul>
            </details>

            """
    }

    /// Rewrites what the Markdown program wrote. `attachments` receives the files to which the page refers.
    init(_ page: SiteGuide.Page, _ links: GuideLinks, _ attachments: inout Set<String>) {
        path = page.path
        var rewriter = MarkupRewriter(page, links)
        rewriter.rewrite(page.html)
        attachments.formUnion(rewriter.attachments)
        sections = rewriter.sections.filter { !$0.title.isEmpty || !$0.text.isEmpty }
        let first = rewriter.sections.first { !$0.title.isEmpty }?.title
        title = first ?? String(SourcePath.name(of: page.path).dropLast(".md".count))
        body = HTML(trusted: rewriter.result)
    }
}

/// Rewrites HTML of a Markdown program, tag by tag. The program escapes all other uses of `<`.
private struct MarkupRewriter {
    private(set) var result = ""
    private(set) var attachments: Set<String> = []
    private(set) var sections = [RenderedPage.Section(title: "")]
    private let page: String
    private let links: GuideLinks
    /// For each identifier of the page: how many others were made from it. The first one is that of the main element.
    private var slugs = ["content": 0]
    /// For each open link: whether the result contains its start tag.
    private var openLinks: [Bool] = []
    /// The level of the open heading, and where its content begins in the result; nil outside of headings.
    private var heading: (level: Int, start: String.Index)?

    /// Creates a rewriter of a page, which resolves its links with `links`.
    init(_ page: SiteGuide.Page, _ links: GuideLinks) {
        self.page = page.path
        self.links = links
    }

    mutating func rewrite(_ html: String) {
        var rest = html[...]
        // A combining character after a tag would form one `Character` with its last sign.
        while let start = rest.unicodeScalars.firstIndex(of: "<"),
            let end = rest[start...].unicodeScalars.firstIndex(of: ">")
        {
            let next = html.unicodeScalars.index(after: end)
            addText(rest[..<start])
            addTag(rest[start..<next])
            rest = rest[next...]
        }
        addText(rest)
    }

    /// Copies text, and adds it to the current section.
    private mutating func addText(_ text: Substring) {
        result += text
        addToSection(Self.unescaped(text))
    }

    /// Adds text to the title or to the text of the current section.
    private mutating func addToSection(_ plain: String) {
        if heading != nil {
            sections[sections.count - 1].title += plain
        } else {
            sections[sections.count - 1].text += plain.replacing("\n", with: " ")
        }
    }

    /// Copies, replaces or omits a tag.
    private mutating func addTag(_ tag: Substring) {
        let name = tag.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "/" }
        switch name {
        case "a": addLink(tag)
        case "/a": if openLinks.popLast() ?? true { result += tag }
        case "img": addImage(tag)
        case "h1", "h2", "h3", "h4", "h5", "h6": openHeading(Int(name.dropFirst()) ?? 1)
        case "/h1", "/h2", "/h3", "/h4", "/h5", "/h6": closeHeading()
        case "table": result += "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>"
        case "/table": result += "</table></div>"
        case "pre": result += "<pre tabindex=\"0\">"
        // The Markdown program writes a comment in place of raw HTML.
        case "": if !tag.hasPrefix("<!") { result += tag }
        default: result += tag
        }
    }

    // MARK: Links

    /// Copies the start of a link, with its address in the site. Without an address, only the text of the link remains.
    private mutating func addLink(_ tag: Substring) {
        guard let link = Self.attribute("href", of: tag) else {
            openLinks.append(true)
            result += tag
            return
        }
        let address = address(of: link)
        openLinks.append(address != nil)
        if let address { result += "<a href=\"" + address.markup + "\">" }
    }

    /// Copies an image, or only its alternative text if the image is not part of the site.
    private mutating func addImage(_ tag: Substring) {
        let text = Self.attribute("alt", of: tag) ?? ""
        addToSection(text)
        let alternative = HTML(text: text)
        if let address = Self.attribute("src", of: tag).flatMap({ address(of: $0) }) {
            result += "<img src=\"" + address.markup + "\" alt=\"" + alternative.markup + "\">"
        } else {
            result += alternative.markup
        }
    }

    /// Returns the address to write for a link, or nil if the link leads nowhere. Records the file of an attachment.
    private mutating func address(of link: String) -> HTML? {
        switch links.target(of: link, in: page) {
        case .address(let address): return HTML(text: address)
        case .attachment(let address, let path):
            attachments.insert(path)
            return HTML(text: address)
        case .nothing: return nil
        }
    }

    /// Returns the value of an attribute, or nil if the tag lacks it.
    private static func attribute(_ name: String, of tag: Substring) -> String? {
        guard let start = tag.utf8.firstRange(of: Array((" " + name + "=\"").utf8)) else { return nil }
        let rest = tag[start.upperBound...]
        return rest.utf8.firstIndex(of: UInt8(ascii: "\"")).map { unescaped(rest[..<$0]) }
    }

    /// Returns a text with the entities that the Markdown program writes replaced by characters.
    private static func unescaped(_ text: Substring) -> String {
        var scalars = String(text).unicodeScalars
        guard scalars.contains("&") else { return String(text) }
        for (entity, sign) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&amp;", "&")] {
            scalars.replace(entity.unicodeScalars, with: sign.unicodeScalars)
        }
        return String(scalars)
    }

    // MARK: Headings

    /// Begins a section. The tag of the heading is written at its end, when the identifier is known.
    private mutating func openHeading(_ level: Int) {
        heading = (level, result.endIndex)
        sections.append(RenderedPage.Section(title: "", level: level))
    }

    /// Writes a heading around its content, with an identifier.
    private mutating func closeHeading() {
        guard let (level, start) = heading else { return }
        let content = String(result[start...])
        result.removeSubrange(start...)
        let slug = uniqueSlug(of: sections[sections.count - 1].title)
        sections[sections.count - 1].slug = slug
        let name = "h" + String(level)
        result += "<" + name + " id=\"" + HTML(text: slug).markup + "\">" + content + "</" + name + ">"
        heading = nil
    }

    /// Returns the identifier of a heading, in the form that GitHub uses.
    private mutating func uniqueSlug(of title: String) -> String {
        var slug = ""
        for character in title.lowercased() {
            if character.isLetter || character.isNumber || "-_".contains(character) { slug.append(character) }
            if character == " " { slug.append("-") }
        }
        if slug.isEmpty { slug = "section" }
        var unique = slug
        while slugs[unique] != nil {
            slugs[slug, default: 0] += 1
            unique = slug + "-" + String(slugs[slug, default: 0])
        }
        slugs[unique] = 0
        return unique
    }
}
