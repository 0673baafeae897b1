package import FlowDiagnostics

extension DiagnosticCode {
    /// A required key that nothing sends.
    package static let missingKey = DiagnosticCode(
        "missing-key", .error, isAboutShape: true, summary: "A request must carry every key that the service requires.")
    /// A challenge that can come and that nothing takes.
    package static let unhandledChallenge = DiagnosticCode(
        "unhandled-challenge", .error, isAboutShape: true,
        summary: "Every challenge that a request can be answered with must be taken.")
    /// A transition for an answer that never comes.
    package static let impossibleReply = DiagnosticCode(
        "impossible-reply", .warning, summary: "A transition should be for an answer that can come.")
    /// A value that nothing uses.
    package static let unusedValue = DiagnosticCode(
        "unused-value", .warning, summary: "A value that is declared should be used.")
    /// A declaration that nothing uses.
    package static let unusedDeclaration = DiagnosticCode(
        "unused-declaration", .warning, summary: "A handler, command or import that is declared should be used.")
    /// A value that nothing gives.
    package static let neverGiven = DiagnosticCode(
        "never-given", .error, isAboutShape: true, summary: "A value that is used must be given somewhere.")
    /// A limit of time beyond the life of the session.
    package static let lateTimeout = DiagnosticCode(
        "late-timeout", .warning, summary: "A step should not wait longer than the service keeps its session.")
    /// A value that is needed and may be absent.
    package static let missingValue = DiagnosticCode(
        "missing-value", .error, isAboutShape: true,
        summary: "A value that is needed must be given on every path that leads there.")
    /// A session that was used up.
    package static let staleSession = DiagnosticCode(
        "stale-session", .error, isAboutShape: true,
        summary: "A session must not be sent again once the service has answered it.")
    /// An end reached against an assertion.
    package static let neverViolated = DiagnosticCode(
        "never-violated", .error, isAboutShape: true,
        summary: "An end must not be reached without what the flow asserts to come before it.")
    /// Tokens without a proof.
    package static let unprovenTokens = DiagnosticCode(
        "unproven-tokens", .error, isAboutShape: true,
        summary: "Tokens must not be handed out before a request proved who the user is.")
    /// An event that is not possible against an assertion.
    package static let alwaysViolated = DiagnosticCode(
        "always-violated", .error, isAboutShape: true,
        summary: "An event that the flow asserts to be always possible must be possible at every step.")
    /// A step without a way to cancel.
    package static let noCancel = DiagnosticCode(
        "no-cancel", .warning, summary: "The host should be able to cancel at every step.")
    /// A step that nothing leads on from.
    package static let stuckStep = DiagnosticCode(
        "stuck-step", .error, isAboutShape: true,
        summary: "At every step something that the host can say must lead to an end, whatever the data are.")
    /// An end that is not reached against an assertion.
    package static let reachableViolated = DiagnosticCode(
        "reachable-violated", .error, isAboutShape: true,
        summary: "An end that the flow asserts to be reachable must be reachable.")
    /// A limit that is never reached.
    package static let unreachedLimit = DiagnosticCode(
        "unreached-limit", .warning, summary: "A limit of attempts should be within reach.")
    /// Something that was not decided.
    package static let proofLimit = DiagnosticCode(
        "proof-limit", .error, isAboutShape: true,
        summary: "A flow should be simple enough for its proofs to be finished.")

    /// The codes of the proofs.
    package static let proofCodes: [DiagnosticCode] = [
        .missingKey, .unhandledChallenge, .impossibleReply, .unusedValue, .unusedDeclaration, .neverGiven, .lateTimeout,
        .missingValue, .staleSession, .neverViolated, .unprovenTokens, .alwaysViolated, .noCancel, .stuckStep,
        .reachableViolated, .unreachedLimit, .proofLimit,
    ]
}
