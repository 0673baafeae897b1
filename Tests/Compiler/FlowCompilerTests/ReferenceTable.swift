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

/// The roles of the attributes of the grammars, element by element, where they do not follow from the kinds of their values.
enum ReferenceTable {
    typealias Roles = [AttributeName: AttributeRole]

    static func role(_ attribute: AttributeName, of element: ElementName, in kind: DocumentKind) -> AttributeRole {
        let stated =
            switch kind {
            case .flow: flow[element]?[attribute]
            case .service: service[element]?[attribute]
            case .scenario: scenario[element]?[attribute]
            }
        let rule = Vocabulary.vocabulary(kind).rule(element)?.attributes.first { $0.name == attribute }
        return stated ?? rule.map { role(of: $0.kind) } ?? .literal
    }

    /// Names refer to something, unless the tables below state otherwise.
    private static func role(of kind: ValueKind) -> AttributeRole {
        switch kind {
        case .name, .nameOrStar, .names, .namesOrStar, .passings, .key, .keys, .token: .reference
        case .nameOrSeconds: .referenceUnlessNumber
        case .text, .nonEmpty, .number, .tries, .references, .paths, .swiftName, .word, .words: .literal
        }
    }

    static let flow: [ElementName: Roles] = [
        .flow: [.name: .declares, .service: .reference, .extends: .reference, .version: .told],
        .import: [.file: .reference],
        .command: [.name: .declares],
        .input: [.of: .declares, .name: .declares, .default: .wordIfChoice(of: .name)],
        .value: [.of: .declares, .name: .declares],
        .fact: [.name: .declares],
        .counter: [.name: .declares],
        .handler: [.name: .declares],
        .needs: [.name: .declares],
        .gives: [.name: .declares],
        .fails: [.name: .declares],
        .derive: [.when: .condition],
        .class: [.name: .told],
        .set: [.value: .wordIfChoice(of: .name), .when: .condition],
        .merge: [.when: .condition],
        .clear: [.entries: .told],
        .pass: [.value: .told],
        .notify: [.name: .told, .when: .condition],
        .error: [.type: .declares, .message: .told],
        .go: [.when: .condition],
        .ask: [.of: .declares, .name: .declares, .into: .declares],
        .show: [.value: .told, .name: .told],
        .send: [.value: .told, .when: .condition],
        .challenge: [.id: .referenceIfInherited, .present: .told],
        .call: [.id: .referenceIfInherited, .present: .told],
        .step: [.id: .referenceIfInherited, .present: .told],
        .choice: [.id: .referenceIfInherited],
        .use: [.id: .referenceIfInherited],
        .end: [.id: .referenceIfInherited, .outcome: .declares, .present: .told],
        .group: [.id: .declares],
        .on: [
            .select: .wordsOfChoice, .when: .condition, .present: .told, .refuse: .told, .left: .declares,
        ],
    ]

    static let service: [ElementName: Roles] = [
        .service: [.name: .declares],
        .reply: [.name: .declares],
        .output: [.name: .declares, .of: .declares, .grants: .declares],
        .input: [.of: .declares, .name: .declares, .begins: .declares],
        .operation: [.name: .declares, .proves: .declares],
        .variant: [.name: .declares, .proves: .declares],
        .challenge: [.name: .declares, .proves: .declares],
        .parameter: [.name: .declares, .of: .declares],
        .response: [.of: .declares, .name: .declares],
        .errors: [.names: .declares],
    ]

    /// Of a scenario only what names another part of its file; the rest is compared with what the flow does when it runs.
    static let scenario: [ElementName: Roles] = [
        .scenarios: [.flow: .reference],
        .define: [.name: .declares],
        .scenario: [.name: .declares, .rows: .told, .traces: .told],
        .handler: [.name: .told, .failure: .told],
        .select: [.value: .told],
        .event: [.name: .told, .use: .literal],
        .error: [.type: .told, .message: .told],
        .call: [.operation: .told],
        .present: [.step: .told, .error: .told, .class: .told],
        .notify: [.name: .told],
        .end: [.outcome: .told, .error: .told, .class: .told],
        .refused: [.code: .told, .parameter: .told],
    ]
}
