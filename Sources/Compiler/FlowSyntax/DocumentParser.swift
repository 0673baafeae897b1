import CLibXML2
package import FlowDiagnostics

/// Parses a file into a located tree.
///
/// libxml2 parses the XML. Network access, external entities, DOCTYPE and libxml2's own output are disabled. Any input
/// results in a tree or in an error with a location.
package enum DocumentParser {
    /// Parses a file, and reports the first problem to the bag.
    ///
    /// - Returns: the document, or nil if there is a problem
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
    ///
    /// - Throws: the first problem that prevents parsing
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

    /// Runs libxml2 on a builder's source, and returns whether libxml2 found the source well-formed.
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

/// A parsed file, with the kind of document that its root element determines.
package struct ParsedDocument: Sendable {
    package let tree: SyntaxTree

    package var file: SourceFile { tree.file }

    package var fileID: FileID { tree.fileID }

    /// The kind of document; nil if no kind has such a root element.
    package var kind: DocumentKind? { DocumentKind(rootName: tree.name(of: tree.root)) }
}

/// The interface to libxml2's SAX parser: hooks and settings.
enum LibXML {
    /// The parser options: no network access.
    static let options = Int32(XML_PARSE_NONET.rawValue)

    /// Initializes libxml2, once per process.
    static func prepare() { _ = initialized }

    private static let initialized: Void = xmlInitParser()

    /// Calls a function while libxml2's error output is disabled on this thread, and returns its result.
    static func silently<Result>(_ body: () -> Result) -> Result {
        xmlSetStructuredErrorFunc(nil) { _, _ in }
        defer { xmlSetStructuredErrorFunc(nil, nil) }
        return body()
    }

    /// Calls a function with an object as an opaque pointer for libxml2, and returns its result.
    ///
    /// The pointer is valid while the function runs.
    static func lending<Object: AnyObject, Result>(
        _ object: Object, _ body: (UnsafeMutableRawPointer) -> Result
    ) -> Result {
        let lent = Unmanaged.passRetained(object)
        defer { lent.release() }
        return body(lent.toOpaque())
    }

    /// Replaces the hooks that build libxml2's document with hooks that fill a `TreeBuilder`.
    static func install(in sax: UnsafeMutablePointer<xmlSAXHandler>) {
        // These events add nothing to the tree.
        sax.pointee.startDocument = nil
        sax.pointee.endDocument = nil
        sax.pointee.comment = nil
        sax.pointee.reference = nil
        installContent(in: sax)
        // libxml2 calls this hook for a DOCTYPE.
        sax.pointee.internalSubset = { context, _, _, _ in
            guard let parser = LibXML.parser(context), let builder = LibXML.builder(parser) else { return }
            let offset = LibXML.offset(parser, builder)
            builder.fail(.doctype(at: offset))
            xmlStopParser(parser)
        }
        sax.pointee.serror = { context, error in
            guard let error = error?.pointee, error.level == XML_ERR_FATAL,
                let parser = LibXML.parser(context), let builder = LibXML.builder(parser), builder.problem == nil
            else { return }
            let message = error.message.map { String(cString: $0) } ?? ""
            let fault = WellFormednessFault(
                code: Int(error.code), message: message, offset: LibXML.offset(parser, builder))
            builder.fail(fault.problem(in: builder))
        }
    }

    /// Installs the hooks for elements, text and processing instructions.
    private static func installContent(in sax: UnsafeMutablePointer<xmlSAXHandler>) {
        sax.pointee.startElementNs = { context, name, prefix, uri, _, _, count, _, given in
            guard let parser = LibXML.parser(context), let builder = LibXML.builder(parser) else { return }
            let continues = builder.startElement(
                name, isForeign: prefix != nil || uri != nil, attributes: given, count: Int(count),
                end: LibXML.offset(parser, builder))
            if !continues { xmlStopParser(parser) }
        }
        sax.pointee.endElementNs = { context, _, _, _ in
            guard let parser = LibXML.parser(context), let builder = LibXML.builder(parser) else { return }
            builder.endElement(at: LibXML.offset(parser, builder))
        }
        sax.pointee.characters = { LibXML.addText($0, $1, $2) }
        // If both hooks are the same function, libxml2 does not guess which white space matters.
        sax.pointee.ignorableWhitespace = sax.pointee.characters
        sax.pointee.cdataBlock = sax.pointee.characters
        sax.pointee.processingInstruction = { context, _, _ in
            guard let parser = LibXML.parser(context), let builder = LibXML.builder(parser) else { return }
            builder.addInstruction(endingAt: LibXML.offset(parser, builder))
        }
    }

    /// Adds reported text to the tree, unless it is only white space.
    private static func addText(
        _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ length: Int32
    ) {
        // Only an element's first text is stored. A later text still separates an instruction from the next element.
        guard let bytes, let parser = parser(context), let builder = builder(parser),
            !builder.currentHasText || builder.hasUnboundInstruction
        else { return }
        let run = UnsafeBufferPointer(start: bytes, count: Int(length))
        if !run.allSatisfy({ Byte.isSpace($0) }), !builder.addText() { xmlStopParser(parser) }
    }

    /// Returns the parser that libxml2 passes to a hook as its context; nil if the context is missing.
    private static func parser(_ context: UnsafeMutableRawPointer?) -> xmlParserCtxtPtr? {
        context?.assumingMemoryBound(to: xmlParserCtxt.self)
    }

    /// Returns the builder that a parser fills, or nil if the parser has none.
    private static func builder(_ parser: xmlParserCtxtPtr) -> TreeBuilder? {
        guard let pointer = parser.pointee._private else { return nil }
        return Unmanaged<TreeBuilder>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Returns the parser's current offset in the whole file; without an input, the start of the document.
    private static func offset(_ parser: xmlParserCtxtPtr, _ builder: TreeBuilder) -> Int {
        guard let input = parser.pointee.input, let base = input.pointee.base, let current = input.pointee.cur else {
            return builder.origin
        }
        return builder.origin + Int(input.pointee.consumed) + (current - base)
    }
}

/// A kind of document, which the root element determines.
package enum DocumentKind: String, Hashable, Sendable, CaseIterable {
    /// A flow: root element `flow`.
    case flow
    /// A service description: root element `service`.
    case service
    /// Scenarios: root element `scenarios`.
    case scenario

    package var rootName: ElementName {
        switch self {
        case .flow: .flow
        case .service: .service
        case .scenario: .scenarios
        }
    }

    /// Creates the kind whose documents have a root of this name; nil if there is none.
    package init?(rootName: ElementName) {
        guard let kind = Self.allCases.first(where: { $0.rootName == rootName }) else { return nil }
        self = kind
    }

    /// Returns the kind whose root's name is most similar to `name` without a prefix, or `flow` if none is similar.
    package static func nearest(toRootNamed name: String) -> DocumentKind {
        let local = name.split(separator: ":").last.map(String.init) ?? name
        let names = allCases.map(\.rootName.spelling)
        let nearest = names.contains(local) ? local : NearNames.suggest(local, among: names).first
        return allCases.first { $0.rootName.spelling == nearest } ?? .flow
    }

    /// The name of the kind in messages.
    package var description: String {
        switch self {
        case .flow: "flow"
        case .service: "service description"
        case .scenario: "scenario file"
        }
    }
}
