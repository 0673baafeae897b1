/// The elements of flow files, in the order of the reference.
enum FlowElements {
    typealias Element = Language.Element
    typealias Attribute = Language.Attribute

    static let all = frame + data + statements + presentation + nodes + transitions + rounds

    static let valueType = ValueKind.word(ServiceElements.receivedTypes + ["seconds"])
    static let nodeNames = ["challenge", "call", "step", "choice", "use", "end"]
    static let statementNames = ["set", "merge", "clear", "handle", "notify", "count", "reset", "error"]
    static let body =
        statementNames + ["go", "otherwise", "ask", "show", "send", "receive", "omit", "on", "doc"]
    static let inherit = Attribute.optional("inherit", .word(["extend", "replace"]), "see [Styles](#styles)")
    static let oneSource = AttributeConstraint.exactlyOne(["from", "value"])
    /// A literal is never absent, so `else` would have no effect.
    static let noElseOfLiteral = AttributeConstraint.atMostOne(["value", "else"])
    static let sourceFallback = "one of `from` and `value` is required"

    /// Returns the attribute `swift-name` of a thing. By default, the Swift name is derived from `source`.
    static func swiftName(_ thing: String, from source: String) -> Attribute {
        .optional(
            "swift-name", .swiftName, "the name of \(thing) in [generated Swift](GeneratedSwift.md#names)",
            default: "from \(source)")
    }

    /// Returns the attribute `when`. `effect` says what depends on the guard, as in "the key is sent".
    static func when(_ effect: String) -> Attribute {
        .optional("when", .nonEmpty, "\(effect) only if this [guard](#guards) holds", default: "always")
    }

    private static let frame: [Element] = [
        Element(
            "flow", "The root of a flow file.",
            [
                .required("name", .name, "the flow's name; `use` refers to it"),
                .optional(
                    "service", .paths,
                    "the paths of the [service descriptions](#several-services), relative to this file; usually one",
                    default: "the base flow's, or else, for a sub-flow, those of the compiled flow"),
                .optional("extends", .nonEmpty, "the path of the base flow; see [Styles](#styles)", default: "none"),
                .optional("start", .name, "the node that the event `start` leads to", default: "the base flow's"),
                .optional(
                    "happy-path", .names,
                    """
                    the nodes that most users pass, in order, and the end to which they lead; \
                    only [diagrams](Diagrams.md#cards) show this path
                    """, default: "the base flow's"),
                .optional(
                    "version", .token,
                    "a word that the table contains, so that the host knows which version of the flow it runs",
                    default: "empty"),
                .optional(
                    "abstract", .boolean, "`true`: the flow can be extended but not run", default: "`false`"),
                .optional(
                    "within", .nameOrSeconds,
                    """
                    the time limit of all steps together: a number of seconds, or a value of type `seconds`; \
                    see [Limits of time](#limits-of-time)
                    """,
                    default: "no limit"),
                swiftName("the type", from: "`name`"),
            ],
            children: nodeNames + [
                "doc", "import", "data", "handler", "derive", "class", "command", "substitute", "remove", "group",
                "ask", "send", "receive", "omit", "on", "never", "always", "reachable", "rounds",
            ]),
        Element("doc", "Describes the element that contains it.", hasText: true),
        Element(
            "import", "Imports another flow, with its handlers and classes.",
            [.required("file", .nonEmpty, "the path of the flow, relative to this file")]),
        Element(
            "substitute", "Replaces an operation in all requests of the flow.",
            [
                .required("operation", .name, "the operation to replace"),
                .required("with", .name, "the operation to call instead"),
            ]),
        Element(
            "remove", "Removes inherited nodes or inputs.",
            [
                .optional("node", .names, "the nodes to remove"), .optional("input", .names, "the inputs to remove"),
            ], [.exactlyOne(["node", "input"])]),
        Element(
            "command", "Declares a command: an event that the host can send.",
            [
                .required("name", .name, "the command's name, which must not be that of a built-in event"),
                .optional(
                    "error", .boolean, "`true`: the host may send an error with the command", default: "`false`"),
                swiftName("the function", from: "`name`"),
            ], children: ["doc"], once: ["doc"]),
    ]

    private static let data: [Element] = [
        Element(
            "data", "Contains the declarations of inputs, values, facts and counters.",
            children: ["input", "value", "fact", "counter"]),
        Element(
            "input", "A value that the host passes with `start`, or that a `use` passes to a sub-flow.",
            [
                .required("name", .name, "the name, for the host and in the flow"),
                .optional("type", valueType, "see [Types](#types)", default: "`text`"),
                .optional("length", .number, "the number of characters (Unicode scalars)", default: "any"),
                .optional("of", .names, "the words of a choice", default: "any"),
                .optional(
                    "ignore-case", .boolean,
                    "`true`: comparisons ignore the case of ASCII letters; the stored text keeps its case",
                    default: "`false`"),
                .optional(
                    "pattern", .text, "a regular expression that the whole text must match", default: "any"),
                .optional(
                    "required", .boolean,
                    """
                    `true`: the flow refuses an empty text or list and, unless the input has a `default`, a `start` \
                    without the value
                    """, default: "`false`"),
                .optional(
                    "default", .text,
                    """
                    the value if the host does not pass the input. It must fit `type`, `of`, `length` and \
                    `pattern`. A map cannot have a default
                    """, default: "absent"),
                .optional(
                    "constant", .boolean,
                    """
                    `true`: the value is configuration. It survives every `restart`, and a later `start` can omit it
                    """, default: "`false`"),
                swiftName("the property", from: "`name`"),
            ]),
        Element(
            "value", "A value that the flow itself sets.",
            [
                .required("name", .name, "the name in the flow"),
                .optional("type", valueType, "see [Types](#types)", default: "`text`"),
                .optional("length", .number, "the number of characters (Unicode scalars)", default: "any"),
                .optional("of", .names, "the words of a choice", default: "any"),
                .optional(
                    "ignore-case", .boolean,
                    "`true`: comparisons ignore the case of ASCII letters; the stored text keeps its case",
                    default: "`false`"),
                .optional("pattern", .text, "a regular expression that the whole text matches", default: "any"),
            ]),
        Element(
            "fact", "Declares facts about the host, each true or false.",
            [.required("name", .names, "the names of the facts")]),
        Element(
            "counter", "Declares counters, which hold numbers from 0 to 255.",
            [.required("name", .names, "the names of the counters")]),
        Element(
            "handler", "Declares a handler, with its ports and failures.",
            [.required("name", .name, "the handler's name, under which the host registers it")],
            children: ["doc", "needs", "gives", "fails"]),
        Element("needs", "Declares inputs of a handler.", ports),
        Element("gives", "Declares outputs of a handler, which are also values of the flow.", ports),
        Element(
            "fails", "Declares the failures that a handler can report.",
            [.required("name", .names, "the names of the failures")]),
        Element(
            "derive", "Computes a value immediately before each request that sends it.",
            [
                .required("name", .name, "the value"), .required("handler", .name, "the handler that computes it"),
                when("the handler runs"),
            ], children: ["pass", "take"]),
        Element(
            "class", "Groups error types for the host.",
            [
                .required("name", .name, "the name that the host receives together with the error"),
                .required("errors", .namesOrStar, "the types of error in the class. `*`: all other types"),
            ]),
    ]

    private static let ports: [Attribute] = [
        .required("name", .names, "the names of the ports"),
        .optional("type", valueType, "the [type](#types) of each port", default: "`text`"),
        .optional("required", .boolean, "`false`: the ports may be absent", default: "`true`"),
    ]
}
