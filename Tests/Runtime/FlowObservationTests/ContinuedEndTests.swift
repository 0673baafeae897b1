import FlowCompiler
import FlowObservation
import FlowRuntime
import TestSupport
import Testing

@Suite("A model of a flow that continues after an end", .timeLimit(.minutes(15)))
@MainActor struct ContinuedEndTests {
    private let clock = ManualClock()

    /// Lets the presented step expire.
    private func expire(_ model: FlowSessionModel<Shop>) async throws {
        #expect(model.step?.name == "NEXT" && model.secondsLeft == 30 && model.problem == nil)
        try await clock.sleepers(2)
        clock.advance(by: .seconds(30))
        try await until { await model.step?.name == "late" }
        #expect(model.secondsLeft == nil && !model.isWorking)
    }

    @Test("the model follows the step after a command at the end")
    func command() async throws {
        let model = FlowSessionModel(try Shop.session(clock), clock: clock)
        await model.start(Shop.Inputs())
        let end = try #require(model.step)
        #expect(end.name == "done")
        await model.perform { try Shop.Step(answering: await end.turn.send("again")) }
        try await expire(model)
    }

    @Test("the model follows the step after a call that ends the flow and sends a command")
    func endAndCommand() async throws {
        let model = FlowSessionModel(try Shop.session(clock), clock: clock)
        await model.start(Shop.Inputs())
        let end = try #require(model.step)
        await model.perform { try Shop.Step(answering: await end.turn.send("again")) }
        let step = try #require(model.step)
        await model.perform {
            let end = try await step.turn.submit(FlowValues())
            return try Shop.Step(answering: await end.send("again"))
        }
        try await expire(model)
    }
}

/// A flow with a command at an end, which leads to a step with a time limit.
private struct Shop: TypedFlow {
    struct Inputs: FlowInputs {
        let values = FlowValues()
    }

    struct Step: TypedStep {
        let turn: FlowTurn

        init(_ turn: FlowTurn) { self.turn = turn }

        var name: String {
            switch turn.content {
            case .step(let presentation): presentation.step
            case .end(let outcome): outcome.name
            }
        }
    }

    static let base64: StaticString = ""
    let session: AnyFlowRunner

    init(_ session: AnyFlowRunner) { self.session = session }

    static func table() throws(TableError) -> TransitionTable { try TransitionTable(base64: base64) }

    /// Creates a session with a clock that the test moves.
    static func session(_ clock: ManualClock) throws -> Shop {
        let text = """
            <flow name="shop" start="done">
              <command name="again"/>
              <end id="done"><on event="again" to="next"/></end>
              <group id="limited" within="30">
                <step id="next" present="NEXT"><on event="submit cancel" to="done"/></step>
                <on event="timeout" to="late"/>
              </group>
              <end id="late"/>
            </flow>
            """
        let loader = MemoryLoader(texts: ["shop.flow.xml": text])
        let compilation = FlowCompiler.compile(path: "shop.flow.xml", loader: loader)
        let table = try TransitionTable(verifying: try #require(try compilation.table()))
        return Shop(FlowRunner(table, handlers: FlowHandlers(), service: DeskService([]), clock: clock))
    }
}
