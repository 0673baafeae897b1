/// The signs of diagrams, all of them in the fonts of common systems.
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
    /// A step that a row leads to in words.
    static let leads = "→"
    /// An edge that begins at a row.
    static let edge = "▸"
    /// A notification to the host.
    static let notification = "⚑"

    /// The mark of the first, second and so on of what several cards share.
    static func mark(_ number: Int) -> String { String(number + 1) }
}
