package import FlowDiagnostics

extension DiagnosticCode {
    /// A transition leads to a node that does not exist.
    package static let unknownTarget = DiagnosticCode(
        "unknown-target", summary: "A target must be the name of a node in the flow.")
    /// A value is used that nothing declares.
    package static let unknownValue = DiagnosticCode(
        "unknown-value", summary: "A value must be declared, asked for, or returned by a handler or reply.")
    /// A handler is used that nothing declares.
    package static let unknownHandler = DiagnosticCode(
        "unknown-handler", summary: "A handler must be declared with its ports.")
    /// A port that the handler or sub-flow does not have.
    package static let unknownPort = DiagnosticCode(
        "unknown-port", summary: "A port must be declared by the handler or sub-flow.")
    /// A failure that no handler declares.
    package static let unknownFailure = DiagnosticCode(
        "unknown-failure", summary: "A failure must be declared by a handler.")
    /// A counter that is not declared.
    package static let unknownCounter = DiagnosticCode(
        "unknown-counter", summary: "A counter must be declared in the flow's `data`.")
    /// A counter for which a table has no room.
    package static let tooManyCounters = DiagnosticCode(
        "too-many-counters", summary: "A flow must not have more than 16 counters, including those of its attempts.")
    /// Sub-flows of which there are too many copies.
    package static let tooManyUses = DiagnosticCode(
        "too-many-uses", summary: "A flow must not contain more than 4096 sub-flows.")
    /// More transitions than one event needs.
    package static let tooManyTransitions = DiagnosticCode(
        "too-many-transitions", summary: "A node must not have more than 128 transitions for the same event.")
    /// A host's event that is neither built in nor a command.
    package static let unknownEvent = DiagnosticCode(
        "unknown-event", summary: "An event must be built in, or declared as a `command`.")
    /// A sub-flow that no import brings.
    package static let unknownFlow = DiagnosticCode(
        "unknown-flow", summary: "A sub-flow must be imported.")
    /// An outcome that the sub-flow or the flow does not have.
    package static let unknownOutcome = DiagnosticCode(
        "unknown-outcome", summary: "An outcome must belong to an end of the flow.")
    /// A sub-flow that is to be passed and can end in several ways.
    package static let ambiguousPassing = DiagnosticCode(
        "ambiguous-passing", summary: "If a sub-flow has several outcomes, `unless-before` must name one of them.")
    /// A word that the choice does not have.
    package static let unknownWord = DiagnosticCode(
        "unknown-word", summary: "A value of type `choice` must be compared only with its own words.")
    /// An operation that the service does not have.
    package static let unknownOperation = DiagnosticCode(
        "unknown-operation", summary: "An operation must be declared in the service description.")
    /// A service that the flow does not name, or that lacks the operation.
    package static let unknownService = DiagnosticCode(
        "unknown-service", summary: "The `service` of a call must be a service of the flow that has the operation.")
    /// A name that several services of a flow have.
    package static let ambiguousService = DiagnosticCode(
        "ambiguous-service", summary: "If several services share a name, the flow must say which service it means.")
    /// A variant that the operation does not have.
    package static let unknownVariant = DiagnosticCode(
        "unknown-variant", summary: "A variant must be declared by its operation.")
    /// A challenge that the service does not know.
    package static let unknownChallenge = DiagnosticCode(
        "unknown-challenge", summary: "A challenge must be declared in the service description.")
    /// An error that the service does not know.
    package static let unknownError = DiagnosticCode(
        "unknown-error", summary: "An error must be declared by the service, a handler or the flow.")
    /// A parameter that the request or reply does not have.
    package static let unknownParameter = DiagnosticCode(
        "unknown-parameter", summary: "A parameter must exist in the request or reply.")
    /// A reply form that the service does not describe.
    package static let unknownReply = DiagnosticCode(
        "unknown-reply", summary: "A reply must be declared in the service description.")
    /// The same node twice.
    package static let duplicateNode = DiagnosticCode(
        "duplicate-node", summary: "A node must be defined only once, unless `inherit` extends or replaces it.")
    /// Something is extended, replaced or removed that is not inherited.
    package static let nothingInherited = DiagnosticCode(
        "nothing-inherited", summary: "Only an inherited node can be extended, replaced or removed.")
    /// A flow without a first node.
    package static let missingStart = DiagnosticCode(
        "missing-start", summary: "A flow must name its first node in `start`.")
    /// Sub-flows that use each other in a cycle.
    package static let recursiveUse = DiagnosticCode(
        "recursive-use", summary: "A sub-flow must not use itself, directly or through other sub-flows.")
    /// A guard that cannot be read.
    package static let guardSyntax = DiagnosticCode(
        "guard-syntax", summary: "A guard must be a valid condition.")
    /// A pattern that cannot be read.
    package static let badPattern = DiagnosticCode(
        "bad-pattern", summary: "A pattern must be a regular expression that the compiler supports.")
    /// A value is used as another type.
    package static let typeMismatch = DiagnosticCode(
        "type-mismatch", summary: "A value must have the type that its use requires.")
    /// A retry that has nothing to go back to.
    package static let badRetry = DiagnosticCode(
        "bad-retry", summary: "`retry` must have something to repeat: a step, a request or a handler.")
    /// Attempts that lead back to where they were made.
    package static let endlessAttempts = DiagnosticCode(
        "endless-attempts", summary: "The last attempt at a node must lead to another node.")

    /// A transition that nothing takes.
    package static let deadTransition = DiagnosticCode(
        "dead-transition", .warning, summary: "Some node in the scope of a transition should receive its event.")

    /// All codes of this phase, in no order that matters.
    package static let loweringCodes: [DiagnosticCode] = [
        .unknownTarget, .unknownValue, .unknownHandler, .unknownPort, .unknownFailure, .unknownCounter,
        .tooManyCounters, .tooManyUses, .tooManyTransitions, .unknownEvent, .unknownFlow, .unknownOutcome,
        .ambiguousPassing,
        .unknownWord, .unknownOperation, .unknownService, .ambiguousService, .unknownVariant, .unknownChallenge,
        .unknownError, .unknownParameter,
        .unknownReply, .duplicateName, .duplicateNode, .nothingInherited, .missingStart, .recursiveUse, .guardSyntax,
        .badPattern, .typeMismatch, .badRetry, .endlessAttempts, .deadTransition,
    ]
}
