import FlowSyntax

/// What an attribute of an element is to the checks of names.
enum AttributeRole: Sendable {
    /// Its value, or each word of it, names something that must exist.
    case reference
    /// The same where the element has `inherit`; otherwise it declares a name.
    case referenceIfInherited
    /// The same where the value is a name, not a number.
    case referenceUnlessNumber
    /// A guard: the names in it must exist.
    case condition
    /// The words of a choice where the node asks for one; otherwise it declares them.
    case wordsOfChoice
    /// A word of a choice, if the value named by another attribute is one.
    case wordIfChoice(of: AttributeName)
    /// It declares a name.
    case declares
    /// It is told to the host or the service as it stands.
    case told
    /// It is one of a few words, a number, a text or a path into JSON; the structural checks see to its form.
    case literal
}

/// The roles of all attributes of the grammars, element by element.
enum ReferenceTable {
    typealias Roles = [AttributeName: AttributeRole]

    static func role(_ attribute: AttributeName, of element: ElementName, in kind: DocumentKind) -> AttributeRole? {
        switch kind {
        case .flow: flow[element]?[attribute]
        case .service: service[element]?[attribute]
        case .scenario: scenario[element]?[attribute]
        }
    }

    private static let typed: Roles = [
        .type: .literal, .length: .literal, .of: .declares, .ignoreCase: .literal, .pattern: .literal,
        .required: .literal,
    ]
    private static let place: Roles = [
        .type: .literal, .encoding: .literal, .prefix: .literal, .at: .literal, .required: .literal,
    ]
    private static let form: Roles = [.of: .declares, .pattern: .literal, .length: .literal]
    private static let source: Roles = [.from: .reference, .value: .told, .else: .reference]

    static let flow: [ElementName: Roles] = [
        .flow: [
            .name: .declares, .service: .reference, .extends: .reference, .start: .reference, .version: .told,
            .abstract: .literal, .within: .referenceUnlessNumber, .happyPath: .reference, .swiftName: .literal,
        ],
        .import: [.file: .reference],
        .substitute: [.operation: .reference, .with: .reference],
        .remove: [.node: .reference, .input: .reference],
        .command: [.name: .declares, .error: .literal, .swiftName: .literal],
        .input: typed + [
            .name: .declares, .default: .wordIfChoice(of: .name), .constant: .literal, .swiftName: .literal,
        ],
        .value: typed + [.name: .declares],
        .fact: [.name: .declares],
        .counter: [.name: .declares],
        .handler: [.name: .declares],
        .needs: [.name: .declares, .type: .literal, .required: .literal],
        .gives: [.name: .declares, .type: .literal, .required: .literal],
        .fails: [.name: .declares],
        .derive: [.name: .reference, .handler: .reference, .when: .condition],
        .class: [.name: .told, .errors: .reference],
        .set: source + [.name: .reference, .value: .wordIfChoice(of: .name), .when: .condition],
        .merge: [.name: .reference, .from: .reference, .when: .condition],
        .clear: [.name: .reference, .entries: .told],
        .handle: [.handler: .reference],
        .pass: source + [.name: .reference],
        .take: [.name: .reference, .into: .reference],
        .notify: [.name: .told, .when: .condition],
        .count: [.counter: .reference],
        .reset: [.counter: .reference, .attempts: .reference],
        .error: [.type: .declares, .message: .told],
        .go: [.to: .reference, .when: .condition],
        .otherwise: [.to: .reference],
        .ask: typed + [
            .name: .declares, .into: .declares, .offered: .reference, .meant: .reference, .swiftName: .literal,
        ],
        .show: source + [.name: .told, .disclose: .literal, .swiftName: .literal],
        .send: source + [.name: .reference, .when: .condition],
        .receive: [.name: .reference, .into: .reference, .required: .literal],
        .omit: [.name: .reference],
        .answer: [.challenge: .reference, .requires: .reference],
        .challenge: [
            .name: .reference, .id: .referenceIfInherited, .as: .reference, .present: .told, .requires: .reference,
            .inherit: .literal, .swiftName: .literal,
        ],
        .call: [
            .id: .referenceIfInherited, .operation: .reference, .service: .reference, .variant: .reference,
            .present: .told,
            .requires: .reference, .inherit: .literal, .swiftName: .literal,
        ],
        .step: [.id: .referenceIfInherited, .present: .told, .inherit: .literal, .swiftName: .literal],
        .choice: [.id: .referenceIfInherited, .inherit: .literal],
        .use: [.id: .referenceIfInherited, .flow: .reference, .inherit: .literal],
        .end: [
            .id: .referenceIfInherited, .outcome: .declares, .present: .told, .inherit: .literal, .swiftName: .literal,
        ],
        .group: [.id: .declares, .within: .referenceUnlessNumber],
        .on: [
            .event: .reference, .error: .reference, .challenge: .reference, .select: .wordsOfChoice,
            .failure: .reference, .outcome: .reference, .when: .condition, .keepError: .literal,
            .after: .referenceUnlessNumber, .to: .reference, .retry: .literal, .present: .told,
            .otherwise: .reference, .restart: .reference, .keep: .reference, .refuse: .told, .attempts: .literal,
            .then: .reference, .left: .declares, .counter: .reference,
        ],
        .never: [.end: .reference, .unlessBefore: .reference],
        .always: [.event: .reference],
        .reachable: [.end: .reference],
        .round: [.challenge: .reference, .tries: .literal],
    ]

    static let service: [ElementName: Roles] = [
        .service: [
            .name: .declares, .answer: .reference, .sessionAtLeast: .literal, .sessionAtMost: .literal,
        ],
        .reply: [.name: .declares, .challenge: .literal, .parameters: .literal, .success: .literal],
        .output: place + [.name: .declares, .of: .declares, .with: .literal, .grants: .declares],
        .input: place + form + [.name: .declares, .variant: .literal, .begins: .declares],
        .operation: [
            .name: .declares, .reply: .reference, .errors: .reference, .responses: .literal, .proves: .declares,
        ],
        .variant: [.name: .declares, .proves: .declares],
        .challenge: [.name: .declares, .proves: .declares, .adds: .reference],
        .parameter: place + [.name: .declares, .of: .declares],
        .response: place + form + [.name: .declares],
        .brings: [.challenge: .reference, .success: .literal],
        .errors: [.names: .declares],
    ]

    /// Of a scenario only what names another part of its file; the rest is compared with what the flow does when it runs.
    static let scenario: [ElementName: Roles] = [
        .scenarios: [.flow: .reference],
        .define: [.name: .declares],
        .scenario: [.name: .declares, .after: .reference, .rows: .told, .traces: .told],
        .handler: [.name: .told, .failure: .told],
        .start: [.use: .reference],
        .submit: [.use: .reference],
        .select: [.value: .told],
        .event: [.name: .told, .use: .literal],
        .reply: [.use: .reference],
        .error: [.type: .told, .message: .told],
        .call: [.operation: .told, .use: .reference],
        .present: [.step: .told, .error: .told, .class: .told, .use: .reference],
        .notify: [.name: .told, .use: .reference],
        .end: [.outcome: .told, .error: .told, .class: .told, .use: .reference],
        .refused: [.code: .told, .parameter: .told],
    ]
}

extension Dictionary where Key == AttributeName, Value == AttributeRole {
    /// Both; the right one counts where both have a key.
    static func + (left: Self, right: Self) -> Self { left.merging(right) { _, new in new } }
}
