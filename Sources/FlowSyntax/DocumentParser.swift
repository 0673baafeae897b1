internal import CLibXML2
package import FlowDiagnostics

/// Parses a file into a located tree.
///
/// libxml2 parses the XML. Network access, external entities, DOCTYPE and libxml2's own output are disabled. Any input
/// results in a tree or in an error with a location.
package enum DocumentParser {
    /// Parses a file, and reports the first problem to the bag.
    /// - Returns: the document, or nil if the file is not well-formed or exceeds a limit.
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

    /// Parses the bytes of a file.
    /// - Throws: the first problem that prevents parsing.
    private static func parse(
        _ source: UnsafeBufferPointer<UInt8>, _ file: SourceFile, _ id: FileID, _ limits: ParseLimits
    ) throws(SyntaxProblem) -> ParsedDocument {
        let origin = try InputLimits.documentStart(checking: source, limits)
        let builder = TreeBuilder(source, origin: origin, limits: limits)
        let isWellFormed = readSource(into: builder)
        if let problem = builder.problem { throw problem }
        guard isWellFormed, !builder.elements.isEmpty else {
            throw SyntaxProblem(code: .notWellFormed, range: 0..<0, message: "the file cannot be read as XML")
        }
        let tree = SyntaxTree(
            file: file, fileID: id, elements: builder.elements, attributes: builder.attributes, texts: builder.texts,
            instructions: builder.instructions
        )
        return ParsedDocument(tree: tree)
    }

    /// Runs libxml2 on a builder's source, and returns whether the source is well-formed.
    ///
    /// The builder collects the tree and the first problem.
    private static func readSource(into builder: TreeBuilder) -> Bool {
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
                    // libxml2 returns no document, since the hooks that build one are replaced.
                    _ = xmlCtxtReadMemory(context, $0.baseAddress, Int32(clamping: $0.count), nil, nil, LibXML.options)
                }
            }
            return context.pointee.wellFormed != 0
        }
    }
}
