import FlowCore

/// A flow that extends another one, so that a host of the base flow can present it.
///
/// `flowc generate swift --base` writes the conforming type.
public protocol ExtendedFlow: TypedFlow {
    /// What the flow presents, with one case for all steps that a host of the base flow can present.
    associatedtype BaseStep: TypedStep
}

extension ExtendedFlow {
    /// The current step for a host of the base flow; nil before the first start.
    public var baseStep: BaseStep? { get async { await session.turn.flatMap { BaseStep($0) } } }

    /// The steps for a host of the base flow, from the current one on (``FlowTurns``).
    public var baseSteps: AsyncCompactMapSequence<FlowTurns, BaseStep> { session.turns.compactMap { BaseStep($0) } }

    /// Lets a host answer a step, and returns the step that follows.
    ///
    /// A function of a base flow's step throws the refusal `not-handled` if it leads to a step that the base flow does
    /// not have. This function returns that step instead.
    /// - Parameters:
    ///   - answer: starts the flow, or answers a step of this flow or of the base flow.
    ///   - isolation: the actor on which `answer` runs; by default that of the caller.
    /// - Returns: the current step after the answer.
    /// - Throws: what `answer` throws, unless it led to another step.
    public func baseStep<Step: TypedStep>(
        after answer: () async throws -> Step, isolation: isolated (any Actor)? = #isolation
    ) async throws -> BaseStep {
        let number = await session.turn?.number
        do {
            _ = try await answer()
        } catch let refusal as FlowRefusal where refusal.reason == .notHandled {
            // The flow accepted the answer if it has moved on.
            guard await session.turn?.number != number else { throw refusal }
        }
        guard let step = await baseStep else { throw FlowRefusal(.notHandled, "another flow") }
        return step
    }
}
