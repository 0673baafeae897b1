import CognitoWire
import FlowRuntime

/// The outcome of one attempt at a call.
enum CallOutcome: Sendable {
    /// The service succeeded, with this response.
    case success(HTTPResponse)
    /// The service returned an error.
    case refusal(ServiceError, status: Int)
    /// The response of an intermediary, such as a proxy: neither success nor an error of the service.
    case intermediaryResponse(status: Int)
    /// There was no response.
    case failure(HTTPFailure)

    /// Classifies the result of the transport.
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

    /// Whether the service rejected the signature's time. (These are the errors that botocore retries as "clock
    /// skew".)
    var isClockSkewError: Bool {
        guard case .refusal(let error, _) = self else { return false }
        return [
            "InvalidSignatureException", "SignatureDoesNotMatch", "RequestExpired", "RequestTimeTooSkewed",
            "RequestInTheFuture", "AuthFailure",
        ].contains(error.type)
    }

    /// The reply for the flow.
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
            : "the response has the status \(status), and contains no error of the service"
    }
}
