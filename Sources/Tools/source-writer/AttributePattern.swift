import FlowSyntax

/// The permitted combinations of attributes, as a pattern of RELAX NG.
indirect enum AttributePattern: Hashable {
    /// An attribute; if `words` is not nil, with one of these values.
    case attribute(String, words: [String]?)
    /// Several patterns together.
    case group([AttributePattern])
    case choice([AttributePattern])
    /// A pattern or nothing.
    case optional(AttributePattern)

    /// The names of the attributes in the pattern, once for each occurrence.
    var names: [String] {
        switch self {
        case .attribute(let name, _): [name]
        case .group(let patterns), .choice(let patterns): patterns.flatMap(\.names)
        case .optional(let pattern): pattern.names
        }
    }

    /// Creates the pattern in which one of several groups applies.
    ///
    /// If some groups are empty, the pattern is optional. If there are no other groups, the result is nil.
    init?(oneOf alternatives: [[AttributePattern]]) {
        var patterns: [AttributePattern] = []
        for group in alternatives where !group.isEmpty {
            let pattern = group.count == 1 ? group[0] : .group(group)
            if !patterns.contains(pattern) { patterns.append(pattern) }
        }
        guard let first = patterns.first else { return nil }
        let pattern = patterns.count == 1 ? first : .choice(patterns)
        self = alternatives.contains([]) ? .optional(pattern) : pattern
    }
}

/// Finds patterns that describe the permitted attributes of an element.
///
/// Where constraints relate attributes, the solver decides for one after another whether it is present or absent, and
/// solves the rest for each decision (Shannon expansion).
struct AttributePatternSolver {
    /// The decision about an attribute. An attribute without a decision may be present or absent.
    private enum Decision: Equatable {
        case absent, present
        case word(String)
    }

    private let attributes: [Language.Attribute]
    private let constraints: [AttributeConstraint<String>]

    /// Returns the patterns that an element's attributes must match together.
    ///
    /// The result is nil if the constraints contradict each other.
    static func patterns(of element: Language.Element) -> [AttributePattern]? {
        let solver = AttributePatternSolver(attributes: element.attributes, constraints: element.constraints)
        let required = element.attributes.filter(\.isRequired).map { ($0.name, Decision.present) }
        return solver.patterns(element.attributes.map(\.name), Dictionary(uniqueKeysWithValues: required))
    }

    private init(attributes: [Language.Attribute], constraints: [AttributeConstraint<String>]) {
        self.attributes = attributes
        self.constraints = constraints
    }

    /// Returns the patterns that the attributes in `names` must match together, after some decisions.
    ///
    /// The result is nil if the decisions violate a constraint.
    private func patterns(_ names: [String], _ decisions: [String: Decision]) -> [AttributePattern]? {
        guard let decisions = consequences(of: decisions) else { return nil }
        var result: [AttributePattern] = []
        var handled: Set<String> = []
        for name in names where !handled.contains(name) {
            switch decisions[name] {
            case .absent: break
            case .word(let word): result.append(.attribute(name, words: [word]))
            case .present where wordsMatter(of: name):
                guard let pattern = AttributePattern(oneOf: alternatives(name, [name], decisions)) else { return nil }
                result.append(pattern)
            case .present: result.append(.attribute(name, words: nil))
            case nil:
                let related = component(of: name, decisions)
                handled.formUnion(related)
                guard let pattern = pattern(names.filter(related.contains), decisions) else { return nil }
                result.append(pattern)
            }
        }
        return result
    }

    /// Returns the pattern of undecided attributes that constraints relate to each other.
    ///
    /// The result is nil if none of them may be present.
    private func pattern(_ names: [String], _ decisions: [String: Decision]) -> AttributePattern? {
        guard names.count > 1 else { return .optional(.attribute(names[0], words: nil)) }
        for constraint in constraints {
            switch constraint {
            case .exactlyOne(let members) where members.allSatisfy(names.contains):
                return AttributePattern(oneOf: members.flatMap { alternatives($0, names, decisions) })
            case .atMostOne(let members) where members.allSatisfy(names.contains):
                let none = decisions.merging(members.map { ($0, .absent) }) { $1 }
                let others = patterns(names, none).map { [$0] } ?? []
                return AttributePattern(oneOf: members.flatMap { alternatives($0, names, decisions) } + others)
            default: continue
            }
        }
        // The attribute that most others need is decided first, because that decides the most about the others.
        let pivot = names.max { needs(of: $0) < needs(of: $1) } ?? names[0]
        let absent = patterns(names, decisions.merging([pivot: .absent]) { $1 }).map { [$0] } ?? []
        return AttributePattern(oneOf: alternatives(pivot, names, decisions) + absent)
    }

    /// Returns the groups of patterns for `names` in which the attribute `name` is present.
    ///
    /// If constraints depend on its value, each group is for the values that have the same effect.
    private func alternatives(
        _ name: String, _ names: [String], _ decisions: [String: Decision]
    ) -> [[AttributePattern]] {
        guard wordsMatter(of: name), case .word(let words)? = attributes.first(where: { $0.name == name })?.kind else {
            return patterns(names, decisions.merging([name: .present]) { $1 }).map { [$0] } ?? []
        }
        var result: [(words: [String], others: [AttributePattern])] = []
        for word in words {
            guard let group = patterns(names, decisions.merging([name: .word(word)]) { $1 }) else { continue }
            let others = group.filter { $0 != .attribute(name, words: [word]) }
            if let index = result.firstIndex(where: { $0.others == others }) {
                result[index].words.append(word)
            } else {
                result.append(([word], others))
            }
        }
        return result.map { [.attribute(name, words: $0.words.count == words.count ? nil : $0.words)] + $0.others }
    }

    /// Returns the number of constraints by which other attributes need an attribute.
    private func needs(of name: String) -> Int {
        constraints.count { if case .needs(_, name) = $0 { true } else { false } }
    }

    /// Returns whether a constraint depends on the value of an attribute.
    private func wordsMatter(of name: String) -> Bool {
        constraints.contains {
            switch $0 {
            case .wordNeeds(name, _, _), .wordExcludes(name, _, _), .onlyWithWord(name, _, _): true
            default: false
            }
        }
    }

    /// Returns an undecided attribute, and those that open constraints relate to it, directly or through others.
    private func component(of name: String, _ decisions: [String: Decision]) -> Set<String> {
        var result: Set = [name]
        var size = 0
        while size < result.count {
            size = result.count
            for constraint in constraints {
                let open = Set(openNames(of: constraint, decisions))
                if !open.isDisjoint(with: result) { result.formUnion(open) }
            }
        }
        return result
    }

    /// Returns the undecided attributes that a constraint still relates to each other; empty if there are none.
    private func openNames(of constraint: AttributeConstraint<String>, _ decisions: [String: Decision]) -> [String] {
        let isPresent = { Self.isPresent($0, decisions) }
        let names: [String]
        switch constraint {
        case .exactlyOne(let members), .atMostOne(let members):
            names = members.contains(where: isPresent) ? [] : members
        case .needs(let name, let other):
            names = decisions[name] == nil && decisions[other] == nil ? [name, other] : []
        case .needsOne(let name, let others):
            names = decisions[name] == .absent || others.contains(where: isPresent) ? [] : [name] + others
        case .wordNeeds(let name, _, let other), .wordExcludes(let name, _, let other),
            .onlyWithWord(let name, _, let other):
            names = decisions[name] == nil ? [name, other] : []
        }
        let open = names.filter { decisions[$0] == nil }
        return open.count > 1 ? open : []
    }

    /// Returns decisions with all that follow from them, or nil if these violate a constraint.
    private func consequences(of decisions: [String: Decision]) -> [String: Decision]? {
        var result = decisions
        var isChanged = true
        /// Requires that an attribute is present or absent, and returns whether this is possible.
        func require(_ name: String, _ decision: Decision) -> Bool {
            guard let known = result[name] else {
                result[name] = decision
                isChanged = true
                return true
            }
            return (known == .absent) == (decision == .absent)
        }
        while isChanged {
            isChanged = false
            for constraint in constraints {
                for (name, decision) in requirements(of: constraint, result) where !require(name, decision) {
                    return nil
                }
            }
        }
        return result
    }

    /// Returns the decisions that a constraint requires after others.
    private func requirements(
        of constraint: AttributeConstraint<String>, _ decisions: [String: Decision]
    ) -> [(String, Decision)] {
        switch constraint {
        case .exactlyOne(let names): return atMostOne(of: names, decisions) + atLeastOne(of: names, decisions)
        case .atMostOne(let names): return atMostOne(of: names, decisions)
        case .needs(let name, let other):
            if Self.isPresent(name, decisions) { return [(other, .present)] }
            return decisions[other] == .absent ? [(name, .absent)] : []
        case .needsOne(let name, let others):
            if Self.isPresent(name, decisions) { return atLeastOne(of: others, decisions) }
            return others.allSatisfy { decisions[$0] == .absent } ? [(name, .absent)] : []
        case .wordNeeds(let name, let word, let other): return decisions[name] == .word(word) ? [(other, .present)] : []
        case .wordExcludes(let name, let word, let other):
            return decisions[name] == .word(word) ? [(other, .absent)] : []
        case .onlyWithWord(let name, let word, let other):
            guard case .word(let value)? = decisions[name], value != word else { return [] }
            return [(other, .absent)]
        }
    }

    /// Returns the decision that an attribute is present, because at least one must be and all others are absent.
    ///
    /// The result is empty while several attributes can be present.
    private func atLeastOne(of names: [String], _ decisions: [String: Decision]) -> [(String, Decision)] {
        let possible = names.filter { decisions[$0] != .absent }
        if possible.count > 1 { return [] }
        // If all are absent, the requirement cannot be met, so it contradicts the decisions.
        return [(possible.first ?? names[0], .present)]
    }

    /// Returns the decisions that all others are absent, because at most one may be present and one of them is.
    ///
    /// The result is empty while no attribute is known to be present.
    private func atMostOne(of names: [String], _ decisions: [String: Decision]) -> [(String, Decision)] {
        guard let first = names.first(where: { Self.isPresent($0, decisions) }) else { return [] }
        return names.filter { $0 != first }.map { ($0, .absent) }
    }

    private static func isPresent(_ name: String, _ decisions: [String: Decision]) -> Bool {
        decisions[name] != nil && decisions[name] != .absent
    }
}
