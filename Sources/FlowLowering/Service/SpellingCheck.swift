import FlowDiagnostics
import FlowSyntax

/// Rejects spellings of lists and maps at values that are neither.
enum SpellingCheck {
    /// The findings about a key of a request or a value of a reply.
    static func findings(_ element: ElementReader) -> [Diagnostic] {
        let type = element.word(.type) ?? "text"
        let isFamily = element.name(.name).map { element.pass.symbols[$0.symbol].hasSuffix("*") } ?? false
        let hasParts = type == "list" || type == "map" || isFamily
        let encoding = element.word(.encoding)
        if encoding != nil, !hasParts { return [finding(element, "encoding", "a list or a map", type)] }
        if encoding == "csv", type == "map" { return [finding(element, "encoding=\"csv\"", "a list", type)] }
        if element.text(.prefix)?.text.isEmpty == false, !hasParts {
            return [finding(element, "prefix", "the parts of a list or a map", type)]
        }
        return []
    }

    private static func finding(_ element: ElementReader, _ attribute: String, _ use: String, _ type: String) -> Diagnostic {
        Diagnostic(
            .conflictingAttributes, at: element.name(.name)?.range ?? element.range,
            "'\(attribute)' says how \(use) is written, and this is of type '\(type)'", subjects: [type],
            help: ["remove it, or give this another type"])
    }
}
