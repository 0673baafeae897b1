package import FlowRuntime

/// The fields of a submitted form.
package struct FormAnswers: Sendable {
    /// The command whose button the user pressed; nil if the form has the answers to the step.
    package let command: String?
    /// Whether the form starts the flow.
    package let isStart: Bool
    /// The CSRF token.
    package let token: String
    /// The id of the step that the form belongs to; nil for a start.
    package let turn: String?
    private let fields: [(type: String, name: String, field: String, text: String)]

    /// Creates answers from the fields by name.
    package init(_ fields: [String: String]) {
        command = fields["command"]
        isStart = fields["start"] != nil
        token = fields["token"] ?? ""
        turn = fields["turn"]
        self.fields = fields.sorted { $0.key < $1.key }.compactMap { field, text in
            let parts = field.split(separator: ".", maxSplits: 2).map(String.init)
            return parts.count == 3 && parts[0] == "answer" ? (parts[1], parts[2], field, text) : nil
        }
    }

    /// The answers as the members of a JSON object.
    ///
    /// An empty field is absent, because a browser also sends the fields that the user left empty.
    package var json: JSONValue {
        var answers: JSONValue = .object([])
        for (type, name, _, text) in fields where !text.isEmpty {
            switch type {
            case "map":
                let path = name.split(separator: ".", maxSplits: 1).map(String.init)
                guard path.count == 2 else { continue }
                let entries = (answers[path[0]]?.members ?? []) + [JSONMember(path[1], .string(text))]
                answers.replace(path[0], .object(entries))
            case "list":
                answers.replace(name, .array(text.split(whereSeparator: \.isNewline).map { .string(String($0)) }))
            // The hidden field `box` of a checkbox precedes the checkbox in the order of names.
            case "box", "flag": answers.replace(name, .bool(text == "true"))
            default: answers.replace(name, .string(text))
            }
        }
        return answers
    }

    /// The texts to show again when the form was refused, by field. Secrets and codes are not among them.
    package var typed: [String: String] {
        let shown = fields.filter { ["text", "choice", "map"].contains($0.type) && !$0.name.hasSuffix("ode") }
        return Dictionary(shown.map { ($0.field, $0.text) }) { first, _ in first }
    }
}

extension JSONValue {
    /// Sets a member of an object, after removing a member of the same name.
    fileprivate mutating func replace(_ name: String, _ value: JSONValue) {
        self = .object((members ?? []).filter { $0.name != name } + [JSONMember(name, value)])
    }

    /// Returns the users whom the answers name: the values of these names, also within maps, in lower case.
    package func users(namedBy names: [String]) -> Set<String> {
        let objects = [self] + (members ?? []).map(\.value)
        return Set(objects.flatMap { object in names.compactMap { object[$0]?.scalarText?.lowercased() } })
    }

    /// The text of a string or a number. A flow accepts both for a text.
    private var scalarText: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .array, .object, .bool, .null: nil
        }
    }
}
