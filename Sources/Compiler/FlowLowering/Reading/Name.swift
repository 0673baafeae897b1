import FlowDiagnostics
import FlowIR
import FlowSyntax

/// A name in a document, with its place.
struct Name: Sendable {
    let symbol: Symbol
    let range: SourceRange
}

/// A text in a document, with its white space and its place.
struct WrittenText: Sendable {
    let text: String
    let range: SourceRange

    /// The text without leading and trailing white space.
    var trimmed: String {
        var text = text
        return text.withUTF8 { String(decoding: $0[$0.trimmedRange], as: UTF8.self) }
    }
}
