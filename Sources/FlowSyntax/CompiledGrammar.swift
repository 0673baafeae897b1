internal import CLibXML2
internal import FlowGrammar

/// A grammar compiled by libxml2, created once per process and never freed.
///
/// It is `Sendable` because validation only reads the grammar.
final class CompiledGrammar: @unchecked Sendable {
    /// The grammar in libxml2's form; nil if libxml2 cannot compile it.
    let pointer: xmlRelaxNGPtr?

    /// Compiles the XML of a RELAX NG grammar, or sets `pointer` to nil.
    private init(_ bytes: [UInt8]) {
        LibXML.prepare()
        pointer = LibXML.silently {
            bytes.withUnsafeBytes { buffer -> xmlRelaxNGPtr? in
                let text = buffer.bindMemory(to: CChar.self)
                guard let context = xmlRelaxNGNewMemParserCtxt(text.baseAddress, Int32(clamping: text.count)) else {
                    return nil
                }
                defer { xmlRelaxNGFreeParserCtxt(context) }
                xmlRelaxNGSetParserStructuredErrors(context, { _, _ in }, nil)
                return xmlRelaxNGParse(context)
            }
        }
    }

    /// Returns the grammar of a kind of document.
    static func grammar(_ kind: DocumentKind) -> CompiledGrammar {
        switch kind {
        case .flow: flow
        case .service: service
        case .scenario: scenario
        }
    }

    private static let flow = CompiledGrammar(FlowGrammar.flow)
    private static let service = CompiledGrammar(FlowGrammar.service)
    private static let scenario = CompiledGrammar(FlowGrammar.scenario)
}
