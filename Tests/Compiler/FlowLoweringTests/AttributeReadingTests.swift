import FlowDiagnostics
import FlowLowering
import FlowSyntax
import TestSupport
import Testing

/// Every attribute of the language is read at one place, once.
@Suite("Attributes are read once") struct AttributeReadingTests {
    /// Attributes that name files: the document graph reads them.
    private static let ofGraph: Set<String> = ["flow/@extends", "flow/@service"]
    /// The attribute that the generator of Swift reads.
    private static let ofBindings: Set<String> = Set(
        ["flow", "command", "input", "ask", "show", "challenge", "call", "step", "end"].map { $0 + "/@swift-name" })
    /// Attributes that nothing understands yet.
    private static let ignored: Set<String> = [
        "group/@id", "output/@required", "parameter/@required",
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
        case .number, .nameOrSeconds: "3"
        default: "x"
        }
    }

    @Test(arguments: [DocumentKind.flow, .service]) func eachIsReadOnce(kind: DocumentKind) throws {
        let loaded = LoadedFlow("all.xml", MemoryLoader(texts: ["all.xml": Self.everything(kind)]))
        let tree = try #require(loaded.trees.first)
        var counts: [String: Set<Int>] = [:]
        // A description of a service is read as that of a flow.
        let links = DocumentLinks(extends: nil, imports: [], services: kind == .service ? [0] : [])
        for (use, count) in Lowering.attributeAudit(loaded.trees, links: [links], root: 0).uses(in: tree) {
            counts["\(use.element.spelling)/@\(use.attribute.spelling)", default: []].insert(count)
        }
        let rules = Vocabulary.vocabulary(kind).rules
        #expect(counts.count == rules.reduce(0) { $0 + $1.attributes.count })
        let unread = Self.ofGraph.union(Self.ofBindings).union(Self.ignored).intersection(counts.keys)
        #expect(Set(counts.filter { $0.value == [0] }.keys) == unread)
        #expect(counts.filter { $0.value != [0] && $0.value != [1] }.isEmpty)
    }
}
