import CognitoFlows
import FlowCore
import FlowObservation
import FlowRuntime
import TestSupport
import Testing

@Suite("Calls of a model that overlap", .timeLimit(.minutes(15)))
@MainActor struct OverlapTests {
    /// An error of the host's own code.
    private struct NoScanner: Error {}

    @Test("a second tap during a call does nothing, nor does one on the old form afterwards")
    func twoTaps() async throws {
        let desk = try Desk(.mail, .mail)
        let model = desk.model
        let way = try await desk.chooseWay()
        await desk.service.door.close()
        let first = Task { await model.perform { try await way.submit(.mail) } }
        try await desk.service.door.arrivals(1)
        #expect(model.isWorking)
        await model.perform { try await way.submit(.password) }
        await model.start(Kiosk.Inputs())
        await model.back()
        #expect(model.step?.name == "way" && model.isWorking && model.problem == nil)
        await desk.service.door.open()
        await first.value
        await model.perform { try await way.submit(.mail) }
        #expect(model.step?.name == "code" && !model.isWorking && model.problem == nil)
        #expect(await desk.service.door.arrivals == 1)
    }

    @Test("a cancellation replaces the call in progress, which reports nothing")
    func cancelDuringCall() async throws {
        let desk = try Desk(.mail)
        let model = desk.model
        let way = try await desk.chooseWay()
        await desk.service.door.close()
        let call = Task { await model.perform { try await way.submit(.mail) } }
        try await desk.service.door.arrivals(1)
        let changes = Changes(model)
        await model.cancel()
        await call.value
        #expect(model.step?.name == "cancelled")
        #expect(model.problem == nil && !model.isWorking)
        #expect(changes.take() == ["step", "secondsLeft", "isWorking"])
        await desk.service.door.open()
        #expect(model.step?.name == "cancelled")
    }

    @Test("a second cancellation does nothing while the first is in progress")
    func twoCancellations() async throws {
        let journal = DeskJournal()
        let runner = FlowRunner(
            try Kiosk.table(), handlers: Kiosk.handlers(DeskHandlers()), service: DeskService([]), clock: ManualClock(),
            journal: journal)
        let model = FlowSessionModel(Kiosk(runner))
        await model.start(Kiosk.Inputs())
        await journal.door.close()
        let first = Task { await model.cancel() }
        try await journal.door.arrivals(2)
        await model.cancel()
        #expect(model.problem == nil && model.isWorking && model.step?.name == "who")
        await journal.door.open()
        await first.value
        #expect(model.step?.name == "cancelled" && !model.isWorking)
    }

    @Test("an error of the host's own code is a problem, unless the host cancelled it; the step stays")
    func ownError() async throws {
        let desk = try Desk()
        let model = desk.model
        await model.start(Kiosk.Inputs())
        await model.perform { throw NoScanner() }
        guard case .failure(is NoScanner) = model.problem else {
            Issue.record("another problem")
            return
        }
        await model.perform { throw CancellationError() }
        #expect(model.problem == nil)
        #expect(model.step?.name == "who" && !model.isWorking)
    }

    @Test("work of the host is in progress until it ends, also after a cancellation")
    func ownWork() async throws {
        let desk = try Desk()
        let model = desk.model
        await model.start(Kiosk.Inputs())
        let badge = try #require(model.step?.badge)
        let scanner = Door()
        await scanner.close()
        let call = Task {
            await model.perform {
                await scanner.pass()
                return try await badge.submit(badge: "ana")
            }
        }
        try await scanner.arrivals(1)
        await model.cancel()
        #expect(model.step?.name == "cancelled" && model.isWorking)
        await scanner.open()
        await call.value
        #expect(model.step?.name == "cancelled" && !model.isWorking && model.problem == nil)
    }

    @Test("a problem of a step that has expired meanwhile is not shown at the next one")
    func lateProblem() async throws {
        let desk = try Desk()
        let model = desk.model
        await model.start(Kiosk.Inputs())
        try await desk.clock.sleepers(2)
        let scanner = Door()
        await scanner.close()
        let call = Task {
            await model.perform {
                await scanner.pass()
                throw NoScanner()
            }
        }
        try await scanner.arrivals(1)
        desk.clock.advance(by: .seconds(900))
        try await until { await model.step?.name == "expired" }
        await scanner.open()
        await call.value
        #expect(model.problem == nil && !model.isWorking)
    }
}
