extension FlowElements {
    static let statements: [Element] = [
        Element(
            "set", "Sets a value.",
            [
                .required("name", .name, "the value to set"),
                .optional("from", .name, "the value to copy", default: sourceFallback),
                .optional("value", .text, "a literal"),
                .optional("else", .name, "the value to copy if `from` is absent", default: "none"),
                when("the statement applies"),
            ], [oneSource, noElseOfLiteral]),
        Element(
            "merge", "Adds the entries of a map to another map.",
            [
                .required("name", .name, "the map to change"),
                .required("from", .name, "the map that contains the new entries"), when("the statement applies"),
            ]),
        Element(
            "clear", "Clears values.",
            [
                .required("name", .names, "the values; `error` stands for the pending error"),
                .optional(
                    "entries", .references, "the entries to remove from the maps and lists in `name`",
                    default: "the whole values"),
            ]),
        Element(
            "handle", "Runs a handler, and waits until it has finished.",
            [.required("handler", .name, "the handler")], children: ["pass", "take", "on"]),
        Element(
            "pass", "Passes a value to a port of a handler, or to an input of a sub-flow.",
            [
                .required("name", .name, "the port or input"),
                .optional("from", .name, "the value", default: sourceFallback), .optional("value", .text, "a literal"),
            ], [oneSource]),
        Element(
            "take", "Stores an output of a handler, or a value of a sub-flow, in a value of the flow.",
            [
                .required("name", .name, "the output of the handler, or the value of the sub-flow"),
                .required("into", .name, "the value that stores it"),
            ]),
        Element(
            "notify", "Sends the host a notification.",
            [.required("name", .name, "the notification's name"), when("the flow sends it")], children: ["show"]),
        Element("count", "Adds one to a counter.", [.required("counter", .name, "the counter")]),
        Element(
            "reset", "Sets counters to zero, or resets the attempts of nodes.",
            [
                .optional("counter", .names, "the counters"),
                .optional("attempts", .names, "the nodes whose counts of attempts begin again"),
            ], [.exactlyOne(["counter", "attempts"])]),
        Element(
            "error", "Sets the pending error.",
            [.required("type", .name, "the error's type"), .optional("message", .text, "a text for people")]),
        Element(
            "go", "A branch to another node.",
            [.required("to", .name, "the target node"), when("the flow takes the branch")],
            children: statementNames),
        Element(
            "otherwise", "The branch that the flow takes if no `go` applies.",
            [.required("to", .name, "the target node")], children: statementNames),
    ]

    static let presentation: [Element] = [
        Element(
            "ask", "Asks the host for a parameter.",
            [
                .required("name", .name, "the parameter, and the value that stores the answer"),
                .optional(
                    "into", .name,
                    """
                    another value that stores the answer; \
                    needed if a value of the parameter's name has another type
                    """, default: "`name`"),
                .optional(
                    "type", valueType, "as for `input`",
                    default:
                        """
                        the type of the declared value that stores the answer; \
                        otherwise `choice` if the `ask` has `of`; otherwise `text`
                        """),
                .optional("length", .number, "as for `input`", default: "any"),
                .optional("of", .names, "the words of a choice; the flow refuses other words", default: "any"),
                .optional("ignore-case", .boolean, "as for `input`", default: "`false`"),
                .optional("pattern", .text, "as for `input`", default: "any"),
                .optional(
                    "offered", .name,
                    """
                    a value of type `list`. The flow accepts only words that are in this list at the time of the \
                    step. The list must be present on every path (`missing-value`). If it shares no word with \
                    `of`, the flow accepts no answer
                    """, default: "all words of `of`, or any text"),
                .optional(
                    "meant", .name,
                    """
                    a value that stores the word as spelled in `of`, or in `offered` if there is no `of`. \
                    The value of the `ask` itself keeps the host's spelling
                    """, default: "none"),
                .optional(
                    "required", .boolean, "`false`: the host may omit the parameter; the value is then absent",
                    default: "`true`"),
                swiftName("the answer", from: "`name`"),
            ]),
        Element(
            "show", "A parameter that the host receives with a step, an end or a notification.",
            [
                .required("name", .name, "the parameter's name"),
                .optional("from", .name, "the value", default: sourceFallback),
                .optional("value", .text, "a literal text"),
                .optional("else", .name, "the value to show if `from` is absent", default: "none"),
                .optional("disclose", .boolean, "`true`: show a secret on purpose", default: "`false`"),
                swiftName("the property", from: "`name`"),
            ], [oneSource, noElseOfLiteral]),
        Element(
            "send", "Sets a key of requests.",
            [
                .required(
                    "name", .key, "the key. A name that ends in `*` spreads a map: each entry becomes a key"),
                .optional(
                    "from", .name, "the value; if it is absent, the request does not contain the key",
                    default: sourceFallback),
                .optional(
                    "value", .text,
                    """
                    a literal: the words of a list, `true` or `false` for a flag, digits for a number, \
                    otherwise text
                    """),
                .optional("else", .name, "the value to send if `from` is absent", default: "none"),
                when("the key is sent"),
            ], [oneSource, noElseOfLiteral]),
        Element(
            "receive", "Stores an output of a reply in a value of the flow.",
            [
                .required("name", .name, "the output"), .required("into", .name, "the value that stores it"),
                .optional(
                    "required", .boolean,
                    """
                    `true`: a reply that lacks the output is `invalid`, if the service description says that such a \
                    reply contains the output
                    """, default: "`false`"),
            ]),
        Element(
            "omit", "Removes keys that an outer scope sends.", [.required("name", .keys, "the keys")]),
        Element(
            "answer", "Answers a pending challenge from a step.",
            [
                .required("challenge", .name, "the challenge"),
                .optional("requires", .names, "the outputs that a success must contain", default: "none"),
            ], children: ["send", "omit", "receive", "on"]),
    ]
}
