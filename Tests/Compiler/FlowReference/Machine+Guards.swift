/// Section 9: guards.
extension Machine {
    /// Whether the guard of an element holds, if it has one.
    func holds(_ element: Element, _ place: NodePlace) -> Bool { element.condition.map { holds($0, place) } ?? true }

    func holds(_ condition: Guard, _ place: NodePlace) -> Bool {
        switch condition {
        case .not(let inner): !holds(inner, place)
        case .both(let left, let right): holds(left, place) && holds(right, place)
        case .either(let left, let right): holds(left, place) || holds(right, place)
        case .isTrue(let name): named(name, place) == .text("true")
        case .present(let name): named(name, place)?.isThere == true
        case .equals(let name, let word): equals(name, word, place)
        case .contains(let name, let part): contains(named(name, place), part)
        case .matches(let name, let pattern): named(name, place)?.text.map { Pattern(pattern).matches($0) } ?? false
        case .hasAll(let name, let other): hasAll(named(name, place), named(other, place))
        case .sent(let key): now.sent[place]?.contains(key) == true
        case .below(let counter, let number): now.counters[Place(place.instance, counter), default: 0] < number
        }
    }

    private func named(_ name: Text, _ place: NodePlace) -> Value? {
        switch name {
        case "error.type": now.error.map { .text($0.type) }
        case "error.message": now.error.map { .text($0.message) }
        default: value(name, place.instance)
        }
    }

    private func equals(_ name: Text, _ word: Text, _ place: NodePlace) -> Bool {
        guard let text = named(name, place)?.text else { return false }
        return flow(place.instance).withoutCase.contains(name) ? text.folded == word.folded : text == word
    }

    private func contains(_ value: Value?, _ part: Text) -> Bool {
        switch value {
        case nil: false
        case .text(let text): text.contains(part)
        case .list, .map: value?.items?.contains(part) ?? false
        }
    }

    private func hasAll(_ value: Value?, _ demanded: Value?) -> Bool {
        let items = value?.items ?? []
        return (demanded?.items ?? []).allSatisfy { items.contains($0) }
    }
}
