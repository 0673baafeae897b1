package import FlowRuntime

/// Why a request was refused, as problem details (RFC 9457). It contains no value that a client sent.
package struct Problem: Error, Sendable, Equatable {
    /// The status of the response.
    package let status: Int
    /// The stable code, such as `wrong-length`.
    package let code: String
    /// A sentence for people.
    package let detail: String
    /// The input or the answer at fault; nil if there is none.
    package var parameter: String?
    /// The seconds after which the client may try again; nil if that would not help.
    package var retryAfter: Int?
    /// The id of the request, which logs contain too.
    package var request = ""

    /// Creates a problem.
    package init(_ status: Int, _ code: String, _ detail: String, parameter: String? = nil, retryAfter: Int? = nil) {
        self.status = status
        self.code = code
        self.detail = detail
        self.parameter = parameter
        self.retryAfter = retryAfter
    }

    /// The problem as JSON, with the media type `application/problem+json`.
    package var json: JSONValue {
        var members = [
            JSONMember("type", .string("urn:flowc:problem:" + code)), JSONMember("title", .string(title)),
            JSONMember("status", .number(String(status))), JSONMember("detail", .string(detail)),
            JSONMember("code", .string(code)), JSONMember("instance", .string("urn:flowc:request:" + request)),
        ]
        if let parameter { members.append(JSONMember("parameter", .string(parameter))) }
        return .object(members)
    }

    /// The same sentence for all problems of a code.
    private var title: String { PageTexts.sentence(code) }
}

extension Problem {
    package static let notFound = Problem(404, "not-found", "There is no such page")
    package static let malformed = Problem(
        400, "malformed-request", "The body is not a JSON object of the documented form")
    package static let badRequest = Problem(400, "bad-request", "The request is incomplete or malformed")
    package static let wrongType = Problem(415, "wrong-media-type", "The body must have the type application/json")
    package static let undelivered = Problem(
        502, "tokens-undelivered", "The sign-in could not be completed; start again")
    package static let tooLarge = Problem(413, "body-too-large", "The body is too large")
    package static let stateTooLarge = Problem(
        413, "state-too-large", "The state with these inputs and answers would not fit in the next request")
    package static let tooSlow = Problem(408, "body-too-slow", "The body did not arrive in time")
    package static let forged = Problem(403, "forged-form", "This form is from another page, or it is too old")
    /// The response of `/ready` while Redis does not accept writes.
    package static let unavailable = Problem(
        503, "store-unavailable", "The store of pending sign-ins is not available", retryAfter: 1)
    package static let unexpected = Problem(500, "internal-error", "The server failed")

    /// The problem of a client or a user name that sends too many requests.
    package static func tooMany(retryAfter seconds: Int) -> Problem {
        Problem(429, "too-many-requests", "There were too many requests; try again later", retryAfter: seconds)
    }
}
