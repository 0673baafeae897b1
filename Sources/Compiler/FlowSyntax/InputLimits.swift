import FlowDiagnostics

/// The checks of a file before libxml2 reads it.
///
/// They reject empty and too large files, encodings other than UTF-8, NUL bytes, a DOCTYPE, and start tags with so many
/// attributes that libxml2 would take quadratic time. Each check throws the problem that it finds.
struct InputLimits {
    private let source: UnsafeBufferPointer<UInt8>
    private let limits: ParseLimits

    private init(_ source: UnsafeBufferPointer<UInt8>, _ limits: ParseLimits) {
        self.source = source
        self.limits = limits
    }

    /// Checks the bytes of a file, and returns the offset of its document.
    ///
    /// - Returns: the offset after the byte order mark, or 0 if there is none
    /// - Throws: the first problem that prevents parsing
    static func documentStart(
        checking source: UnsafeBufferPointer<UInt8>, _ limits: ParseLimits
    ) throws(SyntaxProblem) -> Int {
        let input = InputLimits(source, limits)
        try input.checkSize()
        try input.checkByteOrder()
        try input.checkBytes()
        let mark: StaticString = "\u{FEFF}"
        let start = source.starts(with: mark, at: 0, end: source.count) ? mark.utf8CodeUnitCount : 0
        try input.checkDeclaration(at: start)
        try input.checkProlog(from: start)
        return start
    }

    /// Checks that the file is not too large, and has more than white space.
    private func checkSize() throws(SyntaxProblem) {
        guard source.count <= limits.fileSize else {
            let message = "the file has \(source.count) bytes, more than the maximum of \(limits.fileSize)"
            throw SyntaxProblem(code: .fileTooLarge, range: 0..<0, message: message)
        }
        guard !source.allSatisfy({ Byte.isSpace($0) }) else {
            throw SyntaxProblem(code: .notWellFormed, range: 0..<0, message: "the file is empty")
        }
    }

    /// Checks that the file does not start with a byte order mark, or with `<`, in UTF-16 or UTF-32.
    ///
    /// Big-endian UTF-32 starts with NUL bytes, which ``checkBytes()`` reports.
    private func checkByteOrder() throws(SyntaxProblem) {
        guard source.count >= 2 else { return }
        // A byte order mark, or `<` beside a NUL byte.
        let pair = (source[0], source[1])
        guard pair == (0xFE, 0xFF) || pair == (0xFF, 0xFE) || pair == (0x00, 0x3C) || pair == (0x3C, 0x00) else {
            return
        }
        throw SyntaxProblem(
            code: .unsupportedEncoding, range: 0..<0, message: "the file is UTF-16 or UTF-32, not UTF-8",
            help: ["save the file as UTF-8"])
    }

    /// Checks in one pass that all bytes are UTF-8 without NUL, and that no long start tag has too many attributes.
    private func checkBytes() throws(SyntaxProblem) {
        var index = 0
        var lastOpening = 0
        while index < source.count {
            let byte = source[index]
            if byte == Byte.lessThan {
                try checkAttributeCount(ofTagIn: lastOpening..<index)
                lastOpening = index
            }
            // ASCII other than NUL needs no further check.
            if byte > 0, byte < 0x80 {
                index += 1
                continue
            }
            let length = byte == 0 ? 0 : scalarLength(at: index)
            guard length > 0 else { throw badByte(at: index) }
            index += length
        }
        try checkAttributeCount(ofTagIn: lastOpening..<index)
    }

    /// Creates the problem of a byte that is NUL or not UTF-8.
    private func badByte(at index: Int) -> SyntaxProblem {
        let digits = String(source[index], radix: 16, uppercase: true)
        guard source[index] != 0 else {
            let message = "the file contains a NUL byte, so it is not text"
            return SyntaxProblem(code: .notWellFormed, range: index..<index + 1, message: message)
        }
        return SyntaxProblem(
            code: .unsupportedEncoding, range: index..<index + 1, message: "the byte 0x\(digits) is not valid UTF-8",
            help: ["save the file as UTF-8"])
    }

    /// Returns the length of a UTF-8 sequence, or 0 if it is malformed (see table 3-7 of the Unicode Standard).
    private func scalarLength(at index: Int) -> Int {
        let first = source[index]
        let length =
            switch first {
            case 0x00..<0x80: 1
            case 0xC2..<0xE0: 2
            case 0xE0..<0xF0: 3
            case 0xF0..<0xF5: 4
            default: 0
            }
        guard length > 1 else { return length }
        guard index + length <= source.count else { return 0 }
        for offset in 1..<length where !Byte.continuesScalar(source[index + offset]) { return 0 }
        // The second byte excludes overlong forms, surrogates and values above U+10FFFF.
        let second = source[index + 1]
        switch first {
        case 0xE0: return second >= 0xA0 ? length : 0
        case 0xED: return second < 0xA0 ? length : 0
        case 0xF0: return second >= 0x90 ? length : 0
        case 0xF4: return second < 0x90 ? length : 0
        default: return length
        }
    }

    /// The length up to which a tag cannot have enough attributes to slow libxml2 down.
    private static let harmlessTagLength = 1 << 14

    /// Checks the number of attributes of a long start tag, given as the range from one `<` to the next.
    ///
    /// libxml2 compares each attribute of a tag with all others before it reports the tag.
    private func checkAttributeCount(ofTagIn range: Range<Int>) throws(SyntaxProblem) {
        guard range.count > Self.harmlessTagLength else { return }
        var scanner = StartTagScanner(source, range)
        guard scanner.hasName else { return }
        var count = 0
        while scanner.next() != nil, count <= limits.attributes { count += 1 }
        if count > limits.attributes { throw .tooManyAttributes(limits, at: scanner.nameRange) }
    }

    /// Checks that the XML declaration, if there is one, does not name another encoding than UTF-8.
    private func checkDeclaration(at start: Int) throws(SyntaxProblem) {
        let opening: StaticString = "<?xml"
        let next = start + opening.utf8CodeUnitCount
        guard source.starts(with: opening, at: start, end: source.count), next < source.count,
            Byte.isSpace(source[next])
        else { return }
        var end = start
        while end < source.count, source[end] != Byte.greaterThan { end += 1 }
        var scanner = StartTagScanner(source, start..<end)
        while let attribute = scanner.next() {
            let name = String(decoding: source[attribute.name], as: UTF8.self)
            let value = String(decoding: source[attribute.value], as: UTF8.self)
            guard name == "encoding", value.lowercased() != "utf-8" else { continue }
            let message = "the encoding '\(value)' is not supported"
            throw SyntaxProblem(
                code: .unsupportedEncoding, range: attribute.value, message: message,
                help: ["save the file as UTF-8 and write encoding=\"UTF-8\""])
        }
    }

    /// The start of a document type declaration.
    static let doctypeOpening: StaticString = "<!DOCTYPE"

    /// Checks that there is no DOCTYPE before the root element.
    private func checkProlog(from start: Int) throws(SyntaxProblem) {
        var walker = ContentWalker(source, start..<source.count, .text)
        while let piece = walker.next() {
            // libxml2 reports text before the root element.
            guard piece.count == 1, Byte.isSpace(UInt8(truncatingIfNeeded: piece.bytes)) else { return }
        }
        let offset = walker.offset
        if source.starts(with: Self.doctypeOpening, at: offset, end: source.count) { throw .doctype(at: offset) }
    }
}

extension SyntaxProblem {
    /// Creates the problem of a document type declaration at an offset.
    static func doctype(at offset: Int) -> SyntaxProblem {
        SyntaxProblem(
            code: .doctypeNotAllowed, range: offset..<offset + InputLimits.doctypeOpening.utf8CodeUnitCount,
            message: "a document type declaration is not allowed",
            help: ["remove the DOCTYPE, and replace its entities with characters, or with '&#x…;'"])
    }

    /// Creates the problem of an element with too many attributes, at its name.
    static func tooManyAttributes(_ limits: ParseLimits, at range: Range<Int>) -> SyntaxProblem {
        SyntaxProblem(
            code: .tooManyAttributes, range: range, message: "the element has more than \(limits.attributes) attributes"
        )
    }
}

/// The limits of documents. Each limit has its own finding.
package struct ParseLimits: Hashable, Sendable {
    /// The maximum file size in bytes. Default 64 MiB, at most 1 GiB.
    package var fileSize: Int
    /// The maximum nesting depth; the root has 1. Default 64, at most 200.
    package var depth: Int
    /// The maximum number of attributes of an element.
    ///
    /// Namespace declarations count only in a tag of more than 16 KiB. Default 64, at most 255.
    package var attributes: Int
    /// The maximum source length of a value or text in bytes.
    ///
    /// Default 1 MiB, at most 8 MiB.
    package var valueLength: Int
    /// The maximum number of files in a graph. Default 4096.
    package var files: Int

    /// Creates limits, each clamped to its upper bound if it has one.
    package init(
        fileSize: Int = 64 << 20, depth: Int = 64, attributes: Int = 64, valueLength: Int = 1 << 20, files: Int = 4096
    ) {
        self.fileSize = min(fileSize, 1 << 30)
        self.depth = min(depth, 200)
        self.attributes = min(attributes, 255)
        self.valueLength = min(valueLength, 8 << 20)
        self.files = files
    }
}
