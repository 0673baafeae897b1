import FlowRuntime
import Foundation
import Synchronization

/// A service that sends a code and accepts each sign-in's code once. It is right about sessions, and counts.
final class SmsService: FlowService {
    struct Counts: Sendable {
        var started = 0
        /// How often each session was answered, and how often rightly.
        var answers: [String: Int] = [:]
        var accepted: [String: Int] = [:]
        var discarded = 0
    }

    private let counts = Mutex(Counts())
    private let delay: Duration
    /// How long the service takes when it has taken an answer, before it replies.
    private let slowness: Mutex<Duration> = Mutex(.zero)

    init(delay: Duration = .zero) { self.delay = delay }

    var seen: Counts { counts.withLock { $0 } }

    func become(slow time: Duration) { slowness.withLock { $0 = time } }

    func call(_ request: FlowRequest) async -> FlowReply {
        if delay > .zero { try? await Task.sleep(for: delay) }
        let reply = reply(request)
        let wait = slowness.withLock { $0 }
        if wait > .zero, request.operation == "RespondToAuthChallenge" { try? await Task.sleep(for: wait) }
        return reply
    }

    func discard(_ reply: FlowReply, to request: FlowRequest) async { counts.withLock { $0.discarded += 1 } }

    private func reply(_ request: FlowRequest) -> FlowReply {
        let session = request.body["Session"]?.string ?? ""
        return counts.withLock { counts in
            guard request.operation == "RespondToAuthChallenge" else {
                counts.started += 1
                return .json([
                    "ChallengeName": "SMS_MFA", "Session": .string("session-\(counts.started)"),
                    "ChallengeParameters": ["CODE_DELIVERY_DESTINATION": "+49***7"],
                ])
            }
            counts.answers[session, default: 0] += 1
            guard request.body["ChallengeResponses"]?["SMS_MFA_CODE"]?.string == "123456" else {
                return .error(type: "CodeMismatchException", message: "Invalid code")
            }
            guard counts.accepted[session] == nil else {
                return .error(type: "NotAuthorizedException", message: "used")
            }
            counts.accepted[session] = 1
            return .json([
                "AuthenticationResult": [
                    "AccessToken": .string("access-" + session), "IdToken": "id", "RefreshToken": "refresh",
                    "ExpiresIn": .number("3600"),
                ]
            ])
        }
    }
}
