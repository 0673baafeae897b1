/// The reason why a certificate proves nothing of a table.
public struct Refusal: Error, Sendable, Equatable {
    /// The stable codes.
    public enum Code: String, Sendable, CaseIterable {
        case badTable = "bad-table"
        case badCertificate = "bad-certificate"
        case otherTable = "other-table"
        case unsupported
        case tooHard = "too-hard"
        case notInitial = "not-initial"
        case notClosed = "not-closed"
        case untaken
        case missingValue = "missing-value"
        case staleSession = "stale-session"
        case forbiddenEnd = "forbidden-end"
        case unprovenTokens = "unproven-tokens"
        case notAlways = "not-always"
        case stuck
    }

    /// The code.
    public let code: Code
    /// The place: state, event, line of the certificate or byte of the table.
    public let place: String
    /// One sentence.
    public let reason: String

    init(_ code: Code, _ place: String, _ reason: String) {
        self.code = code
        self.place = place
        self.reason = reason
    }

    /// Whether table or certificate cannot be read at all.
    public var isUnreadable: Bool { code == .badTable || code == .badCertificate }
}

/// Reads bytes one after the other, never beyond an end.
struct Cursor {
    let bytes: [UInt8]
    var offset: Int
    var end: Int

    var fault: Refusal { Refusal(.badTable, "byte \(offset)", "the table is damaged here") }

    mutating func byte() throws(Refusal) -> Int {
        guard offset >= 0, offset < end, end <= bytes.count else { throw fault }
        offset += 1
        return Int(bytes[offset - 1])
    }

    /// A number of seven bits a byte, the lowest first, of at most four bytes.
    mutating func number() throws(Refusal) -> Int {
        var result = 0
        for shift in [0, 7, 14, 21] {
            let next = try byte()
            result |= (next & 0x7F) << shift
            if next < 0x80 { return result }
        }
        throw fault
    }

    mutating func number(below limit: Int) throws(Refusal) -> Int {
        let result = try number()
        guard result < limit else { throw fault }
        return result
    }

    /// A little-endian number of a fixed width.
    mutating func fixed(_ width: Int) throws(Refusal) -> Int {
        var result = 0
        for index in 0..<width { result |= try byte() << (8 * index) }
        return result
    }

    mutating func take(_ count: Int) throws(Refusal) -> [UInt8] {
        guard count >= 0, offset <= end, count <= end - offset else { throw fault }
        offset += count
        return Array(bytes[offset - count..<offset])
    }

    /// Numbers that point at one of some things, in as many bytes as their number takes.
    mutating func column(_ count: Int, of things: Int) throws(Refusal) -> [Int] {
        let width = things == 0 ? 0 : things <= 0x100 ? 1 : things <= 0x1_0000 ? 2 : 4
        guard width == 0 || count <= (end - offset) / width else { throw fault }
        var result: [Int] = []
        for _ in 0..<count { result.append(try fixed(width)) }
        return result
    }

    mutating func list<Element>(_ element: (inout Cursor) throws(Refusal) -> Element) throws(Refusal) -> [Element] {
        let count = try number()
        guard count <= end - offset else { throw fault }
        var result: [Element] = []
        for _ in 0..<count { result.append(try element(&self)) }
        return result
    }
}
