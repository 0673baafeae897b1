import FlowCore
import FlowRuntime
import TestSupport

/// A service whose every answer says whose it is: sessions, tokens and errors have the user's name in them.
///
/// The right password of `ana` is `password of ana`, and the right code `code of ana`. Each answer repeats the number of the exchange that
/// it belongs to, and comes after some milliseconds that its seed decides.
enum NamedService {
    /// The field that numbers an exchange, in the request and in its answer.
    static let number = "X-Exchange"

    /// An answer that comes late by up to so many milliseconds.
    static func answer(within milliseconds: Int) -> TestServer.Answer {
        .computed { request in
            var random = Seeded(UInt64(number(of: request) ?? 0))
            return .late(random.below(milliseconds + 1), answer(to: request))
        }
    }

    /// The number of an exchange.
    static func number(of request: TestServer.Request) -> Int? {
        let line = request.head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(number.lowercased() + ":") }
        return line.flatMap { Int($0.drop { $0 != ":" }.dropFirst().drop { $0 == " " }) }
    }

    private static func answer(to request: TestServer.Request) -> TestServer.Answer {
        let body = JSONValue(json: Array(request.body.utf8)) ?? .null
        let given = body["AuthParameters"] ?? body["ChallengeResponses"]
        let user = given?["USERNAME"]?.string ?? "nobody"
        let fields = ["\(number): \(self.number(of: request) ?? 0)"]
        func refuse(_ why: String) -> TestServer.Answer {
            .reply(400, fields: fields, #"{"__type":"NotAuthorizedException","message":"\#(why) of \#(user)"}"#)
        }
        let session = "the-session-that-is-of-\(user)"
        if request.head.contains("InitiateAuth") {
            guard given?["PASSWORD"]?.string == "password of \(user)" else { return refuse("wrong password") }
            return .reply(200, fields: fields, challenge(user, session))
        }
        guard body["Session"]?.string == session else { return refuse("another's session instead of that") }
        guard given?["SMS_MFA_CODE"]?.string == "code of \(user)" else { return refuse("wrong code") }
        return .reply(200, fields: fields, tokens(user))
    }

    private static func challenge(_ user: String, _ session: String) -> String {
        let parameters: JSONValue = [
            "USER_ID_FOR_SRP": .string(user), "CODE_DELIVERY_DESTINATION": .string("the telephone of \(user)"),
        ]
        let challenge: JSONValue = [
            "ChallengeName": "SMS_MFA", "Session": .string(session), "ChallengeParameters": parameters,
        ]
        return challenge.jsonText
    }

    private static func tokens(_ user: String) -> String {
        let result: JSONValue = [
            "IdToken": .string("id token of \(user)"), "AccessToken": .string("access token of \(user)"),
            "RefreshToken": .string("refresh token of \(user)"),
        ]
        let reply: JSONValue = ["AuthenticationResult": result]
        return reply.jsonText
    }
}
