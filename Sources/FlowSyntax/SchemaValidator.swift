internal import CLibXML2

/// Validates documents against the embedded RELAX NG grammars.
///
/// It is the oracle for `StructureChecker`: a document that the checker accepts and the grammar rejects reveals a
/// defect of the compiler.
package enum SchemaValidator {
    /// Returns the violations of the grammar in a document; an empty array means that the grammar accepts it.
    ///
    /// The grammar is compiled on first use, and shared by all threads.
    package static func violations(of document: ParsedDocument, as kind: DocumentKind) -> [SchemaViolation] {
        guard let schema = CompiledGrammar.grammar(kind).pointer else {
            return [SchemaViolation(message: "the grammar cannot be compiled", line: nil, element: nil)]
        }
        let noMemory = SchemaViolation(
            message: "there is not enough memory to validate the file", line: nil, element: nil)
        guard let tree = LibXML.document(of: document.file) else { return [noMemory] }
        defer { xmlFreeDoc(tree) }
        guard let context = xmlRelaxNGNewValidCtxt(schema) else { return [noMemory] }
        defer { xmlRelaxNGFreeValidCtxt(context) }
        let collector = SchemaErrorCollector()
        let result = LibXML.lending(collector) { opaque in
            LibXML.silently {
                collectErrors(of: context, in: opaque)
                return xmlRelaxNGValidateDoc(context, tree)
            }
        }
        if result != 0, collector.violations.isEmpty {
            return [SchemaViolation(message: "the grammar rejects the file", line: nil, element: nil)]
        }
        return result == 0 ? [] : collector.violations
    }

    /// Makes libxml2 report the errors of a validation to a collector, given as an opaque pointer.
    private static func collectErrors(
        of context: xmlRelaxNGValidCtxtPtr, in collector: UnsafeMutableRawPointer
    ) {
        xmlRelaxNGSetValidStructuredErrors(
            context,
            { user, error in
                guard let user, let error = error?.pointee else { return }
                let node = error.node?.assumingMemoryBound(to: xmlNode.self)
                let isElement = node?.pointee.type == XML_ELEMENT_NODE
                Unmanaged<SchemaErrorCollector>.fromOpaque(user).takeUnretainedValue().add(
                    message: error.message.map { String(cString: $0) } ?? "", line: Int(error.line),
                    element: isElement ? node.map { Int(bitPattern: $0.pointee._private) } ?? 0 : 0
                )
            }, collector)
    }
}
