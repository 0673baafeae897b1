/// The elements of scenario files, in the order of the reference.
enum ScenarioElements {
    typealias Element = Language.Element
    typealias Attribute = Language.Attribute

    static let all: [Element] = frame + lines

    private static let lines: [Element] = input + expectations
    private static let lineNames: [String] = lines.map(\.name)

    private static let frame: [Element] =
        [
            Element(
                "scenarios", "The root of a scenario file.",
                [.required("flow", .nonEmpty, "the path of the flow, relative to this file")],
                children: ["doc", "define", "scenario"]),
            Element("doc", "A comment for people who read the file.", hasText: true),
            Element(
                "define", "Names a JSON text, to which lines refer with `use`.",
                [.required("name", .name, "the text's name")], hasText: true),
            Element(
                "scenario", "One conversation.",
                [
                    .required("name", .name, "the scenario's name"),
                    .optional("after", .name, "the scenario that this one continues", default: "none"),
                    .optional(
                        "rows", .references, "the rows of the transition lists that the scenario covers",
                        default: "none"),
                    .optional(
                        "traces", .references, "the recorded conversations that the scenario replays",
                        default: "none"),
                ], children: ["doc"] + lineNames),
        ]

    private static let use = Attribute.optional(
        "use", .name, "the definition that contains the text", default: "the element's own text")

    private static let input: [Element] = [
        Element(
            "handler", "Sets what a handler returns in this scenario.",
            [
                .required("name", .name, "the handler"),
                .optional("failure", .name, "the failure that the handler reports", default: "none"),
            ], hasText: true),
        Element("start", "The host starts the flow with these parameters.", [use], hasText: true),
        Element("submit", "The host answers the step with these parameters.", [use], hasText: true),
        Element(
            "select", "The host answers the step's choice with a word.", [.required("value", .text, "the word")]),
        Element(
            "event", "The host sends a command.", [.required("name", .name, "the command"), use], hasText: true),
        Element("back", "The host sends the event `back`."),
        Element("cancel", "The host cancels the sign-in."),
        Element("timeout", "The time limit of the step expires."),
        Element("reply", "The service's reply, as the flow reads it.", [use], hasText: true),
        Element(
            "error", "The service returns an error.",
            [
                .required("type", .name, "the error's type"),
                .optional("message", .text, "the error's message", default: "empty"),
            ]),
    ]

    private static let pendingError: [Attribute] = [
        .optional("error", .name, "the type of the pending error", default: "no error is pending"),
        .optional("class", .name, "the class of the pending error"), use,
    ]

    private static let expectations: [Element] = [
        Element(
            "call", "The flow sends this request.", [.required("operation", .token, "the operation"), use],
            hasText: true),
        Element(
            "present", "The flow presents a step with these parameters.",
            [
                .required("step", .name, "the step"),
                .optional("within", .number, "the seconds that the host has for the step", default: "not checked"),
            ] + pendingError, hasText: true),
        Element(
            "notify", "The flow sends a notification with these parameters.",
            [.required("name", .name, "the notification"), use], hasText: true),
        Element(
            "end", "The flow ends with these parameters.",
            [.required("outcome", .name, "the outcome")] + pendingError, hasText: true),
        Element(
            "refused", "The flow refuses the event of the preceding line.",
            [
                .required("code", .name, "the code of the refusal"),
                .optional("parameter", .name, "the parameter or event that the refusal names"),
            ]),
    ]
}
