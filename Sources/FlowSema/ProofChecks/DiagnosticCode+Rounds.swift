package import FlowDiagnostics

extension DiagnosticCode {
    /// A flow without what a trigger is written from; only who wants the trigger is told.
    package static let missingRounds = DiagnosticCode(
        "missing-rounds", summary: "A trigger is written from the rounds of a flow.")
    /// A round that the client cannot answer.
    package static let unansweredRound = DiagnosticCode(
        "unanswered-round", .error, isAboutShape: true,
        summary: "A flow must answer the challenge of each of its rounds.")
    /// Rounds that let everybody in.
    package static let unprovenRounds = DiagnosticCode(
        "unproven-rounds", .error, isAboutShape: true,
        summary: "One of the rounds must prove who the user is.")
    /// Rounds that begin otherwise than the calls do.
    package static let wrongBeginning = DiagnosticCode(
        "wrong-beginning", .error, isAboutShape: true,
        summary: "Rounds must begin with what a call of the flow begins with.")

    /// The codes about rounds: the service's half of a flow, and whether the two halves fit.
    package static let roundCodes: [DiagnosticCode] = [
        .missingRounds, .unansweredRound, .unprovenRounds, .wrongBeginning,
    ]
}
