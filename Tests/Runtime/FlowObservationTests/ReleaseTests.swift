import CognitoFlows
import FlowObservation
import FlowRuntime
import TestSupport
import Testing

@Suite("A model that its owner releases", .timeLimit(.minutes(15)))
@MainActor struct ReleaseTests {
    private let model = WeakModel()
    private let runner = WeakRunner()
    private let clock = ManualClock()
    private let service = DeskService([.mail])

    /// Creates a model that only its owner keeps, and remembers it weakly.
    private func newModel() throws -> FlowSessionModel<Kiosk> {
        let runner = FlowRunner(
            try Kiosk.table(), handlers: Kiosk.handlers(DeskHandlers()), service: service, clock: clock)
        let model = FlowSessionModel(Kiosk(runner), clock: clock)
        self.runner.runner = runner
        self.model.model = model
        return model
    }

    /// Returns a call that waits for the service, and that alone keeps its model.
    private func waitingCall() async throws -> Task<Void, Never> {
        let model = try newModel()
        let way = try await model.chooseWay()
        await service.door.close()
        let call = Task { await model.perform { try await way.submit(.mail) } }
        try await service.door.arrivals(1)
        return call
    }

    /// Waits until the model, its session and all timers are gone.
    private func released() async throws {
        try await until { [model] in await model.model == nil }
        try await until { [runner] in await runner.runner == nil }
        try await clock.noSleepers()
    }

    @Test("ends before a start, at a step and after the end", arguments: ["before", "step", "end"])
    func idle(_ moment: String) async throws {
        do {
            let model = try newModel()
            if moment != "before" { await model.start(Kiosk.Inputs()) }
            if moment == "step" { try await clock.sleepers(2) }
            if moment == "end" { await model.cancel() }
        }
        try await released()
    }

    @Test("lives until the call in progress ends")
    func duringCall() async throws {
        let call = try await waitingCall()
        #expect(model.model?.isWorking == true)
        await service.door.open()
        await call.value
        try await released()
    }

    @Test("ends with the task of its call, even if the service does not answer")
    func cancelledCall() async throws {
        let call = try await waitingCall()
        call.cancel()
        await call.value
        try await released()
        await service.door.open()
    }
}

/// A model that the test does not keep alive.
@MainActor private final class WeakModel {
    weak var model: FlowSessionModel<Kiosk>?
}

/// A runner that the test does not keep alive.
@MainActor private final class WeakRunner {
    weak var runner: FlowRunner<ManualClock>?
}
