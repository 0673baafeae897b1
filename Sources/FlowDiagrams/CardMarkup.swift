/// Writes cards as HTML-like labels.
struct CardMarkup {
    let figure: Figure
    let linkPrefix: String

    private var diagram: Diagram { figure.diagram }

    /// The maximum width of a line in characters.
    private static let width = 36

    /// A card.
    func html(_ index: Int) -> String {
        let card = diagram.cards[index]
        let colors = Palette.colors(of: card.kind)
        var text = "<TABLE BORDER=\"1\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"2\" STYLE=\"ROUNDED\" COLOR=\""
        text += colors.strong + "\" BGCOLOR=\"" + Palette.paper + "\">"
        var head = Markup.font("<B>" + Text.markup(Text.shortened(card.title, 60)) + "</B>", colors.strong, 11)
        if card.kind != .start {
            head +=
                "<BR ALIGN=\"LEFT\"/>" + Markup.font(Palette.name(of: card.kind), Palette.quiet, 8)
                + "<BR ALIGN=\"LEFT\"/>"
        }
        text += Markup.cell(
            head,
            "PORT=\"in\" ALIGN=\"LEFT\" BALIGN=\"LEFT\" CELLPADDING=\"3\" BGCOLOR=\"" + colors.light + "\"" + link(card)
        )
        for entry in card.entries { text += html(entry) }
        for (number, row) in card.rows.enumerated() { text += html(row, number, of: index) }
        if !card.shared.isEmpty {
            let title = card.shared.map { Tooltip.text(diagram.shared[$0].row, of: card.node, in: diagram) }
            text += Markup.cell(
                Markup.font(card.alsoText(in: diagram), Palette.quiet, 9),
                "ALIGN=\"RIGHT\"" + Markup.tip(title.joined(separator: "\n")))
        }
        return text + "</TABLE>"
    }

    private func html(_ entry: Card.Entry) -> String {
        let color = [.step, .member, .optional, .work].contains(entry.kind) ? Palette.quiet : Palette.text
        let lines = Text.wrapped(EntryText.text(entry), Self.width).map { Markup.font(Text.markup($0), color, 9) }
        let details = entry.kind == .sends ? Text.wrapped(entry.detail, Self.width + 8, maxLines: 2) : []
        let all = lines + details.map { Markup.font(Text.markup($0), Palette.quiet, 8) }
        return Markup.cell(
            all.map { $0 + "<BR ALIGN=\"LEFT\"/>" }.joined(),
            "ALIGN=\"LEFT\" BALIGN=\"LEFT\"" + Markup.tip(entry.detail)
        )
    }

    private func html(_ row: Row, _ number: Int, of card: Int) -> String {
        let edge = figure.edge(from: card, row: number)
        let color =
            edge.map { $0.isMain ? Palette.main : Palette.text } ?? (row.isCourse ? Palette.quiet : Palette.trouble)
        let side = edge == nil ? "LEFT" : "RIGHT"
        var lines = Text.wrapped(RowText.text(row, in: diagram, isEdge: edge != nil), Self.width)
        if edge != nil { lines[lines.count - 1] += " " + Sign.edge }
        let text = lines.map { Markup.font(Text.markup($0), color, 9) + "<BR ALIGN=\"" + side + "\"/>" }.joined()
        return Markup.cell(
            text,
            "PORT=\"r" + String(number) + "\" ALIGN=\"" + side + "\" BALIGN=\"" + side + "\""
                + Markup.tip(Tooltip.text(row, in: diagram), link: row.place.map { $0.link(linkPrefix) } ?? "#"))
    }

    private func link(_ card: Card) -> String {
        let title = card.doc.utf8.isEmpty ? card.title : card.title + ": " + card.doc
        let link = card.figure.map { "#f" + String($0) } ?? card.place.map { $0.link(linkPrefix) } ?? "#"
        return Markup.tip(Text.shortened(title, 1_000), link: link)
    }
}
