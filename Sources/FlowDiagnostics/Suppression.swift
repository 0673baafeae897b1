/// An author's suppression of all findings of a code in a range.
package struct Suppression: Hashable, Sendable {
    /// The code of the suppressed findings.
    package let code: DiagnosticCode
    /// The location of the code in the instruction.
    package let place: SourceRange
    /// The range of the suppressed findings.
    package let scope: SourceRange
    /// The author's reason.
    package let reason: String

    /// Creates a suppression of a code in a scope, for a reason that the author gives.
    package init(_ code: DiagnosticCode, at place: SourceRange, scope: SourceRange, reason: String) {
        self.code = code
        self.place = place
        self.scope = scope
        self.reason = reason
    }
}
