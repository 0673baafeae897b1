internal import FlowDiagnostics

/// Checks the input before libxml2 reads it.
///
/// It checks encoding, NUL bytes, DOCTYPE, and start tags whose length costs quadratic time.
struct InputLimits {
    private let source: UnsafeBufferPointer<UInt8>
    private let limits: ParseLimits

    private init(_ source: UnsafeBufferPointer<UInt8>, _ limits: ParseLimits) {
        self.source = source
        self.limits = limits
    }

    /// Returns the document's offset, after a byte order mark.
    /// - Throws: the first problem that prevents parsing.
    static func check(_ source: UnsafeBufferPointer<UInt8>, _ limits: ParseLimits) throws(SyntaxProblem) -> Int {
        let check = InputLimits(source, limits)
        try check.size()
        try check.byteOrder()
        try check.bytes()
        let start = source.starts(with: "\u{FEFF}", at: 0, end: source.count) ? 3 : 0
        try check.declaration(at: start)
        try check.prolog(from: start)
        return start
    }

    private func size() throws(SyntaxProblem) {
        guard source.count <= limits.fileSize else {
            let message = "the file has \(source.count) bytes, more than \(limits.fileSize)"
            throw SyntaxProblem(code: .fileTooLarge, range: 0..<0, message: message)
        }
        guard !source.allSatisfy({ Byte.isSpace($0) }) else {
            throw SyntaxProblem(code: .notWellFormed, range: 0..<0, message: "the file is empty")
        }
    }

    private func byteOrder() throws(SyntaxProblem) {
        guard source.count >= 2 else { return }
        let pair = (source[0], source[1])
        guard pair == (0xFE, 0xFF) || pair == (0xFF, 0xFE) || pair == (0x00, 0x3C) || pair == (0x3C, 0x00) else {
            return
        }
        throw SyntaxProblem(
            code: .unsupportedEncoding, range: 0..<0, message: "the file is UTF-16 or UTF-32, not UTF-8")
    }

    /// Checks all bytes in one pass: UTF-8, no NUL, and limited attributes.
    private func bytes() throws(SyntaxProblem) {
        var index = 0
        var lastOpening = 0
        while index < source.count {
            let byte = source[index]
            if byte == Byte.lessThan {
                try longSpan(lastOpening..<index)
                lastOpening = index
            }
            if byte > 0, byte < 0x80 {
                index += 1
                continue
            }
            let length = byte == 0 ? 0 : scalarLength(at: index)
            guard length > 0 else { throw badByte(at: index) }
            index += length
        }
        try longSpan(lastOpening..<index)
    }

    private func badByte(at index: Int) -> SyntaxProblem {
        let digits = String(source[index], radix: 16, uppercase: true)
        guard source[index] != 0 else {
            let message = "the file has a NUL byte: it is not text"
            return SyntaxProblem(code: .notWellFormed, range: index..<index + 1, message: message)
        }
        return SyntaxProblem(
            code: .unsupportedEncoding, range: index..<index + 1, message: "byte 0x\(digits) is not UTF-8",
            help: ["save the file as UTF-8"])
    }

    /// The length of a UTF-8 sequence; 0 if it is malformed (Unicode, table 3-7).
    private func scalarLength(at index: Int) -> Int {
        let first = source[index]
        let length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
        guard length > 1 else { return length }
        guard index + length <= source.count else { return 0 }
        for offset in 1..<length where source[index + offset] & 0xC0 != 0x80 { return 0 }
        let second = source[index + 1]
        switch first {
        case 0xE0: return second >= 0xA0 ? length : 0
        case 0xED: return second < 0xA0 ? length : 0
        case 0xF0: return second >= 0x90 ? length : 0
        case 0xF4: return second < 0x90 ? length : 0
        default: return length
        }
    }

    /// Counts the attributes of a long start tag.
    ///
    /// A start tag cannot contain `<`. libxml2 compares all pairs of its attributes, so they are counted first.
    private func longSpan(_ span: Range<Int>) throws(SyntaxProblem) {
        guard span.count > 1 << 14 else { return }
        var scanner = StartTagScanner(source, span)
        guard scanner.hasName else { return }
        var count = 0
        while scanner.next() != nil, count <= limits.attributes { count += 1 }
        if count > limits.attributes { throw .tooManyAttributes(limits, at: scanner.nameRange) }
    }

    /// Checks that the XML declaration's encoding is UTF-8.
    private func declaration(at start: Int) throws(SyntaxProblem) {
        guard source.starts(with: "<?xml", at: start, end: source.count), start + 5 < source.count,
            Byte.isSpace(source[start + 5])
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

    /// Searches for a DOCTYPE before the root element.
    private func prolog(from start: Int) throws(SyntaxProblem) {
        var walker = ContentWalker(source, start..<source.count, .text)
        while let piece = walker.next() {
            guard piece.count == 1, Byte.isSpace(UInt8(truncatingIfNeeded: piece.bytes)) else { return }
        }
        let offset = walker.offset
        if source.starts(with: "<!DOCTYPE", at: offset, end: source.count) { throw .doctype(at: offset) }
    }
}

extension SyntaxProblem {
    /// The problem of a document type declaration at an offset.
    static func doctype(at offset: Int) -> SyntaxProblem {
        SyntaxProblem(
            code: .doctypeNotAllowed, range: offset..<offset + 9,
            message: "a document type declaration is not allowed",
            help: ["remove it, and write characters directly or as '&#x…;'"])
    }

    /// The problem of too many attributes, at an element name.
    static func tooManyAttributes(_ limits: ParseLimits, at range: Range<Int>) -> SyntaxProblem {
        SyntaxProblem(
            code: .tooManyAttributes, range: range, message: "the element has more than \(limits.attributes) attributes"
        )
    }
}
