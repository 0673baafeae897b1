/// The signs in diagrams, which are all in the fonts of common systems.
enum Sign {
    /// A value that is secret.
    static let secret = "⚷"
    /// A limit on time.
    static let time = "◷"
    /// Attempts at the same step.
    static let again = "↺"
    /// A request to the service.
    static let service = "⇢"
    /// The work of a handler.
    static let work = "⚙"
    /// An event that is refused.
    static let refused = "✕"
    /// An earlier step.
    static let back = "↩"
    /// The target of a row without an edge.
    static let leads = "→"
    /// A row where an edge begins.
    static let edge = "▸"
    /// A notification to the host.
    static let notification = "⚑"

    /// Returns the mark of the shared row with an index. Marks count from 1.
    static func mark(_ index: Int) -> String { String(index + 1) }
}
