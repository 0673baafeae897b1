/// The elements of service descriptions, in the order of the reference.
enum ServiceElements {
    typealias Element = Language.Element
    typealias Attribute = Language.Attribute

    static let all: [Element] = forms + requests

    static let receivedTypes = ["text", "secret", "digits", "choice", "list", "map", "bytes", "session", "flag"]
    /// The types of values that a request sends; unlike replies, requests can contain numbers.
    private static let sentTypes = receivedTypes + ["number"]

    private static let forms: [Element] = [
        Element(
            "service", "The root of a service description.",
            [
                .required("name", .name, "the service's name"),
                .optional(
                    "answer", .name, "the operation that answers challenges; optional if no flow answers a challenge"),
                .optional(
                    "session-at-least", .number,
                    """
                    the shortest time, in seconds, that the service can be configured to keep a session. If \
                    `session-at-most` is missing, this is also the longest time. Otherwise, it only informs readers
                    """),
                .optional(
                    "session-at-most", .number,
                    """
                    the longest time, in seconds, that the service can be configured to keep a session. If a node \
                    presents a step with a longer time limit and then sends the session, the compiler reports \
                    `late-timeout`
                    """),
            ], children: ["doc", "reply", "operation", "challenge", "errors"]),
        Element("doc", "Describes the element that contains it.", hasText: true),
        Element(
            "reply", "The form of a reply, which says where to find challenges, values and success.",
            [
                .required("name", .name, "the form's name"),
                .optional(
                    "challenge", .nonEmpty,
                    "the path of the challenge's name; without this path, replies of this form contain no challenges"),
                .optional("parameters", .nonEmpty, "the path of the object with the challenge's parameters"),
                .optional(
                    "success", .nonEmpty,
                    """
                    the path of a member that indicates success. Any value except null does, even `false`. Without \
                    this path, every reply that contains no challenge is a success
                    """),
            ], children: ["doc", "output"]),
        Element(
            "output", "A value that a reply can contain.",
            received(.required("name", .name, "the output's name in flows"), at: "the output's path in the reply") + [
                .optional(
                    "of", .names,
                    """
                    the possible words of the output, or of each item of a list. If a flow compares the output with \
                    another word, the compiler reports `unknown-word`
                    """, default: "anything"),
                .optional(
                    "grants", .name,
                    """
                    what the output grants to its holder, such as `tokens`. A flow may show the output only \
                    [after a proof](Language.md#assertions-of-every-flow)
                    """, default: "nothing"),
                .optional(
                    "with", .words(["success", "challenge"]),
                    "the replies that contain the output: `success`, `challenge` or both", default: "see below"),
            ]),
        Element(
            "input", "A key of a request.",
            sent("the key's name") + [
                .optional(
                    "variant", .boolean,
                    """
                    `true`: the key chooses the variant. In the answer operation, this key contains the name of the \
                    challenge. The answer operation needs such a key if the description has several challenges \
                    and one of them has `proves` or `brings`
                    """, default: "`false`"),
                .optional(
                    "begins", .names,
                    """
                    a list of words. A request that sends one of them begins a custom sign-in with the \
                    [round](Language.md#round) of that name
                    """, default: "none"),
            ]),
    ]

    private static let requests: [Element] = [
        Element(
            "operation", "A request that the service accepts.",
            [
                .required("name", .name, "the operation's name"),
                .optional(
                    "reply", .name,
                    """
                    the form of the operation's replies; without this attribute, the operation's own `output`s form \
                    the reply
                    """),
                .optional(
                    "errors", .names,
                    "the errors that the operation can return; each must be in an `errors` element"),
                .optional(
                    "responses", .nonEmpty,
                    """
                    only for the answer operation, and for an operation that replaces it: the path of the object that \
                    contains the responses to a challenge
                    """),
                .optional(
                    "proves", .name, "what a reply that is not an error [proves](#challenge) about the user"),
            ], children: ["doc", "input", "output", "variant"]),
        Element(
            "variant", "A way to call an operation.",
            [
                .required("name", .token, "the variant's name"),
                .optional("proves", .name, "as for `operation`"),
            ], children: ["doc", "input", "brings"]),
        Element(
            "challenge", "A challenge that the service can return.",
            [
                .required("name", .name, "the challenge's name in replies"),
                .optional(
                    "proves", .name,
                    "what an accepted answer proves about the user, in a word that you choose, such as `phone`"),
                .optional(
                    "adds", .names,
                    """
                    challenges that the service adds by itself in a custom sign-in, after a \
                    [round](Language.md#round) with this challenge
                    """),
            ], children: ["doc", "parameter", "response", "brings"]),
        Element(
            "parameter", "A value that comes with a challenge.",
            received(
                .required("name", .key, "the parameter's name in flows"),
                at: "the parameter's path in the object of parameters")
                + [.optional("of", .names, "the possible words of the parameter, or of each item of a list")]),
        Element("response", "A key of the answer to a challenge.", sent("the key's name")),
        Element(
            "brings", "Lists the replies that can follow a variant, or the answer to a challenge.",
            [
                .optional("challenge", .names, "the challenges that can follow"),
                .optional("success", .boolean, "`true`: a success can follow"),
            ], [.exactlyOne(["challenge", "success"])]),
        Element("errors", "Lists all errors of the service.", [.required("names", .names, "the errors")]),
    ]

    /// Returns the attribute `name` and the others of a value in a reply. `path` is the meaning of the attribute `at`.
    private static func received(_ name: Attribute, at path: String) -> [Attribute] {
        [
            name,
            .optional("type", .word(receivedTypes), "any [type](Language.md#types) but `seconds`", default: "`text`"),
            .optional(
                "encoding", .word(["json", "csv"]),
                """
                `json`: the reply contains the list or map as a string of JSON. `csv`: it contains the list as a \
                string of items, separated by commas
                """, default: "none"),
            .optional(
                "prefix", .text,
                "a prefix that the runtime removes from each item of a list and each key of a map", default: "none"),
            .optional("at", .nonEmpty, path, default: "the name"),
            .optional(
                "required", .boolean,
                """
                `true`: the service always includes the value. This attribute only informs readers. To ensure that a \
                reply contains the value, use `requires` in the flow
                """, default: "`false`"),
        ]
    }

    /// Returns the attributes of a key that a request sends. `name` is the meaning of the attribute `name`.
    private static func sent(_ name: String) -> [Attribute] {
        [
            .required("name", .key, name),
            .optional(
                "type", .word(sentTypes),
                """
                as for `output`, or `number`, which the runtime sends as a JSON number, or as a string if the text is \
                not one
                """, default: "`text`"),
            .optional(
                "encoding", .word(["json", "csv"]),
                """
                `json`: the request contains the list or map as a string of JSON. `csv`: it contains the list as a \
                string of items, separated by commas
                """, default: "none"),
            .optional(
                "prefix", .text,
                "a prefix that the runtime adds to each item of a list and each key of a map", default: "none"),
            .optional("at", .nonEmpty, "the key's path in the request", default: "the name"),
            .optional(
                "required", .boolean,
                """
                `true`: a flow must send the key, by itself or in a map that the host must pass, with a value that is \
                present on every path
                """, default: "`false`"),
            .optional(
                "of", .names, "the words that the service accepts; in a list, each item must be one of them",
                default: "anything"),
            .optional("pattern", .text, "a regular expression that the whole text must match", default: "anything"),
            .optional("length", .number, "the number of characters that the service accepts", default: "any"),
        ]
    }
}
