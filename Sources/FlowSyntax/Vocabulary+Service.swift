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
            ElementRule(.output, [.required(.name, .name)] + typed + [.optional(.grants, .name)]),
            ElementRule(
                .input, [.required(.name, .key)] + typed + [.optional(.variant, .boolean), .optional(.begins, .names)]),
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
            ElementRule(.parameter, [.required(.name, .key)] + typed),
            ElementRule(.response, [.required(.name, .key)] + typed),
            ElementRule(
                .brings, [.optional(.challenge, .names), .optional(.success, .boolean)],
                [.exactlyOne([.challenge, .success])]),
            ElementRule(.errors, [.required(.names, .names)]),
        ]
    )

    private static let typed: [AttributeRule] = [
        .optional(.type, valueType), .optional(.encoding, .word(["json", "csv"])), .optional(.prefix, .text),
        .optional(.at, .nonEmpty), .optional(.required, .boolean),
    ]
}
