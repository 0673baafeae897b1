import FlowHost
import FlowRuntime
import Foundation
import GatewayCore
import Hummingbird
import Synchronization

/// What the pages and the API share: rate limits, events and the delivery of tokens.
struct SignIns: Sendable {
    var host: FlowHost
    let flows: [String: OfferedFlow]
    let limits: Limits
    let delivery: TokenDelivery
    /// How long to wait while an earlier event is in progress; zero for clients that can send the event again.
    var patience = Duration.zero

    /// Returns the flow that an address names.
    func flow(_ context: GatewayContext) throws(Problem) -> OfferedFlow {
        guard let name = context.parameters.get("flow"), let flow = flows[name] else { throw .notFound }
        return flow
    }

    /// Plays an event.
    /// - Returns: the step, the end with the values that a client receives of its outcome, or the refusal.
    /// - Throws: a problem if the user name has reached its rate limit, or if the tokens could not be delivered.
    func play(
        _ event: StepEvent, _ flow: OfferedFlow, state: String?, turn: String?, browser: [UInt8]
    ) async throws(Problem) -> SignInReply {
        if case .start(let inputs) = event { try limits.countUsers(of: flow, in: inputs) }
        if case .submit(let answers) = event { try limits.countUsers(of: flow, in: answers) }
        let reply = await patiently {
            await host.play(event, of: flow.name, state: state, turn: turn, user: browser)
        }
        switch reply {
        case .refused(let refusal):
            // The client sends the last answer again, because it never saw the reply.
            guard let end = refusal.current, let outcome = end.outcome else { return .refused(refusal) }
            return .end(end, try await delivery.deliver(outcome, id: end.id, of: flow))
        case .step(let step):
            guard let outcome = step.outcome else { return .step(step) }
            return .end(step, try await delivery.deliver(outcome, id: step.id, of: flow))
        }
    }

    /// Returns the host's reply. Asks again while an earlier event of the sign-in is in progress.
    ///
    /// After a double click, a browser shows only the response to the second request, which must be that to the first.
    func patiently(_ ask: () async -> StepReply) async -> StepReply {
        let end = ContinuousClock.now + patience
        while true {
            let reply = await ask()
            guard reply.refusal?.kind == .busy, ContinuousClock.now < end,
                (try? await Task.sleep(for: .milliseconds(250))) != nil
            else { return reply }
        }
    }
}

/// The reply to an event.
enum SignInReply {
    case step(HostedStep)
    case end(HostedStep, DeliveredOutcome)
    case refused(StepRefusal)
}

extension StepRefusal {
    /// The refusal as a problem.
    var problem: Problem {
        let status =
            switch kind {
            case .answer: 422
            case .superseded, .busy: 409
            case .gone: 410
            case .forbidden: 403
            case .malformed: 400
            case .unavailable: 503
            }
        let seconds = retryAfter.map { max(1, Int($0.components.seconds)) }
        return Problem(status, code, message, parameter: parameter, retryAfter: seconds)
    }
}

/// Limits the requests of each client, and the attempts for each user name. Each node counts for itself.
final class Limits: Sendable {
    private let addresses: Mutex<RateLimit>
    private let users: Mutex<RateLimit>

    init(_ settings: GatewaySettings) {
        addresses = Mutex(RateLimit(perMinute: settings.addressPerMinute))
        users = Mutex(RateLimit(perMinute: settings.userPerMinute))
    }

    /// Counts a request of a client, or throws a problem if there were too many.
    func countRequest(from address: String) throws(Problem) { try count(address, in: addresses) }

    /// Counts an attempt for each user whom inputs or answers of a flow name. Throws a problem if there were too many.
    func countUsers(of flow: OfferedFlow, in values: JSONValue) throws(Problem) {
        for name in values.users(namedBy: flow.user) { try count(name, in: users) }
    }

    private func count(_ key: String, in limit: borrowing Mutex<RateLimit>) throws(Problem) {
        let now = Double(DispatchTime.now().uptimeNanoseconds) / 1e9
        if let seconds = limit.withLock({ $0.count(key, now: now) }) { throw .tooMany(retryAfter: seconds) }
    }
}
