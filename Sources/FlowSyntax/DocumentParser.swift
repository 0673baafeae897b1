internal import CLibXML2
package import FlowDiagnostics

/// Turns the bytes of a file into a located tree.
///
/// libxml2 reads the XML: no network, no external entity, no DOCTYPE, no output of its own. Everything that it can
/// be fed with gives either a tree or an error with a place.
package enum DocumentParser {
    /// Parses a file; nil if it is not well-formed or exceeds a bound, which is then in the bag.
    package static func parse(
        file: SourceFile, id: FileID, limits: ParseLimits = ParseLimits(), bag: inout DiagnosticBag
    ) -> ParsedDocument? {
        let result = file.bytes.withUnsafeBufferPointer { source -> Result<ParsedDocument, SyntaxProblem> in
            do throws(SyntaxProblem) {
                return .success(try parse(source, file, id, limits))
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(let document): return document
        case .failure(let problem):
            bag.add(problem.diagnostic(in: id))
            return nil
        }
    }

    private static func parse(
        _ source: UnsafeBufferPointer<UInt8>, _ file: SourceFile, _ id: FileID, _ limits: ParseLimits
    ) throws(SyntaxProblem) -> ParsedDocument {
        let origin = try InputLimits.check(source, limits)
        let builder = TreeBuilder(source, origin: origin, limits: limits)
        let isRead = read(builder)
        if let problem = builder.problem { throw problem }
        guard isRead, !builder.elements.isEmpty else {
            throw SyntaxProblem(code: .notWellFormed, range: 0..<0, message: "the file cannot be read as XML")
        }
        let tree = SyntaxTree(
            file: file, fileID: id, elements: builder.elements, attributes: builder.attributes, texts: builder.texts,
            instructions: builder.instructions
        )
        return ParsedDocument(tree: tree)
    }

    /// Runs libxml2 over the source of a builder, which collects the tree and the first problem. Returns whether the source is
    /// well-formed.
    private static func read(_ builder: TreeBuilder) -> Bool {
        LibXML.prepare()
        guard let context = xmlNewParserCtxt() else { return false }
        defer { xmlFreeParserCtxt(context) }
        guard let sax = context.pointee.sax else { return false }
        LibXML.install(in: sax)
        return LibXML.lending(builder) { opaque in
            context.pointee._private = opaque
            defer { context.pointee._private = nil }
            LibXML.silently {
                let bytes = UnsafeBufferPointer(rebasing: builder.source[builder.origin...])
                bytes.withMemoryRebound(to: CChar.self) {
                    // Without the hooks that build one, there is no document.
                    _ = xmlCtxtReadMemory(context, $0.baseAddress, Int32(clamping: $0.count), nil, nil, LibXML.options)
                }
            }
            return context.pointee.wellFormed != 0
        }
    }
}
