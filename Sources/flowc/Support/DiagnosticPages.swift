/// The pages that explain findings.
enum DiagnosticPages {
    /// The page of a code, if there is one.
    static func page(for code: String) -> String? { nil }

    /// All codes that have a page, sorted.
    static var codes: [String] { [] }
}
