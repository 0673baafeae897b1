/// What all pages of a site share: the head, the search, and the navigation.
struct SiteFrame {
    let title: String
    /// Whether the site has pages from Markdown.
    let hasGuide: Bool

    /// A page of a flow, in the order of the navigation.
    enum Tab: String, CaseIterable {
        case index, steps, errors, host, play

        var title: String {
            switch self {
            case .index: "Overview"
            case .steps: "Steps"
            case .errors: "Errors"
            case .host: "Host"
            case .play: "Play"
            }
        }
    }

    /// Returns a page of the site.
    /// - Parameters:
    ///   - path: the path of the page in the site.
    ///   - title: the title of the page.
    ///   - tabs: the navigation above the content; empty if there is none.
    ///   - content: the main part of the page.
    /// - Returns: the page as a file.
    func page(_ path: String, title: String, tabs: HTML = "", _ content: HTML) -> SiteFile {
        let root = SiteAddress.root(from: path)
        let guide: HTML = hasGuide ? "<a href=\"\(root)guide/index.html\">\(SiteGuide.title)</a>" : ""
        let page: HTML = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <link rel="icon" href="data:,">
            <link rel="stylesheet" href="\(root)site.css">
            <script src="\(root)site.js" data-root="\(root)" defer></script>
            </head>
            <body>
            <a class="skip" href="#content">Skip to the content</a>
            <header class="top">
            <a class="home" href="\(root)index.html">\(self.title)</a>
            <nav class="areas" aria-label="Areas"><a href="\(root)index.html">Flows</a>\(guide)</nav>
            <search class="search"></search>
            </header>
            \(tabs)<main id="content" tabindex="-1">
            \(content)</main>
            </body>
            </html>

            """
        return SiteFile(path: path, bytes: Array(page.markup.utf8))
    }

    /// Returns the navigation between the pages of a flow.
    static func tabs(_ current: Tab, of flow: String) -> HTML {
        let links = Tab.allCases.map { tab -> HTML in
            let state: HTML = tab == current ? " aria-current=\"page\"" : ""
            return "<a href=\"\(tab.rawValue).html\"\(state)>\(tab.title)</a>"
        }
        return "<nav class=\"tabs\" aria-label=\"Pages of \(flow)\"><b>\(flow)</b>\(links.joined())</nav>\n"
    }
}

/// A file of a site.
package struct SiteFile: Sendable {
    package let path: String
    package let bytes: [UInt8]
}
