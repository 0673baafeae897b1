import FlowCompiler
import FlowDiagnostics
import FlowDiagrams
import TestSupport
import Testing

/// The pages of `flowc docs`. `.ci/check-site` checks a whole site, also in a browser.
@Suite("Documentation site")
struct SiteTests {
    /// The text of a file of a site with one flow and a guide, by path.
    private static func site(of compilation: Compilation, guide: SiteGuide? = nil) -> [String: String] {
        let flow = FlowSite.Flow(
            path: "one", file: "flows/one.flow.xml", compilation: compilation, player: [], pictures: [])
        let files = FlowSite.files([flow], guide: guide, title: "Site", sourceURL: "")
        return Dictionary(
            uniqueKeysWithValues: files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
    }

    /// The words of a page: its text, with a line for each element that stands on a line of its own.
    private static func words(of page: String) -> String {
        var text = ""
        let page = page.replacing(/<style>.*?<\/style>/, with: "")
        for piece in page.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
            let parts = piece.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].prefix { $0.isLetter || $0.isNumber || $0 == "/" }
            if ["tr", "h1", "h2", "h3", "h4", "p", "li", "dt"].contains(name) { text += "\n" }
            if ["td", "dd", "th"].contains(name) { text += " | " }
            text += parts.count > 1 ? parts[1] : ""
        }
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        return lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    }

    @Test("the words of kiosk's pages are the golden ones; RECORD=1 writes them")
    func golden() throws {
        let path = "Tests/Tools/FlowDiagramsTests/kiosk-site.txt"
        let site = Self.site(of: try Drawn.compiled("flows/kiosk.flow.xml"))
        let pages = ["index", "steps", "errors", "host"].map { "flows/one/" + $0 + ".html" }
        let text = try pages.map { "== \($0)\n" + Self.words(of: try #require(site[$0])) }.joined()
        if Environment.isRecording { try PackageFiles.write(text, to: path) }
        #expect(try PackageFiles.text(path) == text)
    }

    @Test("a wrong code leads to the same step twice, and after three attempts to an end")
    func wrongCode() throws {
        let site = Self.site(of: try Drawn.compiled("flows/kiosk.flow.xml"))
        let errors = Self.words(of: try #require(site["flows/one/errors.html"]))
        #expect(errors.contains("| up to 2 times | the same step again | no"))
        #expect(errors.contains("| after 3 attempts | failed | yes: failed"))
    }

    @Test("the search finds the page of errors by what ends a sign-in")
    func errorsInSearch() throws {
        let site = Self.site(of: try Drawn.compiled("flows/kiosk.flow.xml"))
        let entry =
            #"["kiosk: errors","page","kiosk","flows/one/errors.html","#
            + #""The errors, and which of them end the flow, such as a sign-in"]"#
        #expect(try #require(site["search.js"]).contains(entry))
    }

    @Test("the search contains the whole text of a section")
    func longSection() throws {
        let html = "<h1>Title</h1><p>" + String(repeating: "word ", count: 1_000) + "last</p>"
        let guide = SiteGuide([SiteGuide.Page(path: "B.md", html: html)], Self.links)
        let site = Self.site(of: try Drawn.compiled("flows/kiosk.flow.xml"), guide: guide)
        #expect(try #require(site["search.js"]).contains(#"word last"]"#))
    }

    @Test("texts of a flow are escaped in every page, and in the search")
    func hostileTexts() throws {
        let text = """
            <flow name="f" start="a">
              <doc>&lt;script>alert(1)&lt;/script> &amp; "quoted" `&lt;b>` &#x202E;turned</doc>
              <data><input name="i" default="&quot;&gt;&lt;img src=x>"/></data>
              <step id="a"><doc>&lt;/section>&lt;img src=x></doc><show name="v" value="&lt;i>"/>
                <ask name="x" pattern="[&lt;>&quot;]+"/><on event="submit" when="i is '&lt;u>'" to="b"/>
                <on event="submit" when="not (i is '&lt;u>')" to="b"/></step>
              <on event="cancel" to="b"/><end id="b"><doc>&lt;b></doc></end>
            </flow>
            """
        let compilation = Drawn.compiled(text: text)
        try #require(compilation.flow != nil, "\(compilation.diagnostics)")
        let site = Self.site(of: compilation)
        for (path, page) in site where path.hasSuffix(".html") {
            for markup in ["<script>", "<img", "<b>", "<u>", "<i>", "\u{202E}"]
            where markup != "<b>" || path == "index.html" {
                #expect(!page.contains(markup), "\(path) contains \(markup)")
            }
        }
        #expect(
            try #require(site["index.html"]).contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quoted&quot;"))
        #expect(try #require(site["search.js"]).hasPrefix("window.siteSearch = ["))
    }

    @Test("an assertion whose finding the user made a warning is not proven")
    func refutedAssertion() throws {
        let text = """
            <flow name="f" start="a">
              <step id="a"><on select="X" to="b"/><on select="Y" to="c"/></step>
              <step id="c"><on event="submit" to="b"/></step>
              <on event="cancel" to="d"/><end id="b"/><end id="d"/>
              <never end="b" unless-before="c"/><always event="cancel"/>
            </flow>
            """
        var options = CompilerOptions()
        options.severities.byCode[DiagnosticCode(rawValue: "never-violated")] = .warning
        let compilation = FlowCompiler.compile(
            path: "f.flow.xml", loader: MemoryLoader(texts: ["f.flow.xml": text]), options: options)
        let page = Self.words(of: try #require(Self.site(of: compilation)["flows/one/index.html"]))
        #expect(page.contains("not proven The flow never reaches b without passing c."))
        #expect(page.contains("\nproven The flow accepts cancel at every step."))
    }

    // MARK: The guide

    private static let links = GuideLinks(
        folder: "Docs", pages: ["README.md", "How To/A.md", "B.md", "How To/10:30.md"], flows: [], sourceURL: "",
        isFile: { ["Docs/How To/a.svg", "Docs/How To/.env", "Docs/.git/config"].contains($0) })

    /// The page of a Markdown file, and the attachments of the guide.
    private static func page(_ html: String, at path: String = "How To/A.md") throws -> (page: String, files: [String])
    {
        let guide = SiteGuide([SiteGuide.Page(path: path, html: html)], links)
        let site = site(of: try Drawn.compiled("flows/kiosk.flow.xml"), guide: guide)
        let page = try #require(site["guide/" + path.dropLast(".md".count) + ".html"])
        return (page, guide.attachments)
    }

    @Test(
        "links lead to pages, folders and attachments of the site",
        arguments: [
            ("B.md", nil), ("../B.md#b-c", "../../guide/B.html#b-c"), ("../README.md", "../../guide/index.html"),
            ("..", "../../guide/index.html"), (".", "../../guide/How%20To/index.html"), ("#here", "#here"),
            ("./#a", "../../guide/How%20To/index.html#a"), ("../B.md#:~:text=b", "../../guide/B.html#:~:text=b"),
            ("./10:30.md", "../../guide/How%20To/10%3A30.html"), ("", nil), ("mailto:a@b", "mailto:a@b"),
            ("a.svg", "../../guide/How%20To/a.svg"), ("a.svg?raw=true", "../../guide/How%20To/a.svg"),
            ("../../README.md", nil), ("../../flows/one.flow.xml", nil),
            (".env", nil), ("../.git/config", nil),
            ("https://example.com/?a=1&b", "https://example.com/?a=1&b"),
        ])
    func linksOfGuide(link: String, address: String?) throws {
        let escaped = link.replacing("&", with: "&amp;")
        let (page, files) = try Self.page("<p><a href=\"\(escaped)\">there</a></p>")
        if let address {
            #expect(page.contains("<a href=\"\(address.replacing("&", with: "&amp;"))\">there</a>"))
        } else {
            #expect(page.contains("<p>there</p>"))
        }
        #expect(files == (link.hasPrefix("a.svg") ? ["How To/a.svg"] : []))
    }

    @Test("a link leads to the page of a flow in the folder of the guide, and never to a path of this computer")
    func linksOutOfGuide() throws {
        let compilation = try Drawn.compiled("flows/kiosk.flow.xml")
        let flow = FlowSite.Flow(
            path: "one", file: "one.flow.xml", compilation: compilation, player: [], pictures: [])
        let links = GuideLinks(
            folder: ".", pages: ["A.md"], flows: [flow], sourceURL: "https://example.com/", isFile: { _ in true })
        let html = "<a href=\"one.flow.xml\">one</a> <a href=\"../b.c?d#e\">two</a> <a href=\"/b\">three</a>"
        let guide = SiteGuide([SiteGuide.Page(path: "A.md", html: html)], links)
        let page = try #require(Self.site(of: compilation, guide: guide)["guide/A.html"])
        #expect(page.contains("<a href=\"../flows/one/index.html\">one</a>"))
        #expect(page.contains("<a href=\"https://example.com/../b.c?d#e\">two</a> three"))
        #expect(guide.attachments.isEmpty)
    }

    @Test("headings get the identifiers that GitHub gives them")
    func headings() throws {
        let (page, _) = try Self.page("<h1>A <code>x.y</code> &amp; B</h1><h2>Same</h2><h2>Same</h2><h2>Ä-Ö</h2>")
        for id in ["a-xy--b", "same", "same-1", "ä-ö"] { #expect(page.contains("id=\"\(id)\"")) }
        #expect(page.contains("<title>A x.y &amp; B</title>"))
    }

    @Test("the identifiers of a page are different, also from those that a heading has as its text")
    func uniqueIdentifiers() throws {
        let (page, _) = try Self.page("<h1>A</h1><h2>A</h2><h2>A 1</h2><h2>A</h2><h2>Content</h2>")
        let ids = page.ranges(of: " id=\"").map { page[$0.upperBound...].prefix { $0 != "\"" } }
        #expect(ids == ["content", "a", "a-1", "a-1-1", "a-2", "content-1"])
    }

    @Test("a combining character belongs to the text and not to the tag before it")
    func combiningCharacters() throws {
        let (page, _) = try Self.page(
            "<p><a href=\"https://example.com\">\u{308}one</a> <a href=\"\u{308}&amp;\u{308}\">two</a> three</p>")
        #expect(page.contains("<a href=\"https://example.com\">\u{308}one</a> two three</p>"))
    }

    @Test("an image has its alternative text as a heading, and a page without headings the name of its file")
    func titles() throws {
        let (page, _) = try Self.page("<p>before</p><h1><img src=\"a.svg\" alt=\"Logo &amp; co\" /></h1><p>after</p>")
        #expect(page.contains("<title>Logo &amp; co</title>") && page.contains("<h1 id=\"logo--co\"><img "))
        #expect(try Self.page("<h1></h1><p>text</p>").page.contains("<title>A</title>"))
        let guide = SiteGuide([SiteGuide.Page(path: "How To/A.md", html: "<p>before</p><h1>Title</h1>")], Self.links)
        let search = Self.site(of: try Drawn.compiled("flows/kiosk.flow.xml"), guide: guide)["search.js"]
        #expect(try #require(search).contains(#"["Title","guide","","guide/How%20To/A.html","before"]"#))
    }

    @Test("HTML that the Markdown program left out leaves no trace")
    func rawMarkup() throws {
        let (page, _) = try Self.page(
            "<p>a<!-- raw HTML omitted -->b</p>\n<img src=\"gone.png\" alt=\"&lt;picture&gt;\" />")
        #expect(page.contains("<p>ab</p>"))
        #expect(page.contains("&lt;picture&gt;"))
        #expect(!page.contains("omitted"))
    }

    @Test("A long tooltip is cut between lines, or between characters and references")
    func longTooltips() {
        let line = String(repeating: "a", count: 300)
        let reference = String(repeating: "a", count: 482) + "&amp;"
        for text in [line + "&#10;" + line, line + line, reference + line] {
            let picture = CompactSVG.compact("<a xlink:href=\"x\" xlink:title=\"\(text)\">", keepsLinks: true)
            #expect(picture.hasPrefix("<a xlink:href=\"x\" xlink:title=\"\(line)"))
            #expect(picture.hasSuffix("…\">"))
            #expect(!picture.contains("&…") && !picture.contains("&am…"))
        }
    }
}
