package import FlowCompiler
import FlowDiagnostics

/// A static site about flows, with a guide from Markdown.
package enum FlowSite {
    /// A compiled flow with its player and its pictures.
    package struct Flow: Sendable {
        /// The path of the flow's folder below `flows`, such as `kiosk`.
        package let path: String
        /// The path of the flow's file from the working directory.
        package let file: String
        package let compilation: Compilation
        package let player: [UInt8]
        /// The figures of the flow as Graphviz draws them with `diagramOptions`.
        package let pictures: [String]

        package init(path: String, file: String, compilation: Compilation, player: [UInt8], pictures: [String]) {
            self.path = path
            self.file = file
            self.compilation = compilation
            self.player = player
            self.pictures = pictures
        }

        /// The address of the flow's folder.
        var folder: String { "flows/" + path + "/" }
    }

    /// The options of the pictures, whose cards lead to sections of a page.
    package static var diagramOptions: DiagramOptions { DiagramOptions(nodePage: LeadText.page) }

    /// Returns the files of a site.
    /// - Parameters:
    ///   - flows: the flows, in the order of the index. Those with errors or unusable pictures are left out.
    ///   - guide: the pages from Markdown; nil if there are none.
    ///   - title: the name of the site.
    ///   - sourceURL: the text before a file's path in links to the source; empty for no links.
    /// - Returns: the pages, the search and the style sheet.
    package static func files(_ flows: [Flow], guide: SiteGuide?, title: String, sourceURL: String) -> [SiteFile] {
        let frame = SiteFrame(title: title, hasGuide: guide != nil)
        var search = SearchIndex()
        var files: [SiteFile] = []
        var cards: HTML = ""
        for flow in flows {
            guard let pages = FlowPages(flow, sourceURL: sourceURL) else { continue }
            files += pages.files(in: frame)
            cards += pages.card
            search.add(pages.facts, doc: pages.doc, at: URIReference.encoded(flow.folder))
        }
        files.append(frame.page("index.html", title: title, index(title, cards, hasGuide: guide != nil)))
        if let guide { files += guide.files(in: frame, &search) }
        return files + [search.script]
            + EmbeddedFiles.site.paths.compactMap { path in
                EmbeddedFiles.site[path].map { SiteFile(path: path, bytes: Array($0.utf8)) }
            }
    }

    /// Returns the content of the first page, with a card for each flow.
    private static func index(_ title: String, _ cards: HTML, hasGuide: Bool) -> HTML {
        let guide: HTML = hasGuide ? " Read the <a href=\"guide/index.html\">guide</a> first if you are new." : ""
        return """
            <h1>\(title)</h1>
            <p class="lead">A flow describes what a user, an app and a service say to each other, for example in a sign-in. Choose a flow, or \
            search for a step, an error or a handler.\(guide)</p>
            <ul class="cards">
            \(cards)</ul>

            """
    }
}

/// The pages of one flow.
private struct FlowPages {
    let flow: FlowSite.Flow
    let facts: FlowSummary
    /// The flow's `doc` as one line.
    let doc: String
    private let picture: HTML
    private let sourceURL: String

    /// Collects what the pages say; nil if the flow has errors, or if a picture does not have Graphviz's form.
    init?(_ flow: FlowSite.Flow, sourceURL: String) {
        guard let facts = FlowSummary(flow.compilation),
            let picture = SVGWriter.stack(flow.pictures, title: facts.name)
        else { return nil }
        self.flow = flow
        self.facts = facts
        self.sourceURL = sourceURL
        doc = facts.interface.doc
        self.picture = HTML(trusted: CompactSVG.compact(picture, keepsLinks: true))
    }

    func files(in frame: SiteFrame) -> [SiteFile] {
        let contents: [(tab: SiteFrame.Tab, content: HTML)] = [
            (.index, OverviewPage(facts: facts, doc: doc, picture: picture).content),
            (.steps, StepsPage(facts: facts, sourceURL: sourceURL).content),
            (.errors, ErrorsPage(facts: facts).content),
            (.host, HostPage(facts: facts).content),
        ]
        let name = facts.name
        let pages = contents.map { tab, content in
            let title = tab == .index ? name : name + ": " + tab.title.lowercased()
            let tabs = SiteFrame.tabs(tab, of: name)
            return frame.page(flow.folder + tab.rawValue + ".html", title: title, tabs: tabs, content)
        }
        return pages + [SiteFile(path: flow.folder + "play.html", bytes: flow.player)]
    }

    /// The flow's item in the index.
    var card: HTML {
        let folder = URIReference.encoded(flow.folder)
        let counts: [(count: Int, word: String)] = [
            (facts.interface.steps.count, "step"), (facts.operations.count, "operation"),
            (facts.interface.outcomes.count, "outcome"),
        ]
        let words = counts.map { counted($0.count, $0.word) }.joined(separator: " · ")
        return """
            <li class="card"><h2><a href="\(folder)index.html">\(facts.name)</a></h2>
            <p>\(HTML.prose(Self.firstSentences(of: doc)))</p>
            <p class="links"><span>\(words)</span> <a href="\(folder)play.html">Play</a></p></li>

            """
    }

    /// Returns the first sentences of a text, or its beginning if the first sentence is too long for the index.
    private static func firstSentences(of text: String) -> String {
        guard text.count > maxLength else { return text }
        let start = text.prefix(maxLength)
        if let end = start.lastRange(of: ". ") { return String(start[..<end.lowerBound]) + "." }
        return Text.shortened(text, maxLength)
    }

    /// The maximum length of a flow's description in the index, in characters.
    private static let maxLength = 200
}

extension Substring {
    /// Returns the last range of a text; nil if there is none.
    fileprivate func lastRange(of text: String) -> Range<Index>? {
        var result: Range<Index>?
        var rest = self
        while let range = rest.firstRange(of: text) {
            result = range
            rest = rest[range.upperBound...]
        }
        return result
    }
}
