import CognitoHandlers
import FlowCompiler
import FlowCore
import FlowDiagrams
package import FlowRuntime
import Foundation

/// Shows steps and ends to a user at a terminal.
struct StepPresenter: Sendable {
    private let labels: StepLabels
    private let redactions: Redactions
    private let write: Writer
    private let showsTokens: Bool
    /// The account name to show when an authenticator app is set up.
    private var account = ""
    /// The secrets of the set-up that was shown last, which is not shown again after a wrong code.
    private var shownSetUpSecrets: [String] = []
    /// The state of the step that was explained last, which is not explained again after a wrong answer.
    private var explainedState: Int?

    init(_ labels: StepLabels, redactions: Redactions, write: Writer, showsTokens: Bool) {
        self.labels = labels
        self.redactions = redactions
        self.write = write
        self.showsTokens = showsTokens
    }

    /// Begins a sign-in, with the name of the account if the user has given it.
    mutating func begin(as name: String?) {
        account = name ?? account
        explainedState = nil
    }

    /// Shows the heading of a step, what it is about, its error, its values and what is left of its limits.
    mutating func show(_ step: FlowPresentation, state: Int, status: StepStatus) {
        let name = "username"
        let isSecret = redactions.secrets(in: step.parameters).contains { $0.name == name }
        if !isSecret, let shown = step.parameters[name]?.string { account = shown }
        write("\n" + labels.style.bold("■ \(labels.texts.heading(of: step.step))") + "\n")
        let about = labels.texts.guide?.about(state: state) ?? ""
        if state != explainedState, !about.isEmpty { write("  " + labels.style.dim("\(about)") + "\n") }
        explainedState = state
        write(labels.error(step.error))
        showValues(of: step)
        if !status.text.isEmpty { write("  " + labels.style.dim(status.text) + "\n") }
    }

    /// Shows a step's values. If a secret sets up an authenticator app, shows the set-up once, and no other secrets.
    private mutating func showValues(of step: FlowPresentation) {
        let secrets = redactions.secrets(in: step.parameters)
        guard let setUp = SetUpPicture.text(for: secrets, account: account) else {
            write(labels.parameters(step.parameters))
            return
        }
        write(labels.parameters(step.parameters, except: Set(secrets.map(\.name))))
        let setUpSecrets = secrets.compactMap(\.value.string)
        if setUpSecrets != shownSetUpSecrets { write(setUp) }
        shownSetUpSecrets = setUpSecrets
    }

    /// Shows the name, step, error and values of the flow's end, with secrets only if `showsTokens` is set.
    func show(_ outcome: FlowOutcome) {
        let step: SafeText =
            outcome.step.isEmpty ? "" : labels.style.dim("   the app shows \(labels.texts.heading(of: outcome.step))")
        write("\n" + labels.style.bold("● \(outcome.name)") + step + "\n" + labels.error(outcome.error))
        write(labels.parameters(showsTokens ? outcome.parameters : replacingSecrets(in: outcome.parameters)))
    }

    /// Returns the values of an outcome, with descriptions in place of secrets.
    private func replacingSecrets(in parameters: JSONValue) -> JSONValue {
        let secretNames = Set(redactions.secrets(in: parameters).map(\.name))
        let members = (parameters.members ?? []).map { member in
            guard secretNames.contains(member.name) else { return member }
            return JSONMember(member.name, TokenWords.description(of: member.value))
        }
        return .object(members)
    }
}

/// Describes secrets without showing them.
enum TokenWords {
    /// The claims whose values are times (RFC 7519 and OpenID Connect).
    private static let timeClaims: Set<String> = ["exp", "iat", "nbf", "auth_time"]
    /// The number of seconds since 1970 beyond which a time is shown without its date.
    private static let maxSeconds = 1e11

    /// Returns the claims of a token, without verifying it, or a note in place of any other secret.
    ///
    /// The note for a text contains its length.
    static func description(of secret: JSONValue) -> JSONValue {
        guard let text = secret.string else { return .string("(not shown)") }
        if let claims = TokenClaims(text) {
            return .object(claims.all.map { JSONMember($0.name, displayValue(of: $0)) })
        }
        return .string("(not shown, length \(text.count))")
    }

    /// Returns the value of a claim, with the date added to a time.
    private static func displayValue(of claim: JSONMember) -> JSONValue {
        guard timeClaims.contains(claim.name), case .number(let digits) = claim.value,
            let seconds = Double(digits), abs(seconds) < maxSeconds
        else { return claim.value }
        let instant = Date(timeIntervalSince1970: seconds).formatted(.iso8601)
        return .string("\(digits) (\(instant))")
    }
}

/// Identifies the secrets among the values of the current step.
///
/// Traces redact secrets. A value that differs between the step and its trace is therefore a secret.
package final class Redactions: Sendable {
    /// The values of the current step in the trace.
    private let tracedValues = Guarded(JSONValue.object([]))

    /// Creates redactions before the first step.
    package init() {}

    /// Stores the values of a trace event that shows a step or an end, and ignores other events.
    package func record(_ event: FlowTraceEvent) {
        switch event {
        case .presented(let step): tracedValues.withLock { $0 = step.parameters }
        case .ended(let outcome): tracedValues.withLock { $0 = outcome.parameters }
        default: break
        }
    }

    /// Returns the secrets among the values of the current step or end.
    func secrets(in parameters: JSONValue) -> [JSONMember] {
        let traced = tracedValues.withLock { $0 }
        return (parameters.members ?? []).filter { traced[$0.name] != $0.value }
    }
}
