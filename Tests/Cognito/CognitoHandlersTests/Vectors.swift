import FlowCore
import TestSupport
import Testing

/// Known answers in the files beside.
enum Vectors {
    /// The content of a file.
    static func read(_ name: String) throws -> JSONValue {
        let bytes = try PackageFiles.bytes("Tests/Cognito/CognitoHandlersTests/Vectors/\(name).json")
        return try #require(JSONValue(json: bytes))
    }

    /// The cases of a list; an issue if there are none.
    static func cases(_ value: JSONValue?) throws -> [JSONValue] {
        guard case .array(let items) = value, !items.isEmpty else {
            Issue.record("no cases")
            return []
        }
        return items
    }
}

extension JSONValue {
    /// The text of a member that a case must have.
    func text(_ name: String) throws -> String { try #require(self[name]?.string, "no \(name)") }

    /// The bytes of a member in hexadecimal digits.
    func bytes(_ name: String) throws -> [UInt8] { try bytesOfHex(try text(name)) }

    /// The number of a member in decimal digits.
    func number(_ name: String) throws -> Int { try #require(Int(try text(name)), "no number in \(name)") }
}

/// Reads hexadecimal digits in a way that is not the one under test.
func bytesOfHex(_ text: String) throws -> [UInt8] {
    let digits = try (text.utf8.count % 2 == 0 ? text : "0" + text).map { try #require($0.hexDigitValue) }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
}
