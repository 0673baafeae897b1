/// The author's word that a finding of one code is meant at one place.
package struct Suppression: Hashable, Sendable {
    /// The code of the findings that are silenced.
    package let code: DiagnosticCode
    /// The place where the author names the code.
    package let place: SourceRange
    /// The findings that are silenced lie in this range.
    package let scope: SourceRange
    /// The author's reason.
    package let reason: String

    /// Makes a silencing.
    package init(_ code: DiagnosticCode, at place: SourceRange, scope: SourceRange, reason: String) {
        self.code = code
        self.place = place
        self.scope = scope
        self.reason = reason
    }
}
