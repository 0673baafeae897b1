import FlowCore

/// A record of a request for logs: its operation, user and result, without secrets.
package struct PoolRequestRecord: Sendable, Equatable {
    /// The maximum length of a recorded text in Unicode scalars.
    private static let maxLength = 80

    /// The operation; for another request, its method and path.
    package let operation: String
    /// The username in the request, if any.
    package let username: String?
    /// The challenge in the response, if any.
    package let challenge: String?
    /// The error's type, if the response is an error.
    package let errorType: String?
    /// The HTTP status of the response.
    package let status: Int

    /// Creates the record of a request and its response; `request` is nil if the body was not read.
    init(_ operation: String, request: JSONValue?, response: JSONValue, errorType: String?, status: Int) {
        self.operation = Self.printable(operation)
        username = Self.username(in: request).map(Self.printable)
        challenge = errorType == nil ? response["ChallengeName"]?.string.map(Self.printable) : nil
        self.errorType = errorType.map(Self.printable)
        self.status = status
    }

    /// Returns the username in an operation's request, or nil if it has none.
    private static func username(in request: JSONValue?) -> String? {
        request?["Username"]?.string ?? request?["AuthParameters"]?["USERNAME"]?.string
            ?? request?["ChallengeResponses"]?["USERNAME"]?.string
    }

    /// Returns a client's text, truncated to ``maxLength``, with U+FFFD for each scalar that could affect a terminal.
    private static func printable(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars.prefix(maxLength) {
            result.unicodeScalars.append(scalar.properties.isPrintable ? scalar : "\u{FFFD}")
        }
        return result
    }
}

extension Unicode.Scalar.Properties {
    /// Whether the scalar is visible and has no other effect on a terminal.
    fileprivate var isPrintable: Bool {
        switch generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
