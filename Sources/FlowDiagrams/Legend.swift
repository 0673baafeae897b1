/// The heading of a picture: the flow's name and `doc`, the meaning of what occurs, and what cards share.
struct Legend {
    let figures: [Figure]

    private var diagram: Diagram { figures[figures.count - 1].diagram }
    private var cards: [Card] { figures.flatMap(\.diagram.cards) }

    /// The heading as rows of an HTML-like label.
    var html: String {
        var text = Markup.cell(
            Markup.font("<B>" + Text.markup(Text.shortened(diagram.title, 80)) + "</B>", Palette.text, 16))
        for line in Text.wrapped(diagram.doc, 130, maxLines: 4) {
            text += Markup.cell(Markup.font(Text.markup(line), Palette.quiet, 10))
        }
        text += Markup.cell(kinds) + Markup.cell(Markup.font(signs.joined(separator: "    "), Palette.quiet, 9))
        for shared in diagram.shared {
            let words = shared.mark + "  " + RowText.text(shared.row, in: diagram)
            let lines = Text.wrapped(words, 130).map { Markup.font(Text.markup($0), Palette.quiet, 9) }
            text += Markup.cell(lines.map { $0 + "<BR ALIGN=\"LEFT\"/>" }.joined(), "ALIGN=\"LEFT\" BALIGN=\"LEFT\"")
        }
        return text
    }

    private var kinds: String {
        var text = "<TABLE ALIGN=\"LEFT\" BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"4\" CELLPADDING=\"3\"><TR>"
        for kind in Card.Kind.allCases where cards.contains(where: { $0.kind == kind }) {
            let colors = Palette.colors(of: kind)
            text +=
                "<TD BGCOLOR=\"" + colors.light + "\">" + Markup.font(Palette.name(of: kind), colors.strong, 9)
                + "</TD>"
        }
        return text + "</TR></TABLE>"
    }

    /// The explanations of the signs that occur, and of what is left out.
    private var signs: [String] {
        let entries = cards.flatMap(\.entries)
        let kinds = Set(entries.map(\.kind))
        let rows = cards.flatMap(\.rows) + diagram.shared.map(\.row)
        let isRefused = rows.contains { if case .refused = $0.target { true } else { false } }
        let candidates: [(isShown: Bool, text: String)] = [
            (figures.contains { $0.edges.contains(where: \.isMain) }, "thick line: a shortest path to a good end"),
            (entries.contains { $0.text.contains(Sign.secret) }, Sign.secret + " secret"),
            (kinds.contains(.time), Sign.time + " time limit"),
            (kinds.contains(.work), Sign.work + " handler"),
            (kinds.contains(.notifies), Sign.notification + " notifies the app"),
            (kinds.contains(.sends), Sign.service + " request"),
            (rows.contains { $0.limit != nil }, Sign.again + " 3: three attempts"),
            (rows.contains { $0.target == .again }, Sign.again + " the same step again"),
            (isRefused, Sign.refused + " refused"),
            (!diagram.shared.isEmpty, "also 1, 2, …: the numbered lines below"),
        ]
        return candidates.filter(\.isShown).map(\.text)
            + ["not drawn: replies that the service never gives, and refusals that the flow does not state"]
    }
}
