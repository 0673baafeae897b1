import FlowDiagnostics
import FlowLowering
import FlowSyntax
import TestSupport
import Testing

/// Every attribute of the language is read at one place, once.
@Suite("Attributes are read once") struct AttributeReadingTests {
    /// The attributes that lowering leaves alone. Those of the first line name files, which the document graph reads. Nothing consumes
    /// the others yet.
    private static let unread: [DocumentKind: Set<String>] = [
        .flow: ["flow/@extends", "flow/@service"],
        .service: [],
    ]

    /// A document with every element at every place that the grammar has for it, each with all its attributes.
    private static func everything(_ kind: DocumentKind) -> String {
        let vocabulary = Vocabulary.vocabulary(kind)
        func text(_ name: ElementName, in ancestors: [ElementName]) -> String {
            guard let rule = vocabulary.rule(name) else { return "" }
            let attributes = rule.attributes.map { " \($0.name.spelling)=\"\(value($0.kind))\"" }.joined()
            let children = rule.children.filter { !ancestors.contains($0) && $0 != name }
            let content = children.map { text($0, in: ancestors + [name]) }.joined()
            return "<\(name.spelling)\(attributes)>\(content)</\(name.spelling)>"
        }
        return vocabulary.rules.first.map { text($0.name, in: []) } ?? ""
    }

    private static func value(_ kind: ValueKind) -> String {
        switch kind {
        case .word(let words): words.first ?? ""
        case .number, .nameOrNumber: "3"
        default: "x"
        }
    }

    @Test(arguments: [DocumentKind.flow, .service]) func eachIsReadOnce(kind: DocumentKind) throws {
        let loaded = LoadedFlow("all.xml", MemoryLoader(texts: ["all.xml": Self.everything(kind)]))
        let tree = try #require(loaded.trees.first)
        #expect(tree.elementCount > 50)
        var counts: [String: Set<Int>] = [:]
        for (use, count) in Lowering.audit(loaded.trees, links: loaded.links, root: 0).uses(in: tree) {
            counts["\(use.element.spelling)/@\(use.attribute.spelling)", default: []].insert(count)
        }
        let rules = Vocabulary.vocabulary(kind).rules
        #expect(counts.count == rules.reduce(0) { $0 + $1.attributes.count })
        #expect(Set(counts.filter { $0.value == [0] }.keys) == Self.unread[kind])
        #expect(counts.filter { $0.value != [0] && $0.value != [1] }.isEmpty)
    }
}
