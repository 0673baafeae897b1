import CognitoFlows
import FlowObservation
import FlowRuntime
import TestSupport
import Testing

@Suite("A model follows time limits", .timeLimit(.minutes(15)))
@MainActor struct TimeTests {
    @Test("a step that expires while the user types makes room for the next one; an answer to it is ignored")
    func expiry() async throws {
        let desk = try Desk()
        let model = desk.model
        await model.start(Kiosk.Inputs())
        let badge = try #require(model.step?.badge)
        await model.perform { try await badge.submit(badge: "") }
        #expect(model.problem != nil)
        try await desk.clock.sleepers(2)
        let changes = Changes(model)
        desk.clock.advance(by: .seconds(900))
        try await until { await model.step?.name == "expired" }
        #expect(model.problem == nil && model.secondsLeft == nil && !model.isWorking)
        #expect(Set(changes.take()) == ["step", "problem", "secondsLeft"])
        await model.perform { try await badge.submit(badge: "ana") }
        #expect(model.step?.name == "expired" && model.problem == nil)
        #expect(changes.take() == ["isWorking", "isWorking"])
    }

    @Test("the seconds left count down, each once")
    func countdown() async throws {
        let desk = try Desk()
        let model = desk.model
        await model.start(Kiosk.Inputs(sessionSeconds: .seconds(4)))
        let changes = Changes(model)
        #expect(model.secondsLeft == 4)
        for left in [3, 2, 1] {
            // The timer of the runner sleeps as well.
            try await desk.clock.sleepers(2)
            desk.clock.advance(by: .milliseconds(400))
            #expect(model.secondsLeft == left + 1)
            desk.clock.advance(by: .milliseconds(600))
            try await until { await model.secondsLeft == left }
        }
        #expect(changes.take() == ["secondsLeft", "secondsLeft", "secondsLeft"])
        try await desk.clock.sleepers(2)
        desk.clock.advance(by: .milliseconds(999))
        #expect(model.secondsLeft == 1)
        desk.clock.advance(by: .milliseconds(1))
        try await until { await model.step?.name == "expired" }
        #expect(model.secondsLeft == nil)
    }

    @Test("a jump of the clock skips seconds")
    func jump() async throws {
        let desk = try Desk()
        await desk.model.start(Kiosk.Inputs(sessionSeconds: .seconds(60)))
        let changes = Changes(desk.model)
        try await desk.clock.sleepers(2)
        desk.clock.advance(by: .milliseconds(49_900))
        try await until { await desk.model.secondsLeft == 11 }
        #expect(changes.take() == ["secondsLeft"])
        // The countdown then continues with the whole seconds.
        try await desk.clock.sleepers(2)
        desk.clock.advance(by: .milliseconds(100))
        try await until { await desk.model.secondsLeft == 10 }
    }

    @Test("the next step has its own countdown")
    func nextStep() async throws {
        let desk = try Desk()
        let model = desk.model
        await model.start(Kiosk.Inputs(sessionSeconds: .seconds(60)))
        try await desk.clock.sleepers(2)
        desk.clock.advance(by: .seconds(20))
        try await until { await model.secondsLeft == 40 }
        let badge = try #require(model.step?.badge)
        await model.perform { try await badge.submit(badge: "ana") }
        #expect(model.secondsLeft == 60)
        try await desk.clock.sleepers(2)
        desk.clock.advance(by: .seconds(20))
        try await until { await model.secondsLeft == 40 }
        #expect(model.step?.name == "rules")
    }

    @Test("time that passes during a call does not end its step")
    func duringCall() async throws {
        let desk = try Desk(.mail)
        let model = desk.model
        let way = try await desk.chooseWay()
        try await desk.clock.sleepers(2)
        await desk.service.door.close()
        let call = Task { await model.perform { try await way.submit(.mail) } }
        try await desk.service.door.arrivals(1)
        desk.clock.advance(by: .seconds(30))
        try await until { await model.secondsLeft == 870 }
        #expect(model.step?.name == "way" && model.isWorking)
        await desk.service.door.open()
        await call.value
        #expect(model.step?.name == "code" && model.secondsLeft == 900)
    }
}
