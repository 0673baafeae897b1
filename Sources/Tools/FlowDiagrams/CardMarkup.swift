import FlowDiagnostics

/// Writes cards as HTML-like labels.
struct CardMarkup {
    let figure: Figure
    let options: DiagramOptions
    /// The prefix of the identifiers of cells, or nil if cells have none.
    var cellPrefix: String?

    private var diagram: Diagram { figure.diagram }

    /// The maximum width of an entry or a row in characters.
    private static let width = 36
    /// The maximum width of an entry's details, which are in a smaller font.
    private static let detailWidth = 44
    /// The maximum length of a card's title in characters.
    private static let maxTitleLength = 60
    /// The maximum length of a card's tooltip in characters.
    private static let maxTooltipLength = 1_000

    /// Returns the HTML-like label of a card: its heading, entries, rows and shared transitions.
    func table(forCard index: Int) -> String {
        let card = diagram.cards[index]
        var text = "<TABLE BORDER=\"1\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"2\" STYLE=\"ROUNDED\" COLOR=\""
        text += Palette.colors(of: card.kind).strong + "\" BGCOLOR=\"" + Palette.paper + "\">"
        text += heading(of: card)
        for entry in card.entries { text += tableRow(for: entry) }
        for (number, row) in card.rows.enumerated() { text += tableRow(for: row, number, of: index) }
        return text + sharedTransitions(of: card, index) + "</TABLE>"
    }

    /// Returns the table row with the card's title and, unless it is the start, its kind.
    private func heading(of card: Card) -> String {
        let colors = Palette.colors(of: card.kind)
        let title = "<B>" + Text.markup(Text.shortened(card.title, Self.maxTitleLength)) + "</B>"
        var heading = Markup.font(title, colors.strong, Markup.Size.cardTitle)
        if card.kind != .start {
            let kind = Markup.font(Palette.name(of: card.kind), Palette.quiet, Markup.Size.small)
            heading += Markup.leftBreak + kind + Markup.leftBreak
        }
        let attributes = "PORT=\"in\" ALIGN=\"LEFT\" BALIGN=\"LEFT\" CELLPADDING=\"3\" BGCOLOR=\"" + colors.light + "\""
        return Markup.tableRow(heading, attributes + linkAttributes(of: card))
    }

    /// Returns the table row with the numbers of a card's shared transitions; empty if there are none. `index` is the
    /// card's index in the diagram.
    private func sharedTransitions(of card: Card, _ index: Int) -> String {
        if card.shared.isEmpty { return "" }
        let tooltips = card.shared.map { Tooltip.text(diagram.shared[$0].row, of: card.node, in: diagram) }
        let identifier = cellPrefix.map { PictureMap.sharedTransitionsID(ofCard: index, in: $0) }
        return Markup.tableRow(
            Markup.font(card.alsoText(in: diagram), Palette.quiet, Markup.Size.body),
            "ALIGN=\"RIGHT\"" + Markup.identifier(identifier)
                + Markup.linkAttributes(tooltip: tooltips.joined(separator: "\n")))
    }

    /// Returns the table row of an entry. A request shows its details below; other entries show them in a tooltip only.
    private func tableRow(for entry: Card.Entry) -> String {
        let color = [.step, .member, .optional, .work].contains(entry.kind) ? Palette.quiet : Palette.text
        let lines = Text.wrapped(EntryText.text(entry), Self.width).map {
            Markup.font(Text.markup($0), color, Markup.Size.body)
        }
        let details = entry.kind == .sends ? Text.wrapped(entry.detail, Self.detailWidth, maxLines: 2) : []
        let all = lines + details.map { Markup.font(Text.markup($0), Palette.quiet, Markup.Size.small) }
        return Markup.tableRow(
            all.map { $0 + Markup.leftBreak }.joined(),
            "ALIGN=\"LEFT\" BALIGN=\"LEFT\"" + Markup.linkAttributes(tooltip: entry.detail)
        )
    }

    /// Returns the table row of the row with the index `number` of a card. It is aligned to the right if an edge begins
    /// there.
    private func tableRow(for row: Row, _ number: Int, of card: Int) -> String {
        let edge = figure.edge(from: card, row: number)
        var color = row.isCourse ? Palette.quiet : Palette.trouble
        if let edge { color = edge.isMain ? Palette.main : Palette.text }
        let side = edge == nil ? "LEFT" : "RIGHT"
        var lines = Text.wrapped(RowText.text(row, in: diagram, isEdge: edge != nil), Self.width)
        if edge != nil { lines[lines.count - 1] += " " + Sign.edge }
        let text = lines.map { line in
            Markup.font(Text.markup(line), color, Markup.Size.body) + "<BR ALIGN=\"" + side + "\"/>"
        }
        let identifier = Markup.identifier(cellPrefix.map { PictureMap.rowID(number, ofCard: card, in: $0) })
        let attributes = "PORT=\"r" + String(number) + "\" ALIGN=\"" + side + "\" BALIGN=\"" + side + "\"" + identifier
        let link = link(of: row) ?? "#"
        return Markup.tableRow(
            text.joined(), attributes + Markup.linkAttributes(tooltip: Tooltip.text(row, in: diagram), link: link))
    }

    /// Returns the attributes of a card's heading: its tooltip and its link.
    private func linkAttributes(of card: Card) -> String {
        let tooltip = card.doc.utf8.isEmpty ? card.title : card.title + ": " + card.doc
        return Markup.linkAttributes(tooltip: Text.shortened(tooltip, Self.maxTooltipLength), link: link(of: card))
    }

    /// Returns the link of a card's heading: to the card's figure if it has one, else to its section on the page of the
    /// nodes or, without such a page, to its place in the source. It is `#` if there is no such target.
    private func link(of card: Card) -> String {
        if let figure = card.figure { return "#f" + String(figure) }
        if let page = options.nodePage { return card.sectionLink(in: page) ?? "#" }
        return card.place?.link(options.linkPrefix) ?? "#"
    }

    /// Returns the link of a row. If there is a page of the nodes, it leads to the section of the other card that the row
    /// leads to; otherwise, to the row's place in the source. Returns nil if there is no such section or place.
    func link(of row: Row) -> String? {
        guard let page = options.nodePage else { return row.place?.link(options.linkPrefix) }
        if case .card(let card) = row.target { return diagram.cards[card].sectionLink(in: page) }
        return nil
    }
}

extension Card {
    /// Returns the link to the card's section on a page; nil for a group and for shared replies.
    fileprivate func sectionLink(in page: String) -> String? {
        guard node != nil || kind == .start else { return nil }
        return page + "#" + URIReference.encoded(LeadText.anchor(title))
    }
}

/// Pieces of HTML-like labels (https://graphviz.org/doc/info/shapes.html#html).
enum Markup {
    /// The font sizes of labels in points.
    enum Size {
        static let flowTitle = 16
        static let figureTitle = 13
        static let cardTitle = 11
        static let caption = 10
        static let body = 9
        static let small = 8
    }

    /// A line break that aligns the line before it to the left.
    static let leftBreak = "<BR ALIGN=\"LEFT\"/>"

    static func font(_ text: String, _ color: String, _ size: Int) -> String {
        "<FONT COLOR=\"" + color + "\" POINT-SIZE=\"" + String(size) + "\">" + text + "</FONT>"
    }

    /// Returns the attribute that gives a cell an identifier; empty if the identifier is nil.
    static func identifier(_ identifier: String?) -> String { identifier.map { " ID=\"" + $0 + "\"" } ?? "" }

    /// Returns a table row with a single cell.
    static func tableRow(_ text: String, _ attributes: String = "ALIGN=\"LEFT\"") -> String {
        "<TR><TD " + attributes + ">" + text + "</TD></TR>"
    }

    /// Returns the attributes that give a cell a tooltip and a link; empty if the tooltip is empty.
    ///
    /// Graphviz writes a tooltip only for cells with a link. It does not escape the link of a cell, but leaves an
    /// entity in it as it is, so the link is escaped twice.
    static func linkAttributes(tooltip: String, link: String = "#") -> String {
        guard !tooltip.utf8.isEmpty else { return "" }
        return " HREF=\"" + Text.markup(Text.markup(link)) + "\" TITLE=\"" + Text.markup(tooltip) + "\""
    }
}
