import FlowCore

/// What a server says of a request to people who watch it. Never a secret: only the operation, the user and the result
/// of it.
package struct PoolRequestRecord: Sendable, Equatable {
    /// The operation, or method and path of what is none.
    package let operation: String
    /// The user name in the request, if there is one.
    package let username: String?
    /// The challenge that the answer asks for, if it asks for one.
    package let challenge: String?
    /// The error's type, if the answer is one.
    package let errorType: String?
    /// The status of HTTP.
    package let status: Int

    /// Creates a request and its answer.
    init(_ operation: String, _ request: JSONValue?, _ answer: JSONValue, errorType: String?, status: Int) {
        self.operation = Self.printable(operation)
        username = Self.username(in: request).map(Self.printable)
        challenge = errorType == nil ? answer["ChallengeName"]?.string.map(Self.printable) : nil
        self.errorType = errorType.map(Self.printable)
        self.status = status
    }

    /// Where requests of the API name a user.
    private static func username(in request: JSONValue?) -> String? {
        request?["Username"]?.string ?? request?["AuthParameters"]?["USERNAME"]?.string
            ?? request?["ChallengeResponses"]?["USERNAME"]?.string
    }

    /// What a client sent, without what would move a terminal's cursor, and not too long.
    private static func printable(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars.prefix(80) {
            result.unicodeScalars.append(scalar.properties.isPrintable ? scalar : "\u{FFFD}")
        }
        return result
    }
}

extension Unicode.Scalar.Properties {
    /// Whether the scalar is seen on a terminal and changes nothing else.
    fileprivate var isPrintable: Bool {
        switch generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
