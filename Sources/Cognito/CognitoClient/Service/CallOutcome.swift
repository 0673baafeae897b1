import CognitoWire
import FlowCore
import FlowRuntime
import FlowTable

/// How an attempt to send a request ended.
enum CallOutcome: Sendable {
    /// The service succeeded, with this response.
    case success(HTTPResponse)
    case refusal(ServiceError, status: Int)
    /// The response of an intermediary, such as a proxy: neither success nor an error of the service.
    case intermediaryResponse(status: Int)
    /// There was no complete and valid response.
    case failure(HTTPFailure)

    /// Creates the outcome of an attempt from the transport's result.
    init(_ result: Result<HTTPResponse, HTTPFailure>) {
        switch result {
        case .failure(let failure): self = .failure(failure)
        case .success(let response) where (200..<300).contains(response.status): self = .success(response)
        case .success(let response):
            if let error = ServiceError(response) {
                self = .refusal(error, status: response.status)
            } else {
                self = .intermediaryResponse(status: response.status)
            }
        }
    }

    /// Whether the service may have rejected the signature's time, by the list in the AWS SDK for JavaScript.
    var isClockSkewError: Bool {
        guard case .refusal(let error, _) = self else { return false }
        return [
            "InvalidSignatureException", "SignatureDoesNotMatch", "RequestExpired", "RequestTimeTooSkewed",
            "RequestInTheFuture", "AuthFailure",
        ].contains(error.type)
    }

    /// The reply that the flow receives for this outcome.
    var reply: FlowReply {
        switch self {
        case .success(let response): .body(WireForm.encodedReply(response.body))
        case .refusal(let error, _): .error(type: error.type, message: error.message)
        // A gateway that throttles may send only the status.
        case .intermediaryResponse(429): .error(type: ClientErrorName.tooManyRequests, message: Self.message(for: 429))
        case .intermediaryResponse(let status):
            .error(type: ClientErrorName.network, message: Self.message(for: status))
        case .failure(let failure): .error(type: ClientErrorName.network, message: failure.description)
        }
    }

    /// Returns the message for an intermediary's response with a status.
    private static func message(for status: Int) -> String {
        (300..<400).contains(status)
            ? "the response is a redirect (status \(status)), which the client does not follow"
            : "the response has the status \(status), but contains no error that the service defines"
    }
}

/// An error that the service reported.
struct ServiceError: Sendable, Equatable {
    /// The maximum length of an error's name in bytes. A longer text is not a name.
    private static let longestName = 128
    /// The error's name without namespace and address, such as `NotAuthorizedException`.
    let type: String
    /// The service's message; empty if it has none.
    let message: String
    /// Whether the header or `__type` names the error: only the service writes these. Others may write `code`.
    let isOwn: Bool

    /// Parses the error of a response.
    ///
    /// The header `x-amzn-errortype` names the error, or else `__type` or `code` in the body (AWS JSON 1.1, "operation
    /// error serialization" in Smithy's specification). Older services and emulators write `code` and `Message`.
    /// - Returns: nil if the response names no error.
    init?(_ response: HTTPResponse) {
        let body = JSONValue(json: response.body)
        let headerName = response["x-amzn-errortype"].flatMap(Self.name)
        let ownName = headerName ?? body?["__type"]?.string.flatMap(Self.name)
        guard let type = ownName ?? body?["code"]?.string.flatMap(Self.name) else { return nil }
        self.type = type
        isOwn = ownName != nil
        message = (body?["message"] ?? body?["Message"])?.string ?? ""
    }

    /// Returns the name in `namespace#Name:http://address`, where namespace and address are optional; nil if the text
    /// contains no name. Blanks before the name are ignored, and so is everything after a blank that follows it.
    private static func name(in text: String) -> String? {
        let head = text.prefix { $0 != ":" }
        let name = head.split(separator: "#", omittingEmptySubsequences: false).last ?? head
        let trimmed = name.drop { $0 == " " }.prefix { $0 != " " }
        let hasNameLength = !trimmed.isEmpty && trimmed.utf8.count <= longestName
        return hasNameLength && trimmed.allSatisfy(isNameCharacter) ? String(trimmed) : nil
    }

    /// Returns whether the name of an error may contain a character.
    private static func isNameCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
    }
}

/// The names of errors that the client raises. The shipped flows have classes for them.
enum ClientErrorName {
    /// The transport failed.
    static let network = ReservedError.network.rawValue
    /// The service or a gateway throttles requests. The name is the service's own.
    static let tooManyRequests = "TooManyRequestsException"
    /// The client's configuration lacks something that this request needs, or the operation's name is malformed.
    static let configuration = ReservedError.configuration.rawValue
}
