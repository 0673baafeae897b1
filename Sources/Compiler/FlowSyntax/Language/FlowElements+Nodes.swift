extension FlowElements {
    static let nodes: [Element] = [
        Element(
            "challenge", "Answers a challenge with the service's answer operation.",
            [
                .required(
                    "name", .nameOrStar,
                    """
                    the challenge. `*` stands for every challenge without a node, including those that the service \
                    description does not declare
                    """),
                .optional("id", .name, "the node's name", default: "`name`"),
                .optional(
                    "as", .name, "the name of another challenge whose answer the node sends", default: "`name`"),
                .optional(
                    "present", .name, "the name of the step that the node presents before it answers",
                    default: "the node's name, if the node has an `ask`"),
                .optional(
                    "requires", .names,
                    """
                    parameters that must come with the challenge; a reply that leads to the node without one of \
                    them is `invalid`
                    """, default: "none"),
                swiftName("the presented step", from: "the step name"), inherit,
            ], children: body),
        Element(
            "call", "Sends a request.",
            [
                .required("id", .name, "the node's name"),
                .optional("operation", .name, "the operation", default: "required, unless inherited"),
                .optional(
                    "service", .name, "the service, if [several](#several-services) have the operation",
                    default: "the only service that has the operation"),
                .optional(
                    "variant", .token,
                    "the variant of the operation; the flow automatically sends the key that selects it",
                    default: "none"),
                .optional(
                    "present", .name, "the name of the step that the node presents before the request",
                    default: "the `id`, if the node has an `ask`"),
                .optional(
                    "requires", .names,
                    "outputs that a success must contain; a success without one of them is `invalid`",
                    default: "none"),
                swiftName("the presented step", from: "the step name"), inherit,
            ], children: body),
        Element(
            "step", "Presents a step to the host, and waits for an event.",
            [
                .required("id", .name, "the node's name"),
                .optional("present", .name, "the step name that the host receives", default: "the `id`"),
                swiftName("the presented step", from: "the step name"), inherit,
            ], children: body + ["answer"]),
        Element(
            "choice", "Runs its statements and takes the first `go` whose guard holds.",
            [.required("id", .name, "the node's name"), inherit],
            children: statementNames + ["go", "otherwise", "doc"]),
        Element(
            "use", "A node that runs another flow.",
            [
                .required("id", .name, "the node's name"), .required("flow", .name, "the name of an imported flow"),
                inherit,
            ], children: ["pass", "take", "on", "doc"]),
        Element(
            "end", "A node that ends the flow with an outcome.",
            [
                .required("id", .name, "the node's name"),
                .optional("outcome", .name, "the outcome that the host receives", default: "the `id`"),
                .optional(
                    "present", .name, "a step name that the host receives with the outcome", default: "none"),
                swiftName("the outcome", from: "the outcome"), inherit,
            ], children: ["show", "on", "doc"]),
        Element(
            "group", "A scope for several nodes.",
            [
                .optional("id", .name, "a label, which diagrams show"),
                .optional(
                    "within", .nameOrSeconds,
                    """
                    the time limit of all steps inside: a number of seconds, or a value of type `seconds`; \
                    see [Limits of time](#limits-of-time)
                    """,
                    default: "no limit"),
            ],
            children: nodeNames + ["ask", "send", "receive", "omit", "on", "group", "doc"]),
    ]

    static let transitions: [Element] = [
        Element(
            "on", "Defines a transition: what the flow does when an event occurs.", selectors + targets,
            [
                .exactlyOne(["event", "error", "challenge", "select", "failure", "outcome"]),
                .atMostOne(["to", "retry", "restart", "refuse"]),
                .needs("present", "retry"), .needs("otherwise", "retry"), .needs("keep", "restart"),
                .needs("attempts", "then"), .needs("then", "attempts"), .needs("left", "attempts"),
                .needs("counter", "attempts"), .needsOne("attempts", ["to", "retry", "restart"]),
                .needs("after", "event"),
                .wordNeeds("retry", "last-step", "otherwise"),
                .wordExcludes("retry", "last-step", "present"), .wordExcludes("retry", "send", "present"),
                .wordExcludes("retry", "compute", "present"),
                .onlyWithWord("retry", "last-step", "otherwise"),
            ], children: statementNames),
        Element(
            "never", "Asserts that no run reaches an end before it has passed one of several names.",
            [
                .required("end", .name, "the `id` or the `outcome` of the end"),
                .required("unless-before", .passings, "the names; a run must pass one of them before the end"),
            ]),
        Element(
            "always", "Asserts that the flow accepts events at every step, whatever the data.",
            [.required("event", .names, "the events")]),
        Element(
            "reachable", "Asserts that some path leads to each of several ends.",
            [.required("end", .names, "the ends")]),
    ]

    private static let selectors: [Attribute] = [
        .optional("event", .names, "a list of events: built-in ones, and commands"),
        .optional(
            "error", .namesOrStar,
            """
            a list of errors: those of the service, and the reserved errors `network`, `no-answer` and \
            `configuration`. `*`: all others, including unknown errors
            """),
        .optional("challenge", .namesOrStar, "a list of challenges in a reply. `*`: all others"),
        .optional("select", .names, "a list of words: a `submit` that chooses one of them"),
        .optional("failure", .namesOrStar, "a list of failures of a handler. `*`: all others"),
        .optional("outcome", .namesOrStar, "a list of outcomes of the sub-flow of a `use`. `*`: all others"),
        when("the transition applies"),
        .optional(
            "keep-error", .boolean, "`true`: the event neither clears nor sets the pending error", default: "`false`"),
        .optional(
            "after", .nameOrSeconds,
            """
            with `timeout`: the number of seconds since the step was presented, 1 to 86,400, \
            or a value of type `seconds`
            """, default: "none"),
    ]

    private static let targets: [Attribute] = [
        .optional("to", .name, "a node"),
        .optional(
            "retry", .word(["here", "send", "compute", "last-step"]),
            """
            `here`: the node's own step again. `send`: the same request again. `compute`: the statements after the \
            last `ask`, such as a `handle`, and then the request; a node that presents no step is entered again. \
            `last-step`: the step that was presented last
            """),
        .optional(
            "present", .name,
            "with `here`: another name under which the flow presents the same step"),
        .optional(
            "otherwise", .name,
            "with `last-step`: the node to enter if the flow has presented no step since the start"),
        .optional(
            "restart", .name,
            """
            a node. The flow first clears all values, including those that the event carried. It keeps only \
            constants, facts and the values in `keep`. Declared counters become zero
            """),
        .optional("keep", .names, "with `restart`: a list of values that the flow does not clear"),
        .optional(
            "refuse", .name,
            """
            the current step or end: the flow refuses the host's event, with this name as the reason. \
            Only for commands, `start`, `submit`, `select`, `cancel` and `back`
            """),
        .optional(
            "attempts", .tries,
            """
            the maximum number of attempts, 1 to 255. The last attempt runs the statements, and then leads to `then` \
            instead of the target
            """, default: "any number"),
        .optional("then", .name, "the node that the last attempt leads to; required with `attempts`"),
        .optional(
            "left", .name,
            """
            a value that contains the number of attempts left, in digits. The flow sets it after each attempt, and \
            when it enters the node. You need not declare the value. It hides an output of the same name
            """, default: "none"),
        .optional(
            "counter", .name,
            "a declared counter that counts the attempts. Several transitions can share the counter",
            default: "one counter for each transition and node"),
    ]

    static let rounds: [Element] = [
        Element(
            "rounds", "Lists the rounds of a custom sign-in, in order.", children: ["doc", "round"],
            needed: ["round"]),
        Element(
            "round", "A challenge that the service's trigger issues.",
            [
                .required(
                    "challenge", .name,
                    """
                    the challenge that the trigger issues, or a word with which a request \
                    [begins](ServiceDescriptions.md#input) the sign-in
                    """),
                .optional(
                    "tries", .word((1...9).map(String.init)),
                    "the number of answers that the trigger allows, 1 to 9", default: "`1`"),
            ]),
    ]
}
