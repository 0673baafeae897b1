package import FlowDiagnostics

extension DiagnosticCode {
    /// A target, or another name of a node, does not name a node of the flow.
    package static let unknownTarget = DiagnosticCode(
        "unknown-target", summary: "A target must be the name of a node in the flow.")
    package static let unknownValue = DiagnosticCode(
        "unknown-value", summary: "A value must be declared, asked for, or returned by a handler or reply.")
    package static let unknownHandler = DiagnosticCode(
        "unknown-handler", summary: "A handler must be declared with its ports.")
    package static let unknownPort = DiagnosticCode(
        "unknown-port", summary: "A port must be declared by the handler or sub-flow.")
    package static let unknownFailure = DiagnosticCode(
        "unknown-failure", summary: "A failure must be reserved, or declared by a handler.")
    package static let unknownCounter = DiagnosticCode(
        "unknown-counter", summary: "A counter must be declared in the flow's `data`.")
    /// A flow has more counters than a table can hold.
    package static let tooManyCounters = DiagnosticCode(
        "too-many-counters", summary: "A flow must not have more than 16 counters, including those for `attempts`.")
    /// A flow inlines too many sub-flows.
    package static let tooManyUses = DiagnosticCode(
        "too-many-uses", summary: "A flow must not contain more than 4096 sub-flows.")
    /// A node has too many transitions for an event, paths through them, or handlers in a row.
    package static let tooManyTransitions = DiagnosticCode(
        "too-many-transitions", summary: "A node must not have more than 128 transitions for the same event.")
    /// An event is neither built in nor a command.
    package static let unknownEvent = DiagnosticCode(
        "unknown-event", summary: "An event must be built in, or declared as a `command`.")
    /// A sub-flow is not imported.
    package static let unknownFlow = DiagnosticCode(
        "unknown-flow", summary: "A sub-flow must be imported.")
    package static let unknownOutcome = DiagnosticCode(
        "unknown-outcome", summary: "An outcome must belong to an end of the flow or, in a `use`, of its sub-flow.")
    /// An assertion names a sub-flow with several outcomes, but none of its outcomes.
    package static let ambiguousOutcome = DiagnosticCode(
        "ambiguous-outcome", summary: "If a sub-flow has several outcomes, `unless-before` must name one of them.")
    package static let unknownWord = DiagnosticCode(
        "unknown-word", summary: "A value of type `choice` must be compared only with its own words.")
    package static let unknownOperation = DiagnosticCode(
        "unknown-operation", summary: "An operation must be declared in the service description.")
    package static let unknownService = DiagnosticCode(
        "unknown-service",
        summary: "On a call, `service` must name a service of the flow, and this service must have the operation.")
    /// Several services of a flow have an operation, challenge or value of the same name.
    package static let ambiguousService = DiagnosticCode(
        "ambiguous-service", summary: "If several services declare a name, the flow must say which service it means.")
    package static let unknownVariant = DiagnosticCode(
        "unknown-variant", summary: "A variant must be declared by its operation.")
    package static let unknownChallenge = DiagnosticCode(
        "unknown-challenge", summary: "A challenge must be declared in the service description.")
    package static let unknownError = DiagnosticCode(
        "unknown-error", summary: "An error must be reserved, or declared by the service, a handler or the flow.")
    package static let unknownParameter = DiagnosticCode(
        "unknown-parameter", summary: "A parameter must exist in the request or reply.")
    package static let unknownReply = DiagnosticCode(
        "unknown-reply", summary: "A reply must be declared in the service description.")
    /// A node is defined twice, or a challenge has several nodes, all of which have an `id`.
    package static let duplicateNode = DiagnosticCode(
        "duplicate-node", summary: "A node must be defined only once, unless `inherit` extends or replaces it.")
    /// An extended, replaced or removed node or input is not inherited, or an extended node is of another kind.
    package static let nothingInherited = DiagnosticCode(
        "nothing-inherited", summary: "Only an inherited node or input can be extended, replaced or removed.")
    /// A flow does not name its first node.
    package static let missingStart = DiagnosticCode(
        "missing-start", summary: "A flow must name its first node in `start`.")
    /// Sub-flows use each other in a cycle.
    package static let recursiveUse = DiagnosticCode(
        "recursive-use", summary: "A sub-flow must not use itself, directly or through other sub-flows.")
    package static let guardSyntax = DiagnosticCode(
        "guard-syntax", summary: "A guard must be a valid condition.")
    /// The compiler does not support a pattern.
    package static let badPattern = DiagnosticCode(
        "bad-pattern", summary: "A pattern must be a regular expression that the compiler supports.")
    /// The type of a value does not fit its use.
    package static let typeMismatch = DiagnosticCode(
        "type-mismatch", summary: "A value must have the type that its use requires.")
    /// A node does not have what `retry` repeats.
    package static let badRetry = DiagnosticCode(
        "bad-retry", summary: "`retry` must have something to repeat: a step or a request.")
    /// The last attempt at a node leads back to the node.
    package static let endlessAttempts = DiagnosticCode(
        "endless-attempts", summary: "The last attempt at a node must lead to another node.")

    /// No node can receive the event of a transition, or the transition has no target or never leads to it.
    package static let deadTransition = DiagnosticCode(
        "dead-transition", .warning,
        summary: "A transition should be able to receive its event, and to lead to its target.")
}
