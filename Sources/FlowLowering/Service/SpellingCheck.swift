import FlowDiagnostics
import FlowSyntax

/// Rejects spellings of lists and maps at values that are neither.
enum SpellingCheck {
    /// A finding about a key of a request or a value of a reply; nil if its attributes fit its type.
    static func finding(
        _ type: String?, encoding: String?, prefix: String, isFamily: Bool = false, at range: SourceRange
    ) -> Diagnostic? {
        let type = type ?? "text"
        let hasParts = type == "list" || type == "map" || isFamily
        if encoding != nil, !hasParts { return finding("encoding", "a list or a map", type, range) }
        if encoding == "csv", type == "map" { return finding("encoding=\"csv\"", "a list", type, range) }
        return prefix.isEmpty || hasParts ? nil : finding("prefix", "parts of a list or a map", type, range)
    }

    private static func finding(_ attribute: String, _ use: String, _ type: String, _ range: SourceRange) -> Diagnostic
    {
        Diagnostic(
            .conflictingAttributes, at: range,
            "'\(attribute)' is for \(use), but this is of type '\(type)'", subjects: [type],
            help: ["remove it, or change the type"])
    }
}
