/// An element of a well-formed XML text, read without the compiler's own reader, so that the two can disagree.
struct XMLElement {
    /// Its name.
    var name: String
    /// Its attributes.
    var attributes: [String: String] = [:]
    /// The elements inside.
    var children: [XMLElement] = []

    /// The children of a name.
    func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// The words of an attribute.
    func words(_ attribute: String) -> [String] {
        (attributes[attribute] ?? "").split { $0 == " " || $0 == "\n" || $0 == "\t" }.map(String.init)
    }

    /// The parts of a path in an attribute.
    func path(_ attribute: String) -> [String] { (attributes[attribute] ?? "").split(separator: "/").map(String.init) }

    /// Whether an attribute is `true`.
    func isTrue(_ attribute: String) -> Bool { attributes[attribute] == "true" }

    /// Reads a text: without entities, processing instructions and text content.
    static func read(_ text: String) -> XMLElement {
        var reader = XMLTextReader(rest: Array(text.utf8)[...])
        var open = [XMLElement(name: "")]
        while let tag = reader.nextTag() {
            switch tag {
            case .opening(let element): open.append(element)
            case .empty(let element): open[open.count - 1].children.append(element)
            case .closing:
                guard open.count > 1 else { continue }
                let element = open.removeLast()
                open[open.count - 1].children.append(element)
            }
        }
        return open[0].children.first ?? open[0]
    }
}

/// Reads tag after tag.
private struct XMLTextReader {
    enum Tag {
        case opening(XMLElement)
        case empty(XMLElement)
        case closing
    }

    var rest: ArraySlice<UInt8>

    mutating func nextTag() -> Tag? {
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...]
            if rest.starts(with: Array("<!--".utf8)) {
                skip(past: "-->")
            } else if rest.starts(with: Array("<?".utf8)) {
                skip(past: "?>")
            } else {
                return tag()
            }
        }
        return nil
    }

    private mutating func skip(past end: String) {
        let end = Array(end.utf8)
        while !rest.isEmpty, !rest.starts(with: end) { rest = rest.dropFirst() }
        rest = rest.dropFirst(end.count)
    }

    private mutating func tag() -> Tag {
        rest = rest.dropFirst()
        if rest.first == UInt8(ascii: "/") {
            skip(past: ">")
            return .closing
        }
        var element = XMLElement(name: word())
        while true {
            skipSpace()
            if rest.isEmpty || rest.first == UInt8(ascii: ">") {
                rest = rest.dropFirst()
                return .opening(element)
            }
            if rest.first == UInt8(ascii: "/") {
                skip(past: ">")
                return .empty(element)
            }
            let name = word()
            element.attributes[name] = value()
        }
    }

    private mutating func skipSpace() { rest = rest.drop { $0 <= 0x20 } }

    private mutating func word() -> String {
        let end = rest.firstIndex { $0 <= 0x20 || [0x3D, 0x3E, 0x2F].contains($0) } ?? rest.endIndex
        defer { rest = rest[end...] }
        return String(decoding: rest[..<end], as: UTF8.self)
    }

    private mutating func value() -> String {
        skipSpace()
        rest = rest.dropFirst()
        skipSpace()
        guard let quote = rest.first else { return "" }
        rest = rest.dropFirst()
        let end = rest.firstIndex(of: quote) ?? rest.endIndex
        defer { rest = rest[end...].dropFirst() }
        return String(decoding: rest[..<end], as: UTF8.self)
    }
}
