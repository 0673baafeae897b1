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
        case Int(XML_ERR_INVALID_HEX_CHARREF.rawValue), Int(XML_ERR_INVALID_DEC_CHARREF.rawValue),
            Int(XML_ERR_INVALID_CHARREF.rawValue), Int(XML_ERR_INVALID_CHAR.rawValue):
            return characterReference(at: place, source) ?? originalProblem(at: place)
        case Int(XML_ERR_ATTRIBUTE_NOT_STARTED.rawValue):
            return problem(place..<place, "the value of an attribute must be in quotation marks")
        case Int(XML_ERR_LT_IN_ATTRIBUTE.rawValue): return lessThanInValue(at: place, source)
        case Int(XML_ERR_SPACE_REQUIRED.rawValue): return problem(place..<place, "a space is missing here")
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

    /// Returns the problem of a `<` without the name of an element, or the original problem if there is no `<`.
    ///
    /// libxml2's offset is after the `<`.
    private func unescapedLessThan(at place: Int, _ source: UnsafeBufferPointer<UInt8>) -> SyntaxProblem {
        guard place > 0, source[place - 1] == Byte.lessThan else { return originalProblem(at: place) }
        var result = problem(place - 1..<place, "the name of an element must follow '<'")
        result.help = ["write '&lt;' for the character itself"]
        return result
    }

    /// Returns the problem of a `<` in the value of an attribute.
    ///
    /// libxml2's offset is at the `<`.
    private func lessThanInValue(at place: Int, _ source: UnsafeBufferPointer<UInt8>) -> SyntaxProblem {
        let isExact = place < source.count && source[place] == Byte.lessThan
        var result = problem(place..<(isExact ? place + 1 : place), "the value of an attribute cannot contain '<'")
        result.help = ["write 'below' in guards, and '&lt;' for the character itself"]
        return result
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
