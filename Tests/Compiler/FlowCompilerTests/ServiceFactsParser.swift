/// Reads the elements and attributes of a plain XML file: no entities, no sections, text is passed over.
struct ServiceFactsParser {
    /// What stands where something else was expected, by its offset.
    struct Failure: Error {
        let offset: Int
    }

    private let bytes: [UInt8]
    private var offset = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The root element of a file.
    static func parse(_ bytes: [UInt8]) throws -> ServiceFactsElement {
        var parser = ServiceFactsParser(bytes)
        try parser.skipToTag()
        let root = try parser.element()
        parser.skipText()
        guard parser.offset == bytes.count else { throw Failure(offset: parser.offset) }
        return root
    }

    private var next: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    private func stands(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard offset + count <= bytes.count else { return false }
        return (0..<count).allSatisfy { bytes[offset + $0] == text.utf8Start[$0] }
    }

    private mutating func take(_ text: StaticString) throws {
        guard stands(text) else { throw Failure(offset: offset) }
        offset += text.utf8CodeUnitCount
    }

    private mutating func skip(past text: StaticString) throws {
        while !stands(text) {
            guard offset < bytes.count else { throw Failure(offset: offset) }
            offset += 1
        }
        try take(text)
    }

    private mutating func skipText() {
        while offset < bytes.count, next != UInt8(ascii: "<") { offset += 1 }
    }

    /// Passes over text, comments and processing instructions.
    private mutating func skipToTag() throws {
        skipText()
        while stands("<!--") || stands("<?") {
            try stands("<?") ? skip(past: "?>") : skip(past: "-->")
            skipText()
        }
    }

    private mutating func skipSpace() {
        while next == 0x20 || next == 0x0A || next == 0x09 || next == 0x0D { offset += 1 }
    }

    private mutating func word() throws -> String {
        let start = offset
        while offset < bytes.count, !" \n\t\r=/>".utf8.contains(next) { offset += 1 }
        guard offset > start else { throw Failure(offset: offset) }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func element() throws -> ServiceFactsElement {
        try take("<")
        var element = ServiceFactsElement(name: try word())
        skipSpace()
        while next != UInt8(ascii: "/"), next != UInt8(ascii: ">") {
            let name = try word()
            try take("=\"")
            let start = offset
            try skip(past: "\"")
            guard element.attributes[name] == nil else { throw Failure(offset: start) }
            element.attributes[name] = String(decoding: bytes[start..<offset - 1], as: UTF8.self)
            skipSpace()
        }
        guard !stands("/>") else {
            try take("/>")
            return element
        }
        try take(">")
        try skipToTag()
        while !stands("</") {
            element.children.append(try self.element())
            try skipToTag()
        }
        try take("</")
        guard try word() == element.name else { throw Failure(offset: offset) }
        try take(">")
        return element
    }
}
