extension Vocabulary {
    /// The rules of flow files, in the order of `grammar/flow.rnc`.
    static let flow = Vocabulary(
        .flow, flowFrame + flowData + flowStatements + flowNodes + flowTransitions + flowRounds)

    private static let valueType = ValueKind.word(broughtTypes + ["seconds"])
    private static let nodes: [ElementName] = [.challenge, .call, .step, .choice, .use, .end]
    private static let statements: [ElementName] = [.set, .merge, .clear, .handle, .notify, .count, .reset, .error]
    private static let body: [ElementName] =
        statements + [.go, .otherwise, .ask, .show, .send, .receive, .omit, .on, .doc]
    private static let inherit = AttributeRule.optional(.inherit, .word(["extend", "replace"]))
    private static let swiftName = AttributeRule.optional(.swiftName, .swiftName)
    private static let constraints: [AttributeRule] = [
        .optional(.length, .number), .optional(.of, .names), .optional(.ignoreCase, .boolean),
        .optional(.pattern, .text),
    ]
    private static let source: [AttributeRule] = [.optional(.from, .name), .optional(.value, .text)]
    private static let oneSource = AttributeConstraint.exactlyOne([.from, .value])

    private static let flowFrame: [ElementRule] = [
        ElementRule(
            .flow,
            [
                .required(.name, .name), .optional(.service, .paths), .optional(.extends, .nonEmpty),
                .optional(.start, .name), .optional(.happyPath, .names), .optional(.version, .token),
                .optional(.abstract, .boolean), .optional(.within, .nameOrSeconds), swiftName,
            ],
            children: nodes + [
                .doc, .import, .data, .handler, .derive, .class, .command, .substitute, .remove, .group, .ask, .send,
                .receive, .omit, .on, .never, .always, .reachable, .rounds,
            ]),
        ElementRule(.doc, hasText: true),
        ElementRule(.import, [.required(.file, .nonEmpty)]),
        ElementRule(.substitute, [.required(.operation, .name), .required(.with, .name)]),
        ElementRule(.remove, [.optional(.node, .names), .optional(.input, .names)], [.exactlyOne([.node, .input])]),
        ElementRule(
            .command, [.required(.name, .name), .optional(.error, .boolean), swiftName], children: [.doc],
            once: [.doc]),
    ]

    private static let flowData: [ElementRule] = [
        ElementRule(.data, children: [.input, .value, .fact, .counter]),
        ElementRule(
            .input,
            [.required(.name, .name), .optional(.type, valueType)] + constraints + [
                .optional(.required, .boolean), .optional(.default, .text), .optional(.constant, .boolean),
                swiftName,
            ]),
        ElementRule(.value, [.required(.name, .name), .optional(.type, valueType)] + constraints),
        ElementRule(.fact, [.required(.name, .names)]),
        ElementRule(.counter, [.required(.name, .names)]),
        ElementRule(.handler, [.required(.name, .name)], children: [.doc, .needs, .gives, .fails]),
        ElementRule(
            .needs, [.required(.name, .names), .optional(.type, valueType), .optional(.required, .boolean)]),
        ElementRule(
            .gives, [.required(.name, .names), .optional(.type, valueType), .optional(.required, .boolean)]),
        ElementRule(.fails, [.required(.name, .names)]),
        ElementRule(
            .derive, [.required(.name, .name), .required(.handler, .name), .optional(.when, .nonEmpty)],
            children: [.pass, .take]),
        ElementRule(.class, [.required(.name, .name), .required(.errors, .namesOrStar)]),
    ]

    private static let flowStatements: [ElementRule] = [
        ElementRule(
            .set, [.required(.name, .name)] + source + [.optional(.else, .name), .optional(.when, .nonEmpty)],
            [oneSource]),
        ElementRule(
            .merge, [.required(.name, .name), .required(.from, .name), .optional(.when, .nonEmpty)]),
        ElementRule(.clear, [.required(.name, .names), .optional(.entries, .references)]),
        ElementRule(.handle, [.required(.handler, .name)], children: [.pass, .take, .on]),
        ElementRule(.pass, [.required(.name, .name)] + source, [oneSource]),
        ElementRule(.take, [.required(.name, .name), .required(.into, .name)]),
        ElementRule(.notify, [.required(.name, .name), .optional(.when, .nonEmpty)], children: [.show]),
        ElementRule(.count, [.required(.counter, .name)]),
        ElementRule(
            .reset, [.optional(.counter, .names), .optional(.attempts, .names)], [.exactlyOne([.counter, .attempts])]),
        ElementRule(.error, [.required(.type, .name), .optional(.message, .text)]),
        ElementRule(.go, [.required(.to, .name), .optional(.when, .nonEmpty)], children: statements),
        ElementRule(.otherwise, [.required(.to, .name)], children: statements),
        ElementRule(
            .ask,
            [.required(.name, .name), .optional(.into, .name), .optional(.type, valueType)] + constraints + [
                .optional(.offered, .name), .optional(.meant, .name), .optional(.required, .boolean), swiftName,
            ]),
        ElementRule(
            .show,
            [.required(.name, .name)] + source + [
                .optional(.else, .name), .optional(.disclose, .boolean), swiftName,
            ],
            [oneSource]),
        ElementRule(
            .send, [.required(.name, .key)] + source + [.optional(.else, .name), .optional(.when, .nonEmpty)],
            [oneSource]),
        ElementRule(
            .receive, [.required(.name, .name), .required(.into, .name), .optional(.required, .boolean)]),
        ElementRule(.omit, [.required(.name, .keys)]),
        ElementRule(
            .answer, [.required(.challenge, .name), .optional(.requires, .names)],
            children: [.send, .omit, .receive, .on]),
    ]

    private static let flowNodes: [ElementRule] = [
        ElementRule(
            .challenge,
            [
                .required(.name, .nameOrStar), .optional(.id, .name), .optional(.as, .name),
                .optional(.present, .name), .optional(.requires, .names), swiftName, inherit,
            ], children: body),
        ElementRule(
            .call,
            [
                .required(.id, .name), .optional(.operation, .name), .optional(.service, .name),
                .optional(.variant, .token),
                .optional(.present, .name), .optional(.requires, .names), swiftName, inherit,
            ], children: body),
        ElementRule(
            .step, [.required(.id, .name), .optional(.present, .name), swiftName, inherit],
            children: body + [.answer]),
        ElementRule(.choice, [.required(.id, .name), inherit], children: statements + [.go, .otherwise, .doc]),
        ElementRule(
            .use, [.required(.id, .name), .required(.flow, .name), inherit], children: [.pass, .take, .on, .doc]),
        ElementRule(
            .end,
            [.required(.id, .name), .optional(.outcome, .name), .optional(.present, .name), swiftName, inherit],
            children: [.show, .on, .doc]),
        ElementRule(
            .group, [.optional(.id, .name), .optional(.within, .nameOrSeconds)],
            children: nodes + [.ask, .send, .receive, .omit, .on, .group, .doc]),
    ]

    private static let flowTransitions: [ElementRule] = [
        ElementRule(
            .on,
            [
                .optional(.event, .names), .optional(.error, .namesOrStar), .optional(.challenge, .namesOrStar),
                .optional(.select, .names), .optional(.failure, .namesOrStar), .optional(.outcome, .namesOrStar),
                .optional(.when, .nonEmpty), .optional(.keepError, .boolean), .optional(.after, .nameOrSeconds),
                .optional(.to, .name),
                .optional(.retry, .word(["here", "send", "compute", "last-step"])), .optional(.present, .name),
                .optional(.otherwise, .name), .optional(.restart, .name), .optional(.keep, .names),
                .optional(.refuse, .name), .optional(.attempts, .tries), .optional(.then, .name),
                .optional(.left, .name), .optional(.counter, .name),
            ],
            [
                .exactlyOne([.event, .error, .challenge, .select, .failure, .outcome]),
                .atMostOne([.to, .retry, .restart, .refuse]),
                .needs(.present, .retry), .needs(.otherwise, .retry), .needs(.keep, .restart),
                .needs(.attempts, .then), .needs(.then, .attempts), .needs(.left, .attempts),
                .needs(.counter, .attempts), .needsOne(.attempts, [.to, .retry, .restart]), .needs(.after, .event),
                .wordNeeds(.retry, "last-step", .otherwise),
                .wordExcludes(.retry, "last-step", .present), .wordExcludes(.retry, "send", .present),
                .wordExcludes(.retry, "compute", .present),
                .onlyWithWord(.retry, "last-step", .otherwise),
            ], children: statements),
        ElementRule(.never, [.required(.end, .name), .required(.unlessBefore, .passings)]),
        ElementRule(.always, [.required(.event, .names)]),
        ElementRule(.reachable, [.required(.end, .names)]),
    ]

    private static let flowRounds: [ElementRule] = [
        ElementRule(.rounds, children: [.doc, .round], needed: [.round]),
        ElementRule(.round, [.required(.challenge, .name), .optional(.tries, .word((1...9).map(String.init)))]),
    ]
}
