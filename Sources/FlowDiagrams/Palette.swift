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

    /// Returns the name of a kind of card in the legend.
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
