internal import CLibXML2
internal import FlowDiagnostics

/// A fatal error of libxml2, to be converted to a finding.
///
/// Frequent errors get a better location and a plainer message.
struct WellFormednessFault {
    /// libxml2's error code.
    let code: Int
    /// libxml2's message.
    let message: String
    /// libxml2's offset in the whole file.
    let offset: Int

    /// Converts the error to a problem.
    func problem(in builder: TreeBuilder) -> SyntaxProblem {
        let source = builder.source
        let place = min(max(offset, 0), source.count)
        switch code {
        case Int(XML_ERR_TAG_NAME_MISMATCH.rawValue): return mismatch(place, builder)
        case Int(XML_ERR_TAG_NOT_FINISHED.rawValue): return unfinished(builder)
        case Int(XML_ERR_ATTRIBUTE_REDEFINED.rawValue): return duplicate(place, source)
        case Int(XML_ERR_DOCUMENT_EMPTY.rawValue):
            return problem(place..<place, "the file does not start with an element")
        case Int(XML_ERR_DOCUMENT_END.rawValue):
            return problem(place..<place, "there is content after the root element")
        case Int(XML_ERR_UNDECLARED_ENTITY.rawValue): return entity(place, source)
        case Int(XML_ERR_NAME_REQUIRED.rawValue), Int(XML_ERR_ENTITYREF_SEMICOL_MISSING.rawValue):
            return ampersand(place, source) ?? problem(place..<place, plain(message))
        default: return problem(place..<place, plain(message))
        }
    }

    private func problem(_ range: Range<Int>, _ message: String) -> SyntaxProblem {
        SyntaxProblem(code: .notWellFormed, range: range, message: message)
    }

    /// Converts a mismatched tag. libxml2's position is after the end tag's name.
    private func mismatch(_ place: Int, _ builder: TreeBuilder) -> SyntaxProblem {
        let source = builder.source
        let start = source.lastOffset(of: Byte.lessThan, before: place)
        var end = min(start + 2, source.count)
        while end < source.count, !Byte.isSpace(source[end]), source[end] != Byte.greaterThan { end += 1 }
        let given = String(decoding: source[min(start + 2, end)..<end], as: UTF8.self)
        guard let open = builder.openTag else { return problem(start..<end, "'</\(given)>' closes no element") }
        let name = String(decoding: source[open.name], as: UTF8.self)
        var result = problem(min(start + 2, end)..<end, "'</\(given)>' does not close the open element '\(name)'")
        result.notes = [("'\(name)' starts here", open.name)]
        return result
    }

    private func unfinished(_ builder: TreeBuilder) -> SyntaxProblem {
        let end = builder.source.count
        guard let open = builder.openTag else { return problem(end..<end, "the file ends within an element") }
        let name = String(decoding: builder.source[open.name], as: UTF8.self)
        var result = problem(end..<end, "the file ends before the element '\(name)' is closed")
        result.notes = [("'\(name)' starts here", open.name)]
        return result
    }

    /// Converts a duplicate attribute, whose second occurrence is searched.
    ///
    /// libxml2's position is at the end of the tag.
    private func duplicate(_ place: Int, _ source: UnsafeBufferPointer<UInt8>) -> SyntaxProblem {
        let start = source.lastOffset(of: Byte.lessThan, before: place)
        var scanner = StartTagScanner(source, start..<max(start, place))
        var seen: [String: Range<Int>] = [:]
        while let attribute = scanner.next() {
            let name = String(decoding: source[attribute.name], as: UTF8.self)
            if let first = seen.updateValue(attribute.name, forKey: name) {
                var result = problem(attribute.name, "the attribute '\(name)' is given twice")
                result.notes = [("first given here", first)]
                return result
            }
        }
        return problem(place..<place, plain(message))
    }

    /// Converts an entity error. libxml2's position is after the reference.
    private func entity(_ place: Int, _ source: UnsafeBufferPointer<UInt8>) -> SyntaxProblem {
        let start = source.lastOffset(of: Byte.ampersand, before: place)
        guard start < place, source[start] == Byte.ampersand else {
            return problem(place..<place, plain(message))
        }
        let text = String(decoding: source[start..<place], as: UTF8.self)
        var result = problem(start..<place, "unknown entity '\(text)'")
        result.help = ["use '&amp;', '&lt;', '&gt;', '&quot;' or '&apos;', or write the character itself"]
        return result
    }

    /// Converts an unescaped ampersand; nil if there is none.
    ///
    /// libxml2's position is after it, or after a supposed entity name.
    private func ampersand(_ place: Int, _ source: UnsafeBufferPointer<UInt8>) -> SyntaxProblem? {
        let start = source.lastOffset(of: Byte.ampersand, before: place)
        guard start < place, source[start] == Byte.ampersand else { return nil }
        var result = problem(start..<start + 1, "'&' starts an entity, which must end with ';'")
        result.help = ["write 'and' in guards, and '&amp;' for the character itself"]
        return result
    }

    /// libxml2's message without line end, in lower case.
    private func plain(_ message: String) -> String {
        let text = String(message.prefix { $0 != "\n" })
        guard let first = text.first, !text.dropFirst().prefix(1).contains(where: \.isUppercase) else { return text }
        return first.lowercased() + text.dropFirst()
    }
}
