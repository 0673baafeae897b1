/// A part of a diagram that is drawn as one graph: some cards, and the edges between them.
struct Figure {
    var diagram: Diagram
    /// The name of the part of the flow; empty for the whole flow.
    var title: String
    /// The indices of the figure's cards, in order.
    var members: [Int]
    var edges: [Edge] = []
    /// The distance of each card from the first one, by the card's index.
    var ranks: [Int: Int] = [:]

    /// An edge from a row of a card to a card.
    struct Edge {
        var from: Int
        /// The index of the row where the edge begins.
        var row: Int
        var to: Int
        /// Whether the edge is on the happy path.
        var isMain = false
    }

    /// Returns the edge that begins at a row, or nil if the row names its target in words.
    func edge(from card: Int, row: Int) -> Edge? { edgeIndex[EdgeKey(card: card, row: row)].map { edges[$0] } }

    private struct EdgeKey: Hashable {
        var card: Int
        var row: Int
    }

    private var edgeIndex: [EdgeKey: Int] = [:]

    /// Creates a figure of some cards of a diagram, and routes the edges between them.
    init(_ diagram: Diagram, title: String = "", members: [Int]) {
        self.diagram = diagram
        self.title = title
        self.members = members
        (ranks, edges) = Router.route(diagram, members)
        for (index, edge) in edges.enumerated() { edgeIndex[EdgeKey(card: edge.from, row: edge.row)] = index }
    }
}

extension Figure {
    /// The maximum number of nodes, not counting ends, that one figure shows.
    ///
    /// A larger flow gets an overview and a figure for each area.
    private static let maxNodes = 15

    /// Returns the figures of a diagram. A nil detail divides a large flow into several figures.
    static func figures(of diagram: Diagram, _ detail: DiagramOptions.Detail?) -> [Figure] {
        let all = Array(diagram.cards.indices)
        switch detail {
        case .overview: return [overview(of: diagram, figureOfArea: [:])]
        case .steps, .all: return [Figure(diagram, members: all)]
        case nil: break
        }
        let tops = all.map { diagram.topArea(of: $0) }
        let areas = diagram.areas.indices.filter { diagram.areas[$0].parent == nil }
        let nodes = diagram.cards.filter { $0.node != nil && $0.kind != .endsWell && $0.kind != .endsBadly }
        guard nodes.count > maxNodes, areas.count > 1 else { return [Figure(diagram, members: all)] }
        // Before the areas' figures come the overview and the figure of the nodes outside of groups.
        let figureOfArea = Dictionary(uniqueKeysWithValues: areas.enumerated().map { ($1, $0 + 2) })
        var figures = [overview(of: diagram, figureOfArea: figureOfArea)]
        figures.append(Figure(diagram, title: "outside of groups", members: all.filter { tops[$0] == nil }))
        for area in areas {
            figures.append(Figure(diagram, title: diagram.areas[area].name, members: all.filter { tops[$0] == area }))
        }
        return figures
    }

    /// Returns the figure with one card for each outermost area, without the rows for errors.
    private static func overview(of diagram: Diagram, figureOfArea: [Int: Int]) -> Figure {
        let overview = Overview(diagram, figureOfArea: figureOfArea).diagram
        return Figure(overview, title: "overview", members: Array(overview.cards.indices))
    }
}

/// Writes the nodes, areas and edges of a figure.
struct FigureWriter {
    let figure: Figure
    /// The prefix of the identifiers of nodes, areas and edges.
    let prefix: String
    let options: DiagramOptions

    private var markup: CardMarkup { CardMarkup(figure: figure, options: options) }

    /// The statements of the figure in Graphviz's language.
    var body: String {
        var markup = markup
        if options.isInteractive { markup.rowIdentifier = { PictureMap.row($1, ofCard: $0, in: prefix) } }
        var text = ""
        for card in figure.members {
            text += "  " + name(card) + " [id=\"" + name(card) + "\", label=<" + markup.table(forCard: card) + ">];\n"
        }
        text += clusters(of: nil, indent: "  ")
        for (index, edge) in figure.edges.enumerated() { text += statement(of: edge, index) }
        return text + bareEndPlacements
    }

    /// Returns the identifier of a card's node.
    private func name(_ card: Int) -> String { PictureMap.card(card, in: prefix) }

    /// Returns the clusters of the areas in an area, without empty ones. A nil parent means the outermost areas.
    private func clusters(of parent: Int?, indent: String) -> String {
        var text = ""
        for (index, area) in figure.diagram.areas.enumerated() where area.parent == parent {
            // The title of a figure already names its area, so the area needs no frame.
            if parent == nil, area.name == figure.title {
                text += clusters(of: index, indent: indent)
                continue
            }
            text += cluster(of: index, indent: indent)
        }
        return text
    }

    /// Returns the cluster of an area, or an empty text if the figure has no card of it.
    private func cluster(of index: Int, indent: String) -> String {
        let area = figure.diagram.areas[index]
        let members = figure.members.filter { figure.diagram.cards[$0].area == index }
        let inner = clusters(of: index, indent: indent + "  ")
        if members.isEmpty, inner.utf8.isEmpty { return "" }
        let title = "<B>" + Text.markup(Text.shortened(area.name, Self.maxAreaNameLength)) + "</B>"
        var text = indent + "subgraph cluster_" + String(index) + " {\n"
        text += indent + "  id=" + prefix + "a" + String(index) + "; label=<"
        text += Markup.font(title, Palette.quiet, Markup.Size.caption)
        text += ">; labeljust=l; style=\"rounded,dashed\"; color=\"" + Palette.frame + "\"; margin=10; tooltip="
        text += Text.quoted(area.name) + ";\n"
        if !members.isEmpty { text += indent + "  " + members.map(name).joined(separator: "; ") + ";\n" }
        return text + inner + indent + "}\n"
    }

    /// The maximum length of an area's name in characters.
    private static let maxAreaNameLength = 60

    private func statement(of edge: Figure.Edge, _ index: Int) -> String {
        let row = figure.diagram.cards[edge.from].rows[edge.row]
        var attributes = ["id=" + PictureMap.edge(index, in: prefix)]
        if !options.isInteractive {
            attributes.append("tooltip=" + Text.quoted(Tooltip.text(row, in: figure.diagram)))
        }
        if let link = markup.link(of: row), !options.isInteractive {
            attributes.append("URL=" + Text.quoted(link))
        }
        if edge.isMain { attributes.append("penwidth=2.2, color=\"" + Palette.main + "\", weight=4") }
        return "  " + name(edge.from) + ":r" + String(edge.row) + ":e -> " + name(edge.to) + ":in:w ["
            + attributes.joined(separator: ", ") + "];\n"
    }

    /// The statements that place bad ends without an edge in the column of the last card.
    private var bareEndPlacements: String {
        let reached = Set(figure.edges.map(\.to))
        let placed = figure.members.filter { reached.contains($0) }
        guard let last = placed.max(by: { figure.ranks[$0, default: 0] < figure.ranks[$1, default: 0] }) else {
            return ""
        }
        let ends = figure.members.filter { !reached.contains($0) && figure.diagram.cards[$0].kind == .endsBadly }
        return ends.map { "  { rank=same; " + name(last) + "; " + name($0) + "; }\n" }.joined()
    }
}

/// Combines the pictures that Graphviz draws of a diagram's graphs into one SVG picture.
package enum SVGWriter {
    /// Returns one picture of several, one below the other, with a title and colors for light and dark pages.
    /// - Parameters:
    ///   - pictures: the SVG documents that Graphviz wrote, from top to bottom.
    ///   - title: the name of the flow.
    /// - Returns: the document, or nil if one of the pictures does not have Graphviz's form.
    package static func stack(_ pictures: [String], title: String) -> String? {
        var body = ""
        var width = 0.0
        var height = 0.0
        for picture in pictures {
            guard let figure = Picture(picture) else { return nil }
            body += "<svg y=\"" + String(height) + "\" width=\"" + String(figure.width) + "\" height=\""
            body += String(figure.height) + "\" viewBox=\"" + figure.viewBox + "\">\n" + figure.content + "</svg>\n"
            width = max(width, figure.width)
            height += figure.height
        }
        let size = "width=\"" + String(width) + "pt\" height=\"" + String(height) + "pt\" viewBox=\"0 0 "
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg " + size + String(width) + " " + String(height)
            + "\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n"
            + "<title>" + Text.markup(title) + "</title>\n<style>" + style + "</style>\n" + body + "</svg>\n"
    }

    /// The size and the content of a picture from Graphviz.
    private struct Picture {
        var width = 0.0
        var height = 0.0
        var viewBox = ""
        /// The markup inside the outer element.
        var content = ""

        /// Parses a picture. The result is nil if it has no outer element with a view box.
        init?(_ text: String) {
            guard let start = text.firstRange(of: "<svg "),
                let end = text[start.upperBound...].firstRange(of: "</svg>"),
                let close = text[start.upperBound...].firstIndex(of: ">"),
                let box = Self.attribute("viewBox", in: text[start.upperBound..<close])
            else { return nil }
            let sizes = box.split(separator: " ").compactMap { Double($0) }
            guard sizes.count == 4 else { return nil }
            (width, height, viewBox) = (sizes[2], sizes[3], box)
            content = String(text[text.index(after: close)..<end.lowerBound])
        }

        /// Returns the value of an attribute, or nil if the tag lacks it.
        private static func attribute(_ name: String, in tag: Substring) -> String? {
            guard let start = tag.firstRange(of: name + "=\"") else { return nil }
            let rest = tag[start.upperBound...]
            return rest.firstIndex(of: "\"").map { String(rest[..<$0]) }
        }
    }

    /// The style sheet, which replaces each color by its dark counterpart on dark pages.
    private static var style: String {
        var darkRules = ""
        for (light, dark) in Palette.dark {
            darkRules += "[fill=\"" + light + "\"]{fill:" + dark + "}[stroke=\"" + light + "\"]{stroke:" + dark + "}"
        }
        return
            "text{font-family:Helvetica,Arial,sans-serif;white-space:pre}a{cursor:default}@media(prefers-color-scheme:dark){"
            + darkRules + "}"
    }
}
