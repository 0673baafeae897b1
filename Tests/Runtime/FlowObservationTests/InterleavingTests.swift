import CognitoFlows
import FlowCore
import FlowObservation
import FlowRuntime
import TestSupport
import Testing

/// What can happen at a step whose answer needs a request.
enum Happening: CaseIterable {
    case answer, timeout, cancel, reply

    /// All orders in which each happens once.
    static var orders: [[Happening]] { orders(of: allCases) }

    private static func orders(of rest: [Happening]) -> [[Happening]] {
        guard !rest.isEmpty else { return [[]] }
        return rest.flatMap { first in orders(of: rest.filter { $0 != first }).map { [first] + $0 } }
    }
}

@Suite("Every order of an answer, a timeout, a cancellation and a reply", .timeLimit(.minutes(15)))
@MainActor struct InterleavingTests {
    /// The time limit of a step, which is shorter than that of a request.
    private static let limit = Duration.seconds(30)

    /// What a user sees.
    private struct Screen: Equatable {
        var step = "way"
        var isWorking = false
        var refusal: FlowRefusal?
        /// Whether the service replies.
        var replies = false

        /// Applies the rules of the model.
        mutating func apply(_ happening: Happening) {
            switch happening {
            case .answer where step == "way" && replies: step = "code"
            case .answer where step == "way": isWorking = true
            case .timeout where ["way", "code"].contains(step) && !isWorking: step = "expired"
            case .cancel where ["way", "code"].contains(step): (step, isWorking) = ("cancelled", false)
            case .cancel: refusal = FlowRefusal(.eventNotAccepted, "cancel")
            case .reply:
                replies = true
                if isWorking { (step, isWorking) = ("code", false) }
            case .answer:
                // The user taps a form that the model no longer shows.
                refusal = nil
            case .timeout: break
            }
        }
    }

    private func screen(_ model: FlowSessionModel<Kiosk>, replies: Bool) -> Screen {
        Screen(
            step: model.step?.name ?? "", isWorking: model.isWorking, refusal: model.problem?.refusal, replies: replies)
    }

    /// Lets something happen, and returns the call that it begins.
    private func begin(_ happening: Happening, _ desk: Desk, _ way: Kiosk.HowWillYouProveIt) async -> Task<Void, Never>?
    {
        let model = desk.model
        switch happening {
        case .answer: return Task { await model.perform { try await way.submit(.mail) } }
        case .cancel: return Task { await model.cancel() }
        case .timeout: desk.clock.advance(by: Self.limit)
        case .reply: await desk.service.door.open()
        }
        return nil
    }

    @Test("each in turn shows what the rules say", arguments: Happening.orders)
    func inTurn(_ order: [Happening]) async throws {
        let desk = try Desk(.mail)
        let way = try await desk.chooseWay(limit: Self.limit)
        try await desk.clock.sleepers(2)
        await desk.service.door.close()
        var expected = Screen()
        var calls: [Task<Void, Never>?] = []
        for happening in order {
            expected.apply(happening)
            calls.append(await begin(happening, desk, way))
            if happening == .answer, expected.isWorking { try await desk.service.door.arrivals(1) }
            if happening == .answer || happening == .cancel, !expected.isWorking { await calls.last??.value }
            try await until { [expected] in await self.screen(desk.model, replies: expected.replies) == expected }
            if ["way", "code"].contains(expected.step), !expected.isWorking { try await desk.clock.sleepers(2) }
        }
        for call in calls { await call?.value }
        #expect(screen(desk.model, replies: true) == expected)
        #expect(await desk.model.flow.step?.name == expected.step)
    }

    @Test("all at once leave the model where the session is", arguments: Happening.orders)
    func atOnce(_ order: [Happening]) async throws {
        let desk = try Desk(.mail)
        let way = try await desk.chooseWay(limit: Self.limit)
        try await desk.clock.sleepers(2)
        await desk.service.door.close()
        var calls: [Task<Void, Never>?] = []
        for happening in order { calls.append(await begin(happening, desk, way)) }
        for call in calls { await call?.value }
        try await until { await desk.model.step?.name == desk.model.flow.step?.name }
        #expect(["cancelled", "expired"].contains(desk.model.step?.name))
        #expect(!desk.model.isWorking)
    }
}
