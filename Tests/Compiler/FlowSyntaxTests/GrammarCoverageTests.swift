import FlowDiagnostics
import FlowSyntax
import TestSupport
import Testing

/// Each element with each child, attribute and pair of attributes there is: nothing of the rules and the grammars
/// is left to chance.
struct GrammarCoverageTests {
    private static let values = [
        "a", "7", "", " a b ", "a:b", "true", "text", "here", "last-step", "extend", "json", "*", "a*",
    ]

    @Test(arguments: DocumentKind.allCases)
    func everyChildAndAttributeOfEveryElementIsJudgedAlike(kind: DocumentKind) async throws {
        let vocabulary = Vocabulary.vocabulary(kind)
        let samples = MinimalDocument(vocabulary)
        for rule in vocabulary.rules {
            try await giveWay()
            #expect(try differs(samples.document(around: samples.element(rule), rule.name), kind) == nil)
            for child in ElementName.allCases.dropFirst() {
                let inner = vocabulary.rule(child).map { samples.element($0) } ?? "<\(child.spelling)/>"
                for content in [inner, inner + inner, "text" + inner] {
                    let text = samples.document(around: samples.element(rule, content: content), rule.name)
                    if let difference = try differs(text, kind) { Issue.record("\(difference)") }
                }
            }
            for name in AttributeName.allCases.dropFirst() {
                for value in rule.attributes.contains(where: { $0.name == name }) ? Self.values : ["a"] {
                    let text = samples.document(around: samples.element(rule, with: [(name, value)]), rule.name)
                    if let difference = try differs(text, kind) { Issue.record("\(difference)") }
                }
            }
        }
    }

    @Test(arguments: DocumentKind.allCases)
    func everyPairOfAttributesIsJudgedAlike(kind: DocumentKind) throws {
        let vocabulary = Vocabulary.vocabulary(kind)
        let samples = MinimalDocument(vocabulary)
        for rule in vocabulary.rules {
            for first in rule.attributes {
                for second in rule.attributes where second.name.rawValue > first.name.rawValue {
                    for words in [samples.values(first), samples.values(second)].product() {
                        let element = samples.element(rule, with: [(first.name, words.0), (second.name, words.1)])
                        let text = samples.document(around: element, rule.name)
                        if let difference = try differs(text, kind) { Issue.record("\(difference)") }
                    }
                }
            }
        }
    }

    /// What differs between checker and grammar, nil if they agree.
    private func differs(_ text: String, _ kind: DocumentKind) throws -> String? {
        let document = try #require(Parsed(text).document, "\(text)")
        var bag = DiagnosticBag()
        let accepted = StructureChecker.check(document.tree, as: kind, bag: &bag)
        guard accepted != RelaxNGGrammar.accepts(text, as: kind) else { return nil }
        let verdict = accepted ? "accepts" : "refuses \(bag.diagnostics.map(\.message))"
        return "the checker \(verdict), the grammar not: \(text)"
    }
}

extension [[String]] {
    /// All pairs of one of the first and one of the second list.
    fileprivate func product() -> [(String, String)] {
        self[0].flatMap { first in self[1].map { (first, $0) } }
    }
}
