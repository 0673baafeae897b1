extension Vocabulary {
    /// The rules of scenario files, in the order of `grammar/scenario.rnc`.
    static let scenario = Vocabulary(
        .scenario,
        [
            ElementRule(.scenarios, [.required(.flow, .nonEmpty)], children: [.doc, .define, .scenario]),
            ElementRule(.doc, hasText: true),
            ElementRule(.define, [.required(.name, .name)], hasText: true),
            ElementRule(
                .scenario,
                [
                    .required(.name, .name), .optional(.after, .name), .optional(.rows, .references),
                    .optional(.traces, .references),
                ],
                children: [
                    .doc, .handler, .start, .submit, .select, .event, .back, .cancel, .timeout, .reply, .error, .call,
                    .present, .notify, .end, .refused,
                ]),
            ElementRule(.handler, [.required(.name, .name), .optional(.failure, .name)], hasText: true),
            ElementRule(.start, [use], hasText: true),
            ElementRule(.submit, [use], hasText: true),
            ElementRule(.select, [.required(.value, .text)]),
            ElementRule(.event, [.required(.name, .name), use], hasText: true),
            ElementRule(.back),
            ElementRule(.cancel),
            ElementRule(.timeout),
            ElementRule(.reply, [use], hasText: true),
            ElementRule(.error, [.required(.type, .name), .optional(.message, .text)]),
            ElementRule(.call, [.required(.operation, .token), use], hasText: true),
            ElementRule(.present, [.required(.step, .name)] + outcome, hasText: true),
            ElementRule(.notify, [.required(.name, .name), use], hasText: true),
            ElementRule(.end, [.required(.outcome, .name)] + outcome, hasText: true),
            ElementRule(.refused, [.required(.code, .name), .optional(.parameter, .name)]),
        ]
    )

    private static let use = AttributeRule.optional(.use, .name)
    private static let outcome: [AttributeRule] = [.optional(.error, .name), .optional(.class, .name), use]
}
