import FlowSyntax
import TestSupport

/// Makes documents from the rules of a kind, with faults of every sort at a given rate.
struct RandomDocument {
    private let vocabulary: Vocabulary
    private let faults: Double
    private var random: Seeded
    private var budget = 14

    init(kind: DocumentKind, seed: UInt64, faults: Double) {
        vocabulary = .vocabulary(kind)
        self.faults = faults
        random = Seeded(seed &* 7919 &+ 13)
    }

    mutating func make() -> String { element(vocabulary.kind.rootName, depth: 0) }

    private mutating func chance(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &random) < probability
    }

    private mutating func element(_ name: ElementName, depth: Int) -> String {
        budget -= 1
        let isMisspelt = depth > 0 && chance(faults / 2)
        let written = isMisspelt ? name.spelling + "x" : name.spelling
        guard let rule = vocabulary.rule(name) else { return "<\(written)/>" }
        var text = "<\(written)"
        for attribute in attributes(of: rule) { text += " " + attribute }
        text += ">"
        if chance(rule.hasText ? 0.5 : faults / 2) {
            text += [" text ", "<![CDATA[<]]>", "&amp;"].randomElement(using: &random) ?? ""
        }
        var hadOnce = false
        while budget > 0, depth < 6, !rule.children.isEmpty, chance(0.8) {
            guard let child = child(of: rule) else { break }
            if rule.once.contains(child) {
                if hadOnce, !chance(0.1) { break }
                hadOnce = true
            }
            text += "\n" + element(child, depth: depth + 1)
        }
        return text + "</\(written)>"
    }

    private mutating func child(of rule: ElementRule) -> ElementName? {
        chance(faults)
            ? ElementName.allCases.dropFirst().randomElement(using: &random)
            : rule.children.randomElement(using: &random)
    }

    private mutating func attributes(of rule: ElementRule) -> [String] {
        var chosen = rule.attributes.filter { $0.isRequired ? !chance(faults) : chance(0.15) }
        for case .exactlyOne(let names) in rule.constraints {
            chosen.removeAll { names.contains($0.name) && !chance(faults) }
            if let name = names.randomElement(using: &random), !chosen.contains(where: { $0.name == name }) {
                chosen += rule.attributes.filter { $0.name == name && !chance(faults) }
            }
        }
        var result: [String] = []
        for attribute in chosen {
            let value = chance(faults) ? odd() : good(attribute.kind)
            result.append("\(attribute.name.spelling)\(chance(faults / 4) ? "x" : "")=\"\(value)\"")
        }
        if chance(faults / 2), let stray = AttributeName.allCases.dropFirst().randomElement(using: &random),
            !chosen.contains(where: { $0.name == stray })
        {
            result.append("\(stray.spelling)=\"a\"")
        }
        return result
    }

    private mutating func odd() -> String {
        [
            "", " ", "a b", "*", "a*", " true ", "1", "1234567890", "é", "a\tb", "&#10;", "-a", "a.b-c_", "a:b", "true",
            "here",
        ]
        .randomElement(using: &random) ?? ""
    }

    private mutating func good(_ kind: ValueKind) -> String {
        let choices: [String] =
            switch kind {
            case .text: ["", "x y", "&lt;&#233;", "a"]
            case .nonEmpty: ["a/b.xml", "x equals 'y'", "é"]
            case .name: ["a", "A_b.c-1", "_"]
            case .nameOrStar: ["a", "*"]
            case .names: ["a", " a  b ", "a\nb"]
            case .passings: ["a", "a b/c", "a/b:c"]
            case .namesOrStar: ["a", "* a", "*"]
            case .key: ["a", "a*", "*"]
            case .keys: ["a b*", "*", "a"]
            case .number: ["0", "123456789"]
            case .tries: ["1", "007", "255"]
            case .token: ["1.2", "urn:a/b", "é"]
            case .nameOrSeconds: ["a", "1", "86400"]
            case .references: ["a:1 b-2", "1"]
            case .paths: ["a.xml", "b/a.xml c.xml"]
            case .swiftName: ["enterCode", "PIN2"]
            case .word(let words): words
            case .words(let words): words + [words.joined(separator: " ")]
            }
        return choices.randomElement(using: &random) ?? ""
    }
}
