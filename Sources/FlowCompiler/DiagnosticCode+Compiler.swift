import FlowChecks
package import FlowDiagnostics
import FlowScenarios
import FlowLowering
import FlowSyntax

extension DiagnosticCode {
    /// A processing instruction that cannot silence anything.
    package static let badSilencing = DiagnosticCode(
        "bad-silencing",
        summary: "A suppression must precede its element, name a code and give a reason.")
    /// A silencing of a finding that does not occur.
    package static let unneededSilencing = DiagnosticCode(
        "unneeded-silencing", .warning, summary: "A suppression should apply to a finding that occurs.")

    /// A flow without what a trigger is written from; reported only to those who want the trigger.
    package static let missingRounds = DiagnosticCode(
        "missing-rounds", summary: "`flowc lambda` needs a flow with rounds.")

    /// The codes about silencing, which all phases have in common.
    package static let silencingCodes: [DiagnosticCode] = [.badSilencing, .unneededSilencing]

    /// All codes that a compilation reports, sorted by name.
    package static let allCodes: [DiagnosticCode] =
        (syntaxCodes + loweringCodes + FlowChecks.allCodes + scenarioCodes + silencingCodes + [
            .missingRounds, .tableLimit,
        ])
        .sorted {
            $0.rawValue < $1.rawValue
        }

    /// The help for a name that no code has.
    package static func near(_ name: String) -> [String] { NearNames.suggest(name, among: allCodes.map(\.rawValue)) }
}
