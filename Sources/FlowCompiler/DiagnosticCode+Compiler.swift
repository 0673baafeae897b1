package import FlowDiagnostics

extension DiagnosticCode {
    /// A suppression has a mistake.
    package static let badSilencing = DiagnosticCode(
        "bad-silencing",
        summary: "A suppression must precede its element, name a code and give a reason.")
    /// A suppression suppresses no finding.
    package static let unneededSilencing = DiagnosticCode(
        "unneeded-silencing", .warning, summary: "A suppression should match at least one finding.")

    /// A flow has no rounds to write a trigger for; only `flowc lambda` reports this.
    package static let missingRounds = DiagnosticCode(
        "missing-rounds", summary: "`flowc lambda` needs a flow with rounds.")

    /// Two names of a flow become the same Swift name; only `flowc generate swift` reports this.
    package static let swiftNameClash = DiagnosticCode(
        "swift-name-clash", summary: "`flowc generate swift` needs names that stay different in Swift.")

    /// All codes, sorted by name.
    package static let allCodes: [DiagnosticCode] = byModule.values.joined().sorted { $0.rawValue < $1.rawValue }

    /// Returns the names of codes that are similar to an unknown name, nearest first.
    package static func namesSimilar(to name: String) -> [String] {
        NearNames.suggest(name, among: allCodes.map(\.rawValue))
    }
}
