package import FlowCore
package import FlowRuntime
import FlowTable
package import FlowTesting
package import FlowTool

/// A mailbox for the work that the driving program does as handler or service.
///
/// It also counts the events in progress, since each line of the driver waits for its turn.
package actor DriverMailbox: FlowService {
    /// The continuation of a call that waits for the driver.
    private enum Work {
        case reply(CheckedContinuation<FlowReply, Never>)
        case result(CheckedContinuation<Result<FlowHandlerOutputs, FlowHandlerFailure>, Never>)
    }

    private let askDriver: @Sendable (FlowOutput) -> Void
    private var work: Work?
    /// The number of the current work, so that a late cancellation does not end the next work.
    private var workNumber = 0
    /// The number of events in progress.
    private var eventCount = 0
    /// The continuations of calls that wait for their turn.
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Creates an empty mailbox.
    /// - Parameter askDriver: receives the outputs that ask the driver for a reply or a result.
    package init(askDriver: @escaping @Sendable (FlowOutput) -> Void) {
        self.askDriver = askDriver
    }

    // MARK: For the flow

    /// Asks the driver for the service's reply to a request.
    ///
    /// The driver receives the whole request in its wire format.
    package func call(_ request: FlowRequest) async -> FlowReply {
        let number = beginWork()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: Self.noAnswer) }
                post(.reply(continuation), asking: FlowOutput.call(request).inWireFormat)
            }
        } onCancel: {
            Task { await self.cancelWork(number) }
        }
    }

    /// Asks the driver for the result of a handler.
    /// - Throws: the failure that the driver reports.
    package func handle(_ work: FlowWork) async throws(FlowHandlerFailure) -> FlowHandlerOutputs {
        let number = beginWork()
        let result: Result<FlowHandlerOutputs, FlowHandlerFailure> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: .failure(Self.noResult)) }
                post(.result(continuation), asking: .handle(work))
            }
        } onCancel: {
            Task { await self.cancelWork(number) }
        }
        return try result.get()
    }

    private static let noAnswer = FlowReply.error(
        type: ReservedError.noAnswer.rawValue, message: "the wait for the reply has ended")
    private static let noResult = FlowHandlerFailure(.noResult, "the wait for the result has ended")

    /// Ends the previous work, and returns the number of the next work.
    private func beginWork() -> Int {
        resumeWork(with: nil)
        workNumber += 1
        return workNumber
    }

    /// Stores work, and asks the driver for it.
    private func post(_ work: Work, asking output: FlowOutput) {
        self.work = work
        askDriver(output)
        resumeWaiters()
    }

    /// Ends the work with a number, if it is the current work.
    private func cancelWork(_ number: Int) {
        if number == workNumber { resumeWork(with: nil) }
    }

    // MARK: For the driver

    /// Completes the current work with a line of the driver.
    /// - Returns: false if no work waits for such a line.
    package func complete(with line: ProtocolLine) -> Bool {
        switch (work, line) {
        case (.reply, .reply), (.reply, .error), (.result, .handled), (.result, .failed):
            resumeWork(with: line.fromWireFormat)
            return true
        default: return false
        }
    }

    /// Resumes the call that waits for the current work, if any.
    /// - Parameter line: the driver's line; nil to end the wait without a result.
    private func resumeWork(with line: ProtocolLine?) {
        let work = work
        self.work = nil
        switch (work, line) {
        case (.reply(let waiter), .reply(.string(let body))): waiter.resume(returning: .body(Array(body.utf8)))
        case (.reply(let waiter), .reply(let body)): waiter.resume(returning: .json(body))
        case (.reply(let waiter), .error(let type, let message)):
            waiter.resume(returning: .error(type: type, message: message))
        case (.reply(let waiter), _): waiter.resume(returning: Self.noAnswer)
        case (.result(let waiter), .handled(let outputs)):
            waiter.resume(returning: .success(FlowHandlerOutputs(outputs)))
        case (.result(let waiter), .failed(let name, let message)):
            waiter.resume(returning: .failure(FlowHandlerFailure(name, message)))
        case (.result(let waiter), _): waiter.resume(returning: .failure(Self.noResult))
        case (nil, _): break
        }
    }

    // MARK: Turns

    /// Counts an event that has started.
    func beginEvent() { eventCount += 1 }

    /// Counts an event that has ended.
    func endEvent() {
        eventCount -= 1
        resumeWaiters()
    }

    /// Waits until no event is in progress, or the current one waits for the driver.
    func waitForTurn() async {
        while eventCount > 0, work == nil {
            await withCheckedContinuation { waiters.append($0) }
        }
    }

    /// Resumes all calls that wait for their turn, which then check again.
    private func resumeWaiters() {
        let woken = waiters
        waiters = []
        for waiter in woken { waiter.resume() }
    }
}
