/// The types of a flow's slots, with their numbers in a table.
package enum SlotType: UInt8, CaseIterable, Sendable {
    case text, secret, digits, choice, list, map, bytes, session, flag, seconds
    /// The end of a deadline: milliseconds since 1970 in decimal digits.
    case instant

    /// Whether values of this type are secret.
    ///
    /// They must never reach a trace, a diagram, an error message, or a presentation that does not disclose them.
    package var isSecret: Bool { self == .secret || self == .session }
}

extension SlotType {
    /// The values of type ``seconds``, which are at most a day.
    package static var allSeconds: ClosedRange<Int> { 1...86_400 }

    /// Returns the number that a text of type ``seconds`` stands for, or nil if the text is not of this type.
    ///
    /// A text of this type consists of decimal digits without leading zeros, and its number is in ``allSeconds``.
    package static func seconds(_ text: UnsafeRawBufferPointer) -> Int? {
        let maxDigits = 5
        guard text.count <= maxDigits, let first = text.first, first != UInt8(ascii: "0") else { return nil }
        var number = 0
        for byte in text {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return number <= allSeconds.upperBound ? number : nil
    }

    /// Returns the number that a text of type ``seconds`` stands for, or nil if the text is not of this type.
    package static func seconds(_ text: String) -> Int? {
        var text = text
        return text.withUTF8 { seconds(UnsafeRawBufferPointer($0)) }
    }
}

extension SlotType {
    /// The type's name in the flow language, which has no values of type ``instant``.
    package var name: String {
        switch self {
        case .text: "text"
        case .secret: "secret"
        case .digits: "digits"
        case .choice: "choice"
        case .list: "list"
        case .map: "map"
        case .bytes: "bytes"
        case .session: "session"
        case .flag: "flag"
        case .seconds: "seconds"
        case .instant: "instant"
        }
    }

    /// Creates the type with a name, or returns nil if there is no such type.
    package init?(name: String) {
        guard let type = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = type
    }
}
