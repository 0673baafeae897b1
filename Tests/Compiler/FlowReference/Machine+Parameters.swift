/// Section 13: the host's parameters.
extension Machine {
    /// The values that a host's parameters give to questions, in the order of the questions.
    func read(_ body: JSON, _ questions: [Question], _ instance: [Text]) throws(Interruption) -> [(Place, Value?)] {
        let members = body.members ?? []
        if let unknown = members.first(where: { member in !questions.contains { $0.name == member.name } }) {
            throw .refused("unknown-parameter", unknown.name)
        }
        var values: [(Place, Value?)] = []
        for question in questions {
            guard let json = members.last(where: { $0.name == question.name })?.value, json != .null else {
                values += try missing(question, instance)
                continue
            }
            let value = try given(json, question, instance)
            values.append((place(question.into, instance), value))
            if let meant = question.meant {
                values.append(
                    (place(meant, instance), value.text.map { .text(self.meant(by: $0, question, instance)) }))
            }
        }
        return values
    }

    private func missing(_ question: Question, _ instance: [Text]) throws(Interruption) -> [(Place, Value?)] {
        let target = place(question.into, instance)
        if question.isKept, let kept = now.store[target] { return [(target, kept)] }
        let standard = question.standard.flatMap { Value.literal($0, question.type) }
        if standard == nil, question.isRequired { throw .refused("missing-parameter", question.name) }
        let meant = question.meant.map { (place($0, instance), standard) }
        return [(target, standard)] + (meant.map { [$0] } ?? [])
    }

    private func given(_ json: JSON, _ question: Question, _ instance: [Text]) throws(Interruption) -> Value {
        guard let value = Self.typed(json, question.type) else { throw .refused("wrong-type", question.name) }
        if question.isRequired, value == .list([]) || value == .text("") {
            throw .refused("missing-parameter", question.name)
        }
        guard let text = value.text else { return value }
        if let fault = question.fault(of: text) { throw .refused(fault, question.name) }
        if !question.words.isEmpty, !question.words.contains(where: { isEqual($0, text, question) }) {
            throw .refused("not-a-choice", question.name)
        }
        if let offered = question.offered {
            let items = value_(offered, instance)
            if !items.contains(where: { isEqual($0, text, question) }) { throw .refused("not-offered", question.name) }
        }
        return value
    }

    private func value_(_ name: Text, _ instance: [Text]) -> [Text] { value(name, instance)?.items ?? [] }

    private func isEqual(_ left: Text, _ right: Text, _ question: Question) -> Bool {
        question.ignoresCase ? left.folded == right.folded : left == right
    }

    /// The word of the choice, or of the offered list, that a text equals.
    private func meant(by text: Text, _ question: Question, _ instance: [Text]) -> Text {
        let words = question.words.isEmpty ? question.offered.map { value_($0, instance) } ?? [] : question.words
        return words.first { isEqual($0, text, question) } ?? text
    }

    private static func typed(_ json: JSON, _ type: Text) -> Value? {
        switch (type, json) {
        case ("list", .array), ("flag", .bool): return Wire.read(json, type)
        case ("map", .object(let members)):
            let entries = members.compactMap { member in
                if case .string(let text) = member.value { Value.Entry(member.name, text) } else { nil }
            }
            return entries.count == members.count ? Value.map(merging: entries) : nil
        case ("list", _), ("map", _), ("flag", _): return nil
        case (_, .string(let text)): return .text(text)
        case (_, .number(let spelling)): return .text(spelling)
        default: return nil
        }
    }
}
