import CLibXML2
import FlowSyntax
import TestSupport

/// A RELAX NG grammar of the package: the oracle for `StructureChecker`. libxml2 compiles it once per process.
///
/// It is `Sendable` because validation only reads the grammar.
struct RelaxNGGrammar: @unchecked Sendable {
    private let schema: xmlRelaxNGPtr?

    /// Returns whether a grammar accepts a document.
    static func accepts(_ text: String, as kind: DocumentKind) -> Bool {
        guard let schema = grammars[kind]?.schema, let context = xmlRelaxNGNewValidCtxt(schema) else { return false }
        defer { xmlRelaxNGFreeValidCtxt(context) }
        xmlRelaxNGSetValidStructuredErrors(context, { _, _ in }, nil)
        guard let document = xmlReadMemory(text, Int32(text.utf8.count), nil, nil, options) else { return false }
        defer { xmlFreeDoc(document) }
        return xmlRelaxNGValidateDoc(context, document) == 0
    }

    private static let options = Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue)

    private static let grammars: [DocumentKind: RelaxNGGrammar] = {
        xmlInitParser()
        // Otherwise libxml2 does this for the first grammar without a lock, and two threads can race.
        _ = xmlRelaxNGInitTypes()
        xmlSchemaInitTypes()
        return Dictionary(uniqueKeysWithValues: DocumentKind.allCases.map { ($0, RelaxNGGrammar($0)) })
    }()

    private init(_ kind: DocumentKind) {
        let context = xmlRelaxNGNewParserCtxt(PackageFiles.absolute("grammar/\(kind.rawValue).rng"))
        defer { xmlRelaxNGFreeParserCtxt(context) }
        schema = xmlRelaxNGParse(context)
    }
}
