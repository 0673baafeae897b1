extension Vocabulary {
    /// The rules of service descriptions, in the order of `grammar/service.rnc`.
    static let service = Vocabulary(
        .service,
        [
            ElementRule(
                .service,
                [
                    .required(.name, .name), .optional(.answer, .name), .optional(.sessionAtLeast, .number),
                    .optional(.sessionAtMost, .number),
                ], children: [.doc, .reply, .operation, .challenge, .errors]),
            ElementRule(.doc, hasText: true),
            ElementRule(
                .reply,
                [
                    .required(.name, .name), .optional(.challenge, .nonEmpty), .optional(.parameters, .nonEmpty),
                    .optional(.success, .nonEmpty),
                ], children: [.doc, .output]),
            ElementRule(
                .output,
                [.required(.name, .name)] + typed(.word(broughtTypes)) + [
                    .optional(.of, .names), .optional(.grants, .name),
                    .optional(.with, .words(["success", "challenge"])),
                ]),
            ElementRule(
                .input,
                [.required(.name, .key)] + typed(keyType) + form + [
                    .optional(.variant, .boolean), .optional(.begins, .names),
                ]),
            ElementRule(
                .operation,
                [
                    .required(.name, .name), .optional(.reply, .name), .optional(.errors, .names),
                    .optional(.responses, .nonEmpty), .optional(.proves, .name),
                ], children: [.doc, .input, .output, .variant]),
            ElementRule(
                .variant, [.required(.name, .token), .optional(.proves, .name)], children: [.doc, .input, .brings]),
            ElementRule(
                .challenge, [.required(.name, .name), .optional(.proves, .name), .optional(.adds, .names)],
                children: [.doc, .parameter, .response, .brings]),
            ElementRule(.parameter, [.required(.name, .key)] + typed(.word(broughtTypes)) + [.optional(.of, .names)]),
            ElementRule(.response, [.required(.name, .key)] + typed(keyType) + form),
            ElementRule(
                .brings, [.optional(.challenge, .names), .optional(.success, .boolean)],
                [.exactlyOne([.challenge, .success])]),
            ElementRule(.errors, [.required(.names, .names)]),
        ]
    )

    /// The types of values that a service returns.
    static let broughtTypes = ["text", "secret", "digits", "choice", "list", "map", "bytes", "session", "flag"]

    /// Returns the rules of the attributes that describe a typed value.
    private static func typed(_ type: ValueKind) -> [AttributeRule] {
        [
            .optional(.type, type), .optional(.encoding, .word(["json", "csv"])), .optional(.prefix, .text),
            .optional(.at, .nonEmpty), .optional(.required, .boolean),
        ]
    }

    /// The types of values that a request sends; unlike replies, requests can contain numbers.
    private static let keyType = ValueKind.word(broughtTypes + ["number"])

    private static let form: [AttributeRule] = [
        .optional(.of, .names), .optional(.pattern, .text), .optional(.length, .number),
    ]
}
