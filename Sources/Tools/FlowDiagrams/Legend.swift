/// The heading of a picture: the flow's name and `doc`, the signs that occur, and the shared transitions.
struct Legend {
    let figures: [Figure]
    /// Whether a page marks the shared transitions, so that they have identifiers.
    let isInteractive: Bool

    /// The diagram of the last figure: the first of several figures shows an overview.
    private var diagram: Diagram { figures[figures.count - 1].diagram }
    /// The cards of the overview, if there is one before other figures, and of the flow's diagram.
    private var cards: [Card] { (figures.count > 1 ? figures[0].diagram.cards : []) + diagram.cards }

    /// The maximum length of the title in characters.
    private static let maxTitleLength = 80
    /// The maximum width of a line in characters.
    private static let width = 130

    /// The heading as rows of an HTML-like label.
    var html: String {
        let title = "<B>" + Text.markup(Text.shortened(diagram.title, Self.maxTitleLength)) + "</B>"
        var text = Markup.tableRow(Markup.font(title, Palette.text, Markup.Size.flowTitle))
        for line in Text.wrapped(diagram.doc, Self.width, maxLines: 4) {
            text += Markup.tableRow(Markup.font(Text.markup(line), Palette.quiet, Markup.Size.caption))
        }
        text += Markup.tableRow(kindTable)
        text += Markup.tableRow(Markup.font(signs.joined(separator: "    "), Palette.quiet, Markup.Size.body))
        for (number, shared) in diagram.shared.enumerated() {
            let line = shared.mark + "  " + RowText.text(shared.row, in: diagram)
            let rows = Text.wrapped(line, Self.width).map {
                Markup.font(Text.markup($0), Palette.quiet, Markup.Size.body) + Markup.leftBreak
            }
            // Graphviz writes an identifier only for cells with a link.
            let identifier =
                isInteractive
                ? Markup.identifier(PictureMap.headingLineID(number)) + Markup.linkAttributes(tooltip: " ") : ""
            text += Markup.tableRow(rows.joined(), "ALIGN=\"LEFT\" BALIGN=\"LEFT\"" + identifier)
        }
        return text
    }

    /// A table with the name and the color of each kind of card that occurs.
    private var kindTable: String {
        var text = "<TABLE ALIGN=\"LEFT\" BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"4\" CELLPADDING=\"3\"><TR>"
        let kinds = Set(cards.map(\.kind))
        for kind in Card.Kind.allCases where kinds.contains(kind) {
            let colors = Palette.colors(of: kind)
            text +=
                "<TD BGCOLOR=\"" + colors.light + "\">"
                + Markup.font(Palette.name(of: kind), colors.strong, Markup.Size.body) + "</TD>"
        }
        return text + "</TR></TABLE>"
    }

    /// The explanation of thick lines.
    private var pathNote: String {
        "thick line: " + (diagram.happyPath.isEmpty ? "a shortest path to a good end" : "the happy path")
    }

    /// The explanations of the signs that occur, followed by a note on the transitions that are not drawn.
    private var signs: [String] {
        let entries = cards.flatMap(\.entries)
        let kinds = Set(entries.map(\.kind))
        let rows = cards.flatMap(\.rows) + diagram.shared.map(\.row)
        let isRefused = rows.contains { if case .refused = $0.target { true } else { false } }
        let candidates: [(isShown: Bool, text: String)] = [
            (figures.contains { $0.edges.contains(where: \.isMain) }, pathNote),
            (entries.contains(where: \.isSecret), Sign.secret + " secret"),
            (kinds.contains(.time), Sign.time + " time limit"),
            (kinds.contains(.work), Sign.work + " handler"),
            (kinds.contains(.notifies), Sign.notification + " notifies the app"),
            (kinds.contains(.sends), Sign.service + " request"),
            (rows.contains { $0.limit != nil }, Sign.again + " 3: three attempts"),
            (rows.contains { $0.target == .again }, Sign.again + " the same step again"),
            (isRefused, Sign.refused + " refused"),
            (!diagram.shared.isEmpty, "also 1, 2, …: the card also has the transitions numbered 1, 2, … below"),
        ]
        return candidates.filter(\.isShown).map(\.text)
            + ["not drawn: replies that the service never gives, and refusals that the flow does not state"]
    }
}

/// The colors of diagrams.
enum Palette {
    static let line = "#64748b"
    static let main = "#2563eb"
    static let frame = "#94a3b8"
    static let text = "#1f2937"
    static let quiet = "#6b7280"
    static let trouble = "#991b1b"
    static let paper = "#ffffff"

    /// The pairs of a color on a light page and its counterpart on a dark page.
    static let dark: [(light: String, dark: String)] = [
        (paper, "#111827"), (text, "#e5e7eb"), (quiet, "#9ca3af"), (trouble, "#fca5a5"), (line, "#94a3b8"),
        (main, "#60a5fa"), (frame, "#475569"),
        ("#334155", "#cbd5e1"), ("#e2e8f0", "#334155"), ("#1d4ed8", "#93c5fd"), ("#dbeafe", "#1e3a5f"),
        ("#6d28d9", "#c4b5fd"), ("#ede9fe", "#3b2667"), ("#0369a1", "#7dd3fc"), ("#e0f2fe", "#0c4a6e"),
        ("#475569", "#cbd5e1"), ("#f1f5f9", "#1e293b"), ("#92400e", "#fcd34d"), ("#fef3c7", "#4a3410"),
        ("#0f766e", "#5eead4"), ("#ccfbf1", "#134e4a"), ("#166534", "#86efac"), ("#dcfce7", "#14532d"),
        ("#fee2e2", "#5b1d1d"),
    ]

    /// Returns the colors of a kind of card: a strong one for frames and names, and a light one for backgrounds.
    static func colors(of kind: Card.Kind) -> (strong: String, light: String) {
        switch kind {
        case .start: ("#334155", "#e2e8f0")
        case .asks: ("#1d4ed8", "#dbeafe")
        case .calls: ("#6d28d9", "#ede9fe")
        case .replies: ("#0369a1", "#e0f2fe")
        case .area: ("#475569", "#f1f5f9")
        case .decides: ("#92400e", "#fef3c7")
        case .works: ("#0f766e", "#ccfbf1")
        case .endsWell: ("#166534", "#dcfce7")
        case .endsBadly: ("#991b1b", "#fee2e2")
        }
    }

    /// Returns what a kind of card is called in pictures.
    static func name(of kind: Card.Kind) -> String {
        switch kind {
        case .start: "start"
        case .asks: "asks the user"
        case .calls: "calls the service"
        case .replies: "replies of the service"
        case .area: "group"
        case .decides: "decides"
        case .works: "calls a handler"
        case .endsWell: "ends well"
        case .endsBadly: "ends badly"
        }
    }
}
