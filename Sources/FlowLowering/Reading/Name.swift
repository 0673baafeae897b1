import FlowDiagnostics
import FlowModel
import FlowSyntax

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
        var text = text
        return text.withUTF8 { String(decoding: $0[$0.trimmedRange], as: UTF8.self) }
    }
}
