import CognitoFlows
import FlowCore
import FlowObservation
import FlowRuntime
import Observation
import TestSupport
import Testing

typealias Kiosk = ShippedFlow.Kiosk

/// The sign-in of a kiosk with a service that a test scripts and a clock that it moves.
@MainActor struct Desk {
    let clock = ManualClock()
    let service: DeskService
    let model: FlowSessionModel<Kiosk>

    /// Creates a desk whose service gives these replies.
    init(_ replies: FlowReply...) throws {
        service = DeskService(replies)
        let kiosk = try Kiosk(handlers: Kiosk.handlers(DeskHandlers()), service: service, clock: clock)
        model = FlowSessionModel(kiosk, clock: clock)
    }

    /// Starts the flow, and answers until the user chooses a way to sign in.
    func chooseWay(limit: Duration? = nil) async throws -> Kiosk.HowWillYouProveIt {
        try await model.chooseWay(limit: limit)
    }

    /// Starts the flow, and answers until the user types the code.
    func enterCode() async throws -> Kiosk.TypeTheCode {
        let way = try await chooseWay()
        await model.perform { try await way.submit(.mail) }
        return try #require(model.step?.code)
    }
}

extension FlowSessionModel<Kiosk> {
    /// Starts the flow, and answers until the user chooses a way to sign in.
    func chooseWay(limit: Duration? = nil) async throws -> Kiosk.HowWillYouProveIt {
        await start(Kiosk.Inputs(sessionSeconds: limit))
        let badge = try #require(step?.badge)
        await perform { try await badge.submit(badge: "ana") }
        let rules = try #require(step?.rules)
        await perform { try await rules.submit(.agree) }
        return try #require(step?.way)
    }
}

/// Holds up whoever passes while it is closed.
actor Door {
    private var isOpen = true
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private(set) var arrivals = 0

    func pass() async {
        arrivals += 1
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    func close() { isOpen = false }

    func open() {
        isOpen = true
        for one in waiting { one.resume() }
        waiting = []
    }

    /// Waits until so many have come.
    func arrivals(_ count: Int) async throws { try await until { await self.arrivals >= count } }
}

/// A service whose replies a test scripts, in order. While its door is closed, requests wait.
actor DeskService: FlowService {
    let door = Door()
    private var replies: [FlowReply]

    init(_ replies: [FlowReply]) { self.replies = replies }

    func call(_ request: FlowRequest) async -> FlowReply {
        await door.pass()
        return replies.isEmpty ? .error(type: "Unscripted", message: request.operation) : replies.removeFirst()
    }
}

/// A journal that records nothing. While its door is closed, calls wait.
struct DeskJournal: FlowJournal {
    let door = Door()

    func willCall(_ state: FlowSessionState) async throws(FlowHandlerFailure) { await door.pass() }
    func didSettle(_ state: FlowSessionState, hasEnded: Bool) async throws(FlowHandlerFailure) { await door.pass() }
}

extension FlowReply {
    static let mail = json(["ChallengeName": "EMAIL_OTP", "Session": "s1", "ChallengeParameters": [:]])
    static let wrongCode = error(type: "CodeMismatchException", message: "The code is wrong.")
    static let tokens = json(["AuthenticationResult": ["AccessToken": "A", "IdToken": "I", "RefreshToken": "R"]])
}

struct DeskHandlers: Kiosk.Handlers {
    func secretHash(_ needs: Kiosk.Ports.SecretHash.Needs) async -> Kiosk.Ports.SecretHash.Gives {
        .init(secretHash: "hash")
    }
    func securityContext(_ needs: Kiosk.Ports.SecurityContext.Needs) async -> Kiosk.Ports.SecurityContext.Gives {
        .init()
    }
    func srpStart(_ needs: Kiosk.Ports.SRPStart.Needs) async -> Kiosk.Ports.SRPStart.Gives {
        .init(timestamp: "now", srpA: FlowSecret("a"), srpState: FlowSecret("state"))
    }
    func srpVerify(_ needs: Kiosk.Ports.SRPVerify.Needs) async -> Kiosk.Ports.SRPVerify.Gives {
        .init(passwordSignature: FlowSecret("signature"))
    }
    func tokensCheck(_ needs: Kiosk.Ports.TokensCheck.Needs) async -> Kiosk.Ports.TokensCheck.Gives { .init() }
}

extension Kiosk.Step {
    var badge: Kiosk.WhoAreYou? { if case .whoAreYou(let step) = self { step } else { nil } }
    var rules: Kiosk.HouseRules? { if case .houseRules(let step) = self { step } else { nil } }
    var way: Kiosk.HowWillYouProveIt? { if case .howWillYouProveIt(let step) = self { step } else { nil } }
    var code: Kiosk.TypeTheCode? { if case .typeTheCode(let step) = self { step } else { nil } }
    var outcome: Kiosk.Outcome? { if case .ended(let outcome) = self { outcome } else { nil } }

    /// The name of the case, for comparisons.
    var name: String {
        switch self {
        case .whoAreYou: "who"
        case .houseRules: "rules"
        case .howWillYouProveIt: "way"
        case .typeTheCode: "code"
        case .typeThePassword: "password"
        case .ended(.signedIn): "signed in"
        case .ended(.failed): "failed"
        case .ended(.cancelled): "cancelled"
        case .ended(.expired): "expired"
        }
    }
}

extension FlowProblem {
    var refusal: FlowRefusal? { if case .refusal(let refusal) = self { refusal } else { nil } }
    var error: FlowPendingError? { if case .error(let error) = self { error } else { nil } }
}

/// The changes that a model reports, by name of the property.
@MainActor final class Changes {
    private var names: [String] = []

    init(_ model: FlowSessionModel<Kiosk>) {
        watch("step") { _ = model.step }
        watch("problem") { _ = model.problem }
        watch("isWorking") { _ = model.isWorking }
        watch("canGoBack") { _ = model.canGoBack }
        watch("secondsLeft") { _ = model.secondsLeft }
    }

    /// Returns the changes since the last call.
    func take() -> [String] {
        defer { names = [] }
        return names
    }

    /// Adds the name whenever the property changes that `read` reads.
    private func watch(_ name: String, _ read: @escaping @MainActor () -> Void) {
        withObservationTracking {
            read()
        } onChange: { [weak self] in
            MainActor.assumeIsolated {
                self?.names.append(name)
                self?.watch(name, read)
            }
        }
    }
}
