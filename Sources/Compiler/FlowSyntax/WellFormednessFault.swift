import CLibXML2
import FlowDiagnostics

/// A fatal error of libxml2, and its conversion to a problem.
///
/// For frequent errors, the problem has a more exact location and a plainer message than libxml2's error.
struct WellFormednessFault {
    /// libxml2's error code.
    let code: Int
    /// libxml2's message.
    let message: String
    /// libxml2's offset in the whole file.
    let offset: Int

    /// Returns the error as a problem, with an exact location and a plain message if it is a frequent error.
    func problem(in builder: TreeBuilder) -> SyntaxProblem {
        let source = builder.source
        let place = min(max(offset, 0), source.count)
        switch code {
        case Int(XML_ERR_TAG_NAME_MISMATCH.rawValue): return mismatchedTag(at: place, builder)
        case Int(XML_ERR_TAG_NOT_FINISHED.rawValue): return unclosedElement(builder)
        case Int(XML_ERR_ATTRIBUTE_REDEFINED.rawValue): return duplicateAttribute(at: place, source)
        case Int(XML_ERR_DOCUMENT_EMPTY.rawValue):
            return problem(place..<place, "the file does not start with an element")
        case Int(XML_ERR_DOCUMENT_END.rawValue):
            return problem(place..<place, "there is content after the root element")
        case Int(XML_ERR_UNDECLARED_ENTITY.rawValue): return unknownEntity(at: place, source)
        case Int(XML_ERR_NAME_REQUIRED.rawValue), Int(XML_ERR_ENTITYREF_SEMICOL_MISSING.rawValue):
            return unescapedAmpersand(at: place, source) ?? unescapedLessThan(at: place, source)
                ?? brokenTag(at: place, source) ?? originalProblem(at: place)
        case Int(XML_ERR_INVALID_HEX_CHARREF.rawValue), Int(XML_ERR_INVALID_DEC_CHARREF.rawValue),
            Int(XML_ERR_INVALID_CHARREF.rawValue), Int(XML_ERR_INVALID_CHAR.rawValue):
            return characterReference(at: place, source) ?? originalProblem(at: place)
        case Int(XML_ERR_ATTRIBUTE_NOT_STARTED.rawValue):
            return foreignQuote(at: place, source) ?? foreignSpace(at: place, source)
                ?? problem(place..<place, "the value of an attribute must be in quotation marks")
        case Int(XML_ERR_LT_IN_ATTRIBUTE.rawValue): return lessThanInValue(at: place, source)
        case Int(XML_ERR_SPACE_REQUIRED.rawValue):
            return brokenTag(at: place, source) ?? missingSpace(at: place, source)
        case Int(XML_ERR_GT_REQUIRED.rawValue): return brokenTag(at: place, source) ?? originalProblem(at: place)
        case Int(XML_ERR_ATTRIBUTE_WITHOUT_VALUE.rawValue):
            return foreignSpace(at: place, source) ?? originalProblem(at: place)
        default: return originalProblem(at: place)
        }
    }

    /// Returns a problem with the first line of libxml2's message.
    ///
    /// The message starts in lower case, like ours, unless its first word may be an acronym.
    private func originalProblem(at place: Int) -> SyntaxProblem {
        let text = String(message.prefix { $0 != "\n" })
        guard let first = text.first, !text.dropFirst().prefix(1).contains(where: \.isUppercase) else {
            return problem(place..<place, text)
        }
        return problem(place..<place, first.lowercased() + text.dropFirst())
    }

    /// Creates a problem with the code `not-well-formed`.
    private func problem(_ range: Range<Int>, _ message: String) -> SyntaxProblem {
        SyntaxProblem(code: .notWellFormed, range: range, message: message)
    }

    /// Returns the problem of an end tag that does not match its start tag.
    ///
    /// libxml2's offset is after the name of the end tag.
    private func mismatchedTag(at place: Int, _ builder: TreeBuilder) -> SyntaxProblem {
        let source = builder.source
        let start = source.lastOffset(of: Byte.lessThan, before: place)
        let opening: StaticString = "</"
        let nameStart = min(start + opening.utf8CodeUnitCount, source.count)
        var end = nameStart
        while end < source.count, !Byte.isSpace(source[end]), source[end] != Byte.greaterThan { end += 1 }
        let given = String(decoding: source[nameStart..<end], as: UTF8.self)
        guard let openName = builder.openName else { return problem(start..<end, "'</\(given)>' closes no element") }
        let name = String(decoding: source[openName], as: UTF8.self)
        var result = problem(nameStart..<end, "'</\(given)>' does not close the open element '\(name)'")
        result.notes = [("'\(name)' starts here", openName)]
        return result
    }

    /// Returns the problem of a file that ends before the root element does.
    private func unclosedElement(_ builder: TreeBuilder) -> SyntaxProblem {
        let end = builder.source.count
        guard let openName = builder.openName else { return problem(end..<end, "the file ends within an element") }
        let name = String(decoding: builder.source[openName], as: UTF8.self)
        var result = problem(end..<end, "the file ends before the element '\(name)' is closed")
        result.notes = [("'\(name)' starts here", openName)]
        return result
    }

    /// Returns the problem of an attribute that its tag has twice.
    ///
    /// libxml2's offset is at the end of the tag.
    private func duplicateAttribute(at place: Int, _ source: UnsafeBufferPointer<UInt8>) -> SyntaxProblem {
        let start = source.lastOffset(of: Byte.lessThan, before: place)
        var scanner = StartTagScanner(source, start..<max(start, place))
        var ranges: [String: Range<Int>] = [:]
        while let attribute = scanner.next() {
            let name = String(decoding: source[attribute.name], as: UTF8.self)
            if let first = ranges.updateValue(attribute.name, forKey: name) {
                var result = problem(attribute.name, "the attribute '\(name)' appears twice")
                result.notes = [("first given here", first)]
                return result
            }
        }
        return originalProblem(at: place)
    }

    /// Returns the problem of a reference to an unknown entity.
    ///
    /// libxml2's offset is after the reference.
    private func unknownEntity(at place: Int, _ source: UnsafeBufferPointer<UInt8>) -> SyntaxProblem {
        let start = source.lastOffset(of: Byte.ampersand, before: place)
        guard start < place, source[start] == Byte.ampersand else { return originalProblem(at: place) }
        let text = String(decoding: source[start..<place], as: UTF8.self)
        var result = problem(start..<place, "unknown entity '\(text)'")
        result.help = ["use '&amp;', '&lt;', '&gt;', '&quot;' or '&apos;', or write the character itself"]
        return result
    }

    /// Returns the problem of an unescaped ampersand, or nil if the error is not about an ampersand.
    ///
    /// libxml2's offset is after the ampersand, or after the name that follows.
    private func unescapedAmpersand(at place: Int, _ source: UnsafeBufferPointer<UInt8>) -> SyntaxProblem? {
        let start = source.lastOffset(of: Byte.ampersand, before: place)
        guard start < place, source[start] == Byte.ampersand,
            !source[start..<place].contains(where: { Byte.isSpace($0) || $0 == Byte.semicolon || $0 == Byte.lessThan })
        else { return nil }
        var result = problem(start..<start + 1, "'&' starts an entity reference, which must end with ';'")
        result.help = ["write 'and' in guards, and '&amp;' for the character itself"]
        return result
    }

    /// Returns the problem of a `<` without the name of an element, or nil if there is no `<`.
    ///
    /// libxml2's offset is after the `<`.
    private func unescapedLessThan(at place: Int, _ source: UnsafeBufferPointer<UInt8>) -> SyntaxProblem? {
        guard place > 0, source[place - 1] == Byte.lessThan else { return nil }
        if place < source.count, source[place] == UInt8(ascii: "!") {
            var result = problem(place - 1..<place + 1, "two hyphens must follow '<!'")
            result.help = ["write a comment as '<!-- … -->'"]
            return result
        }
        var result = problem(place - 1..<place, "the name of an element must follow '<'")
        result.help = ["write '&lt;' for the character itself"]
        return result
    }

    /// Returns the problem of a `<` in the value of an attribute.
    ///
    /// libxml2's offset is at the `<`.
    private func lessThanInValue(at place: Int, _ source: UnsafeBufferPointer<UInt8>) -> SyntaxProblem {
        if let result = unclosedValue(before: place, source) { return result }
        let isExact = place < source.count && source[place] == Byte.lessThan
        var result = problem(place..<(isExact ? place + 1 : place), "the value of an attribute cannot contain '<'")
        result.help = ["write 'below' in guards, and '&lt;' for the character itself"]
        return result
    }

    /// Returns the problem of a value without its closing quotation mark; nil if the author probably wrote the `<` at
    /// an offset as part of the value.
    ///
    /// After an unclosed value, the `<` starts a tag or comment on a later line.
    private func unclosedValue(before place: Int, _ source: UnsafeBufferPointer<UInt8>) -> SyntaxProblem? {
        let start = source.lastOffset(of: Byte.lessThan, before: place)
        var scanner = StartTagScanner(source, start..<max(start, place))
        var end = scanner.nameRange.upperBound
        while let attribute = scanner.next() { end = attribute.value.upperBound + 1 }
        guard place + 1 < source.count, source[place] == Byte.lessThan, Self.continuesMarkup(source[place + 1]),
            let quote = source[end..<place].firstIndex(where: Byte.isQuote),
            let lineEnd = source[quote..<place].firstIndex(where: {
                $0 == Byte.lineFeed || $0 == Byte.carriageReturn
            })
        else { return nil }
        let name = source[end..<quote].filter { !Byte.isSpace($0) && $0 != Byte.equals }
        var result = problem(
            quote..<quote + 1,
            "the value of '\(String(decoding: name, as: UTF8.self))' has no closing quotation mark")
        if let foreign = (quote..<lineEnd).lazy.compactMap({ foreignQuote(at: $0, source) }).first {
            result.notes = [(foreign.message, foreign.range)]
        }
        result.notes.append(("a value cannot contain this '<'", place..<place + 1))
        return result
    }

    /// Returns whether a byte after `<` can start the name of a tag, an end tag or a comment.
    private static func continuesMarkup(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "A") || byte == Byte.slash || byte == UInt8(ascii: "!")
    }

    /// Returns the problem of a place where a space must be.
    private func missingSpace(at place: Int, _ source: UnsafeBufferPointer<UInt8>) -> SyntaxProblem {
        var result = problem(place..<place, "a space is missing here")
        if place > 0, Byte.isQuote(source[place - 1]) {
            result.help = ["write a space, or the quotation mark that is missing before this one"]
        }
        return result
    }

    /// Returns the problem of a tag without `>`, or with a foreign character between its attributes; nil if the error
    /// is another one.
    ///
    /// libxml2's offset is at the character that it does not expect in the tag.
    private func brokenTag(at place: Int, _ source: UnsafeBufferPointer<UInt8>) -> SyntaxProblem? {
        guard place < source.count else { return nil }
        if source[place] == Byte.slash {
            let isClosed = place + 1 < source.count && source[place + 1] == Byte.greaterThan
            return isClosed ? nil : problem(place..<place + 1, "'>' must follow '/'")
        }
        guard source[place] == Byte.lessThan else {
            return foreignQuote(at: place, source) ?? foreignSpace(at: place, source)
        }
        let start = source.lastOffset(of: Byte.lessThan, before: place)
        guard start < place else { return nil }
        let isEndTag = source[start + 1] == Byte.slash
        let scanner = StartTagScanner(source, start + (isEndTag ? 1 : 0)..<place)
        guard scanner.hasName else { return nil }
        let name = String(decoding: source[scanner.nameRange], as: UTF8.self)
        return problem(scanner.nameRange, "the tag '\(isEndTag ? "/" : "")\(name)' has no '>'")
    }

    /// Returns the problem of a quotation mark that XML does not know, or nil if there is none at an offset.
    private func foreignQuote(at place: Int, _ source: UnsafeBufferPointer<UInt8>) -> SyntaxProblem? {
        guard let scalar = foreignScalar(at: place, source),
            scalar.properties.isQuotationMark || Self.primes.contains(scalar)
        else { return nil }
        var result = problem(
            place..<place + String(scalar).utf8.count,
            "'\(scalar)' (\(Self.codePoint(scalar))) is not a quotation mark of XML")
        result.help = ["write \" or '"]
        return result
    }

    /// The signs for minutes and seconds, which look like quotation marks.
    private static let primes: ClosedRange<Unicode.Scalar> = "\u{2032}"..."\u{2033}"

    /// Returns the problem of white space or an invisible character that XML does not know, or nil if there is none at
    /// an offset.
    private func foreignSpace(at place: Int, _ source: UnsafeBufferPointer<UInt8>) -> SyntaxProblem? {
        guard let scalar = foreignScalar(at: place, source) else { return nil }
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .format: break
        default: return nil
        }
        let name = scalar.properties.name.map { " (\($0.lowercased()))" } ?? ""
        var result = problem(
            place..<place + String(scalar).utf8.count, "\(Self.codePoint(scalar))\(name) is not white space of XML")
        result.help = ["replace it with a space, or remove it"]
        return result
    }

    /// Returns the scalar at an offset, or nil if there is none or it is ASCII.
    private func foreignScalar(at place: Int, _ source: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
        guard place < source.count, source[place] >= 0x80 else { return nil }
        let bytes = source[place..<min(place + Self.maxScalarLength, source.count)]
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.first
    }

    /// The maximum length of a scalar in UTF-8.
    private static let maxScalarLength = 4

    /// Returns the code point of a scalar that is not ASCII in the notation of Unicode, such as `U+00A0`.
    private static func codePoint(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }

    /// Returns the problem of a reference to a character that XML does not allow, or nil if the error is about no
    /// reference.
    ///
    /// libxml2's offset is within the reference or after it.
    private func characterReference(at place: Int, _ source: UnsafeBufferPointer<UInt8>) -> SyntaxProblem? {
        let start = source.lastOffset(of: Byte.ampersand, before: place)
        let reference = source[start..<min(start + Self.maxReferenceLength, source.count)]
        guard start < place, place <= reference.endIndex, reference.starts(with: "&#".utf8) else { return nil }
        let end = reference.firstIndex(of: Byte.semicolon).map { $0 + 1 } ?? place
        // A control character after a complete reference is itself at fault.
        guard place < end || place >= source.count || source[place] >= Byte.space else { return nil }
        let text = String(decoding: source[start..<end], as: UTF8.self)
        return problem(start..<end, "'\(text)' is not a character that XML allows")
    }

    /// The maximum length of a character reference in a message, in bytes.
    private static let maxReferenceLength = 16
}

/// A problem that prevents parsing, with offsets in the file.
struct SyntaxProblem: Error {
    var code: DiagnosticCode
    var range: Range<Int>
    var message: String
    var notes: [(message: String, range: Range<Int>)] = []
    var help: [String] = []

    func diagnostic(in file: FileID) -> Diagnostic {
        Diagnostic(
            code, at: SourceRange(file: file, range), message,
            notes: notes.map { Diagnostic.Note($0.message, at: SourceRange(file: file, $0.range)) },
            help: help
        )
    }
}
