import FlowDiagnostics
import FlowModel

/// A name of the source with its place.
struct Name: Sendable {
    /// The name.
    let symbol: Symbol
    /// Where it stands.
    let range: SourceRange
}

/// A text of the source with its place, spaces included.
struct WrittenText: Sendable {
    /// The text.
    let text: String
    /// Where it stands.
    let range: SourceRange

    /// The text without the white space around it, as words are compared.
    var word: String {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = text.utf8.firstIndex(where: { !isSpace($0) }),
            let last = text.utf8.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(text[first...last])
    }
}
