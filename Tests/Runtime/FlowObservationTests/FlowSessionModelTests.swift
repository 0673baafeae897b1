import CognitoFlows
import FlowCore
import FlowObservation
import FlowRuntime
import TestSupport
import Testing

@Suite("An observable model of a session", .timeLimit(.minutes(15)))
@MainActor struct FlowSessionModelTests {
    @Test("the model shows nothing before the first start")
    func beforeStart() throws {
        let model = try Desk().model
        #expect(model.step == nil && model.problem == nil && model.secondsLeft == nil)
        #expect(!model.isWorking && !model.canGoBack)
    }

    @Test("a sign-in, with the changes that each call reports")
    func signIn() async throws {
        let desk = try Desk(.mail, .tokens)
        let model = desk.model
        let changes = Changes(model)
        await model.start(Kiosk.Inputs(building: "north"))
        #expect(model.step?.badge?.building == "north")
        #expect(changes.take() == ["isWorking", "step", "secondsLeft", "isWorking"])
        let way = try await desk.chooseWay()
        _ = changes.take()
        await model.perform { try await way.submit(.mail) }
        #expect(model.canGoBack)
        #expect(changes.take() == ["isWorking", "step", "canGoBack", "isWorking"])
        let code = try #require(model.step?.code)
        await model.perform { try await code.submit(code: "123456") }
        #expect(model.step?.name == "signed in")
        #expect(!model.canGoBack && model.secondsLeft == nil)
        #expect(changes.take() == ["isWorking", "step", "canGoBack", "secondsLeft", "isWorking"])
    }

    @Test("a wrong code is the error of the next step, until the step after it")
    func wrongCode() async throws {
        let desk = try Desk(.mail, .wrongCode, .tokens)
        let model = desk.model
        let first = try await desk.enterCode()
        let changes = Changes(model)
        await model.perform { try await first.submit(code: "000000") }
        #expect(model.problem?.error?.message == "The code is wrong.")
        #expect(changes.take() == ["isWorking", "step", "problem", "isWorking"])
        let second = try #require(model.step?.code)
        #expect(second.error?.kind == .codeMismatch)
        await model.perform { try await second.submit(code: "123456") }
        #expect(model.step?.name == "signed in")
        #expect(model.problem == nil)
    }

    @Test("a missing answer is a refusal, until the next call; the step stays")
    func missingAnswer() async throws {
        let desk = try Desk()
        let model = desk.model
        await model.start(Kiosk.Inputs())
        let badge = try #require(model.step?.badge)
        let changes = Changes(model)
        await model.perform { try await badge.submit(badge: "") }
        #expect(model.problem?.refusal == FlowRefusal(.missingParameter, "badge"))
        #expect(model.problem?.refusal?.field(as: Kiosk.WhoAreYou.Field.self) == .badge)
        #expect(changes.take() == ["isWorking", "problem", "isWorking"])
        await model.perform { try await badge.submit(badge: "ana") }
        #expect(model.problem == nil)
        #expect(model.step?.name == "rules")
        #expect(changes.take() == ["isWorking", "problem", "step", "isWorking"])
    }

    @Test("back is possible where the flow accepts it")
    func back() async throws {
        let desk = try Desk(.mail)
        let model = desk.model
        await model.back()
        #expect(model.problem == nil)
        _ = try await desk.enterCode()
        #expect(model.canGoBack)
        await model.back()
        #expect(model.step?.name == "way" && !model.canGoBack)
        await model.back()
        #expect(model.problem?.refusal == FlowRefusal(.eventNotAccepted, "back"))
        #expect(model.step?.name == "way")
    }

    @Test("after the end, the outcome stays until the next start")
    func secondStart() async throws {
        let desk = try Desk()
        let model = desk.model
        await model.start(Kiosk.Inputs())
        await model.cancel()
        #expect(model.step?.name == "cancelled")
        await model.cancel()
        #expect(model.problem?.refusal == FlowRefusal(.eventNotAccepted, "cancel"))
        await model.start(Kiosk.Inputs(sessionSeconds: .milliseconds(1500)))
        #expect(model.problem?.refusal?.field(as: Kiosk.Inputs.Field.self) == .sessionSeconds)
        #expect(model.step?.name == "cancelled")
        await model.start(Kiosk.Inputs())
        #expect(model.step?.name == "who" && model.problem == nil)
        // The model also follows the second sign-in.
        try await desk.clock.sleepers(1)
        desk.clock.advance(by: .seconds(900))
        try await until { await model.step?.name == "expired" }
    }

    @Test("the model shows a session that has already started, and calls that others make")
    func followsOthers() async throws {
        let desk = try Desk()
        let badge = try #require(await desk.model.flow.start(Kiosk.Inputs()).badge)
        let second = FlowSessionModel(desk.model.flow, clock: desk.clock)
        for model in [desk.model, second] { try await until { await model.step?.name == "who" } }
        _ = try await badge.submit(badge: "ana")
        for model in [desk.model, second] { try await until { await model.step?.name == "rules" } }
    }

    @Test("the description of a model contains no values")
    func description() async throws {
        let desk = try Desk()
        await desk.model.start(Kiosk.Inputs(building: "north"))
        #expect("\(desk.model)" == "FlowSessionModel<Kiosk>(secret)")
        #expect(Mirror(reflecting: desk.model).children.isEmpty)
    }
}
