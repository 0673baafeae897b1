import FlowDiagnostics
import FlowSyntax
import TestSupport
import Testing

/// The enumerations of names, held against the names that the grammars define.
struct VocabularyTests {
    @Test(arguments: DocumentKind.allCases)
    func everyNameOfTheGrammarIsKnown(kind: DocumentKind) throws {
        let grammar = try PackageFiles.bytes("grammar/\(kind.rawValue).rng")
        let tree = try #require(Parsed(grammar).document?.tree)
        var elements: Set<String> = []
        for element in tree.allElements {
            guard let name = tree.text(.name, of: element) else { continue }
            switch tree.writtenName(of: element) {
            case "element":
                elements.insert(name)
                #expect(ElementName(spelling: name) != .unknown, "element '\(name)'")
            case "attribute": #expect(AttributeName(spelling: name) != .unknown, "attribute '\(name)'")
            default: break
            }
        }
        #expect(elements == Set(Vocabulary.vocabulary(kind).rules.map(\.name.spelling)))
    }

    @Test func spellingsGoBothWays() {
        for name in ElementName.allCases.dropFirst() { #expect(ElementName(spelling: name.spelling) == name) }
        for name in AttributeName.allCases.dropFirst() { #expect(AttributeName(spelling: name.spelling) == name) }
        #expect(ElementName(spelling: "") == .unknown)
    }

    @Test func spellingsAreThoseOfTheirCases() {
        for name in ElementName.allCases.dropFirst() { #expect("\(name)" == camelCase(name.spelling)) }
        for name in AttributeName.allCases.dropFirst() { #expect("\(name)" == camelCase(name.spelling)) }
    }

    private func camelCase(_ spelling: String) -> String {
        let parts = spelling.split(separator: "-").map(String.init)
        return parts.prefix(1).joined() + parts.dropFirst().map(\.capitalizedFirst).joined()
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
